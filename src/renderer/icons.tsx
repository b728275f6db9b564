/** Own, simple shapes on a 16-unit grid. They never stand alone: a word or an accessible name goes with each. */
const shapes = {
  /** A square head with two eyes: software. */
  agent:
    "M8 1.5v2M4 3.5h8a1.5 1.5 0 0 1 1.5 1.5v6a1.5 1.5 0 0 1-1.5 1.5H4A1.5 1.5 0 0 1 2.5 11V5A1.5 1.5 0 0 1 4 3.5ZM6 7v2M10 7v2M5.5 14.5h5",
  /** Head and shoulders: the person. */
  you: "M8 2a2.75 2.75 0 1 1 0 5.5A2.75 2.75 0 0 1 8 2ZM2.5 14c.4-3 2.6-4.5 5.5-4.5s5.1 1.5 5.5 4.5",
  /** An empty ring: nobody. */
  nobody: "M8 2.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11Z",
  /** A parking sign: the lease stands still until the person decides. */
  parked:
    "M3.5 2.5h9a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1ZM6.5 11.5v-7h2.25a2 2 0 0 1 0 4H6.5",
  /** A speech bubble with an exclamation mark: an agent asks for the person. */
  asks: "M3.5 2.5h9a1 1 0 0 1 1 1v6.5a1 1 0 0 1-1 1H8L5 13.8V11H3.5a1 1 0 0 1-1-1V3.5a1 1 0 0 1 1-1ZM8 4.8v2.4M8 8.9v.2",
  /** A window that is crossed out. */
  no_window: "M2.5 3.5h11v9h-11ZM2.5 6h11M5 14.5l6-6",
  /** A key. */
  login: "M5.5 7.5a3 3 0 1 1 0 6 3 3 0 0 1 0-6ZM7.7 8.3l5.8-5.8M11 5l2 2M9.2 6.8l1.5 1.5",
  warning: "M8 2 14.5 13.5h-13ZM8 6.5v3M8 11.5v.2",
  front: "M2.5 5.5h8v8h-8ZM5.5 5.5v-3h8v8h-3",
  /** An arrow into a cell. */
  back: "M2.5 2.5h11v11h-11ZM11 5 6 10M6 6.5V10h3.5",
  /** A cross of arrows. */
  moved: "M8 1.5v13M1.5 8h13M6 3.5l2-2 2 2M6 12.5l2 2 2-2M3.5 6l-2 2 2 2M12.5 6l2 2-2 2",
  minimised: "M3 12.5h10",
  fullscreen: "M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10",
  /** A sheet upon another. */
  covered: "M6 6h7.5v7.5H6ZM3.5 10h-1V2.5H10v1",
  keyboard: "M1.5 4.5h13v7h-13ZM4 7h.2M6.6 7h.2M9.2 7h.2M11.8 7h.2M5 9.5h6",
  mode_grid: "M2.5 2.5h11v11h-11ZM6.2 2.5v11M9.8 2.5v11M2.5 6.2h11M2.5 9.8h11",
  /** Four windows, and a page behind them. */
  mode_pages: "M2 5h9v9H2ZM6.5 5v9M2 9.5h9M5 2.5h8.5V11",
  /** One large window above a strip. */
  mode_large: "M2.5 2.5h11v7h-11ZM2.5 11.8h2.7v1.7H2.5ZM6.7 11.8h2.6v1.7H6.7ZM10.8 11.8h2.7v1.7h-2.7Z",
  previous: "m10 3.5-4.5 4.5L10 12.5",
  next: "m6 3.5 4.5 4.5L6 12.5",
  more: "M3 8h.2M7.9 8h.2M12.8 8h.2",
  done: "m3 8.5 3.5 3.5L13 4.5",
  failed: "m4 4 8 8M12 4l-8 8",
  unknown: "M5.5 6a2.5 2.5 0 1 1 3.6 2.2C8.3 8.7 8 9.2 8 10M8 12.5v.2",
  not_sent: "M3 8h10",
  running: "M8 2.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11ZM8 5v3.2l2 1.3",
  close: "m4 4 8 8M12 4l-8 8",
  grid: "M2.5 2.5h4.5v4.5H2.5ZM9 2.5h4.5v4.5H9ZM2.5 9h4.5v4.5H2.5ZM9 9h4.5v4.5H9Z",
  pause: "M5.5 3v10M10.5 3v10",
  resume: "M5 3v10l8-5Z",
  help: "M5.5 6a2.5 2.5 0 1 1 3.6 2.2C8.3 8.7 8 9.2 8 10M8 12.5v.2",
} as const;

export type IconName = keyof typeof shapes;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={shapes[name]} />
    </svg>
  );
}

/** A window of windows: four places, one of them filled. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <rect x="1.5" y="2.5" width="17" height="15" rx="2.5" />
      <path d="M10 2.5v15M1.5 10h17" />
      <rect className="mark-filled" x="11.75" y="4.25" width="5" height="4" rx="0.75" />
    </svg>
  );
}
