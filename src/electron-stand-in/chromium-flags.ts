export interface WindowPlace {
  readonly x: number | undefined;
  readonly y: number | undefined;
  readonly width: number;
  readonly height: number;
}

/** What Chromium is started with to be one window of an app, each flag with its reason. */
export function chromiumFlags(profile: string, place: WindowPlace, noSandbox: boolean): readonly string[] {
  const { x, y, width, height } = place;
  return [
    // A profile of its own for this one window, never the person's.
    `--user-data-dir=${profile}`,
    // The private connection on fds 3 and 4: no port, and Chromium ends when we do.
    "--remote-debugging-pipe",
    // A window without tabs and address bar; the page proper is loaded once the preload is in place.
    "--app=data:text/html,<title>SessionDock</title>",
    // What the window manager and the task bar call the window.
    "--class=SessionDock",
    ...(x === undefined || y === undefined ? [] : [`--window-position=${x},${y}`]),
    `--window-size=${width},${height}`,
    // The page is a file; without this its module scripts and styles are refused as foreign origins.
    "--allow-file-access-from-files",
    // No welcome page and no questions in front of the app.
    "--no-first-run",
    "--no-default-browser-check",
    // The window shows a local file: nothing in this Chromium has any business on the network.
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    // Extensions that the system adds to every Chromium don't belong in an app.
    "--disable-extensions",
    // No keyring prompt: nothing is stored in this profile.
    "--password-store=basic",
    // The app's clocks must go on while the window is covered or in the background.
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    "--disable-features=CalculateNativeWinOcclusion,Translate",
    // As root Chromium refuses to run with its sandbox. Only by explicit setting, and whoever sets it says so: the bar
    // with which Chromium would warn takes the top of the app's window, --test-type leaves it out.
    ...(noSandbox ? ["--no-sandbox", "--test-type"] : []),
  ];
}
