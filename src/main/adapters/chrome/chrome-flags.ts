/** Every switch that a slot's Chrome gets, with the reason. */
export interface ChromeFlagOptions {
  readonly profile: string;
  readonly scale: number;
  readonly sandboxOff: boolean;
}

export function chromeFlags(options: ChromeFlagOptions): string[] {
  return [
    // A private channel to the process that started it: no port for others to find (R22).
    "--remote-debugging-pipe",
    `--user-data-dir=${options.profile}`,
    // The window is opened afterwards, in its cell and without taking focus (R20, R21).
    "--no-startup-window",
    `--force-device-scale-factor=${options.scale}`,
    // Windows that are covered or in the background keep running at full rate.
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    "--disable-background-timer-throttling",
    // Chrome's own notion of a hidden window would stop painting; and its pages ask for nothing at start.
    "--disable-features=CalculateNativeWinOcclusion,Translate,MediaRouter",
    // Nothing that Chrome does for itself may open windows, bubbles or connections.
    "--no-first-run",
    "--no-default-browser-check",
    "--hide-crash-restore-bubble",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    // The store that encrypts cookies must stay the same for a profile's life, or its logins are lost (R30).
    "--password-store=basic",
    // Under Wayland windows can't be placed; XWayland can.
    ...(process.platform === "linux" ? ["--ozone-platform=x11"] : []),
    ...(options.sandboxOff ? ["--no-sandbox", "--test-type"] : []),
  ];
}
