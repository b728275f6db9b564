import type { Rectangle } from "../../../core/view/snapshot.ts";

/** Every switch that a slot's Chrome gets, with the reason. */
export interface ChromeFlagOptions {
  readonly profile: string;
  readonly scale: number;
  readonly sandboxOff: boolean;
}

/** For the slot's own Chrome, which the control room drives. */
export function chromeFlags(options: ChromeFlagOptions): string[] {
  return [
    // A private channel to the process that started it: no port for others to find (R22).
    "--remote-debugging-pipe",
    // The window is opened afterwards, in its cell and without taking focus (R20, R21).
    "--no-startup-window",
    ...commonFlags(options),
  ];
}

/**
 * For the Chrome in which the person logs in (R30): no debugging switch of any kind, which large sites refuse. Its window
 * is placed by switches, for nobody can place it afterwards.
 * @param place in its own units
 */
export function personFlags(
  options: ChromeFlagOptions,
  { place, address }: { readonly place: Rectangle | null; readonly address: string | null },
): string[] {
  const window = place
    ? [`--window-position=${place.x},${place.y}`, `--window-size=${place.width},${place.height}`]
    : [];
  return [...commonFlags(options), ...window, address ?? "about:blank"];
}

function commonFlags(options: ChromeFlagOptions): string[] {
  return [
    `--user-data-dir=${options.profile}`,
    // Below ~/.config Chrome would keep its cache below ~/.cache: a wipe of the slot has to reach it (R14).
    `--disk-cache-dir=${options.profile}`,
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
