import type { Deed, Trap } from "./attack-pages.ts";
import type { AttackSite } from "./attack-site.ts";
import type { Hands } from "./hands.ts";

/** What an attack needs besides an agent. */
export interface Surroundings {
  readonly site: AttackSite;
  /** A raw DevTools command to the slot's Chrome. */
  bringToFront(slot: number): Promise<void>;
  /** `kill -9`, and waits until the control room has seen the end. */
  crash(slot: number): Promise<void>;
}

/** Something that takes the keyboard from a person where nothing keeps it from doing so. */
export interface Attack {
  readonly name: string;
  /** @throws Error that says what was refused or went wrong */
  run(hands: Hands, surroundings: Surroundings): Promise<void>;
}

type Step = (hands: Hands) => Promise<unknown>;

/** Seconds that an agent looks at what has come up. */
const glance = 0.7;

const look: Step = (hands) => hands.use("browser_wait_for", { time: glance });
/** Where what has come up stops the page, which is no failure here. */
const bear: Step = (hands) => hands.ask("browser_wait_for", { time: 2 * glance });
const answer: Step = (hands) => hands.use("browser_handle_dialog", { accept: true, promptText: "this one" });
const cancelFiles: Step = (hands) => hands.use("browser_file_upload");
const giveFile: Step = (hands) => hands.use("browser_file_upload", { paths: [hands.file()] });
const press =
  (key: string): Step =>
  (hands) =>
    hands.use("browser_press_key", { key });

/** Those that take longest come first, so that a round is not kept waiting for them. */
export const attacks: readonly Attack[] = [
  clicked("print", bear, bear),
  byItself("print"),
  { name: "crash_and_restart", run: crash },
  clicked("target_blank", look),
  clicked("window_open", look),
  clicked("window_open_features", look),
  clicked("alert", answer),
  clicked("confirm", answer),
  clicked("prompt", answer),
  clicked("geolocation", look),
  clicked("notifications", look),
  clicked("clipboard", look),
  clicked("window_focus", look, look),
  clicked("fullscreen", look),
  clicked("download", look),
  clicked("file_input", giveFile),
  clicked("script_chooser", cancelFiles),
  clicked("file_picker", look),
  clicked("colour_input", look),
  clicked("date_input", look),
  clicked("select", look, press("ArrowDown"), press("Enter")),
  clicked("picture_in_picture", look),
  clicked("login_dialog", look, look),
  byItself("alert", answer),
  byItself("confirm", answer),
  byItself("prompt", answer),
  byItself("window_open"),
  byItself("window_focus"),
  byItself("geolocation"),
  byItself("notifications"),
  byItself("download"),
  { name: "context_menu", run: openContextMenu },
  { name: "new_tab", run: openTabs },
  { name: "navigation", run: goThereAndBack },
  { name: "screenshot", run: takePictures },
  { name: "bring_to_front", run: comeToFront },
];

/** A page's button, or what is clicked in its place. */
function clicked(name: Deed | Trap, ...steps: readonly Step[]): Attack {
  return {
    name,
    run: async (hands, { site }) => {
      await hands.use("browser_navigate", { url: site.page(name) });
      await hands.use("browser_click", { target: "#go", element: "Go" });
      for (const step of steps) await step(hands);
    },
  };
}

/** A page that waits for nobody. */
function byItself(name: Deed, ...steps: readonly Step[]): Attack {
  return {
    name: `${name}_by_itself`,
    run: async (hands, { site }) => {
      await hands.use("browser_navigate", { url: site.restless(name) });
      await bear(hands);
      for (const step of steps) await step(hands);
    },
  };
}

async function openContextMenu(hands: Hands, { site }: Surroundings): Promise<void> {
  await hands.use("browser_navigate", { url: site.page("window_open") });
  await hands.use("browser_click", { target: "p", element: "the text", button: "right" });
  await look(hands);
}

async function openTabs(hands: Hands, { site }: Surroundings): Promise<void> {
  await hands.use("browser_tabs", { action: "new", url: site.quiet });
  await hands.use("browser_tabs", { action: "new" });
  const [, first = ""] = /^- (t\d+)/m.exec(hands.seen) ?? [];
  await hands.use("browser_tabs", { action: "select", tab: first });
}

async function goThereAndBack(hands: Hands, { site }: Surroundings): Promise<void> {
  await hands.use("browser_navigate", { url: site.page("select") });
  await hands.use("browser_navigate", { url: site.quiet });
  await hands.use("browser_navigate_back");
}

async function takePictures(hands: Hands): Promise<void> {
  await hands.use("browser_take_screenshot");
  await hands.use("browser_take_screenshot", { fullPage: true });
}

async function comeToFront(hands: Hands, { bringToFront }: Surroundings): Promise<void> {
  await bringToFront(hands.slot);
  await look(hands);
}

async function crash(hands: Hands, surroundings: Surroundings): Promise<void> {
  await surroundings.crash(hands.slot);
  await hands.use("browser_navigate", { url: surroundings.site.quiet });
}
