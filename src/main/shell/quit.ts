import { app } from "electron";

/** SIGHUP comes when the terminal that the app was started from is closed. */
const quitSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Makes every way to quit (window closed, `app.quit()`, a signal) wait until the control room has stopped: ten
 * Chromes have to close cleanly, or their cookies are lost (R52).
 * @param stop is called exactly once, at the first request to quit; when it rejects, the exit code is 1
 */
export function quitAfter(stop: () => Promise<void>): void {
  let phase: "running" | "stopping" | "stopped" = "running";
  app.on("window-all-closed", () => app.quit());
  app.on("before-quit", (event) => {
    if (phase === "stopped") return;
    event.preventDefault();
    if (phase === "stopping") return;
    phase = "stopping";
    stop().then(
      () => {
        phase = "stopped";
        app.quit();
      },
      (error: unknown) => {
        console.error("The control room could not stop cleanly:", error);
        app.exit(1);
      },
    );
  });
  for (const signal of quitSignals) process.on(signal, () => app.quit());
}
