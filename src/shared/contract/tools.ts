import { z } from "zod";

/**
 * The agent's tools, named and shaped as agents know them from Playwright MCP. There is no script evaluation
 * and no reading of cookies or storage among them (R31).
 *
 * `effect` decides what may be said when no answer came (R6): a tool that only `reads` can be repeated, one that
 * `acts` may have changed the website. `by` is the process that carries it out.
 */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  readonly effect: "reads" | "acts";
  /**
   * How its effect travels to Chrome. `input`: by commands that are nothing but effects, so that a gate which wrote none
   * of them proves that nothing was sent. `script`: by script in the page, like what only looks.
   */
  readonly through: "input" | "script";
  /** Refused while the outcome of an earlier action is unknown and the agent has not looked since (R6). */
  readonly looksFirst: boolean;
  readonly by: "broker" | "room";
  /** What the person sees while it runs. Never holds typed text. */
  summary(input: Readonly<Record<string, unknown>>): string;
}

const element = z.string().max(400).optional().describe("What the element is, in words, for the person who watches");
const target = z
  .string()
  .min(1)
  .max(1000)
  .describe("Reference from the last browser_snapshot, such as e12, or a selector that matches one element");
const tab = z.string().max(20).optional().describe("Id of the tab, from action list");

function named(verb: string): Tool["summary"] {
  return (input) => `${verb} ${quote(input["element"] ?? input["target"])}`;
}

function quote(value: unknown): string {
  return typeof value === "string" ? `“${value.length > 60 ? `${value.slice(0, 59)}…` : value}”` : "";
}

/** A URL without query and fragment: those may carry secrets and the summary is stored. */
function place(value: unknown): string {
  return typeof value === "string" ? (value.split(/[?#]/)[0] ?? "").slice(0, 120) : "";
}

type Defaults = "by" | "through" | "looksFirst";

function tool(name: string, rest: Omit<Tool, "name" | Defaults> & Partial<Pick<Tool, Defaults>>): Tool {
  return { name, by: "broker", through: "input", looksFirst: false, ...rest };
}

export const reconcileInput = z.strictObject({
  action_id: z.string().min(1).max(100).describe("The action_id of the result that said unknown"),
  applied: z.enum(["yes", "no"]),
});
export type ReconcileInput = z.output<typeof reconcileInput>;

export const requestHumanInput = z.strictObject({
  reason: z.string().min(1).max(1000).describe("What you need the person for"),
  done_when: z.string().min(1).max(1000).describe("How the person knows that it is done"),
});
export type RequestHumanInput = z.output<typeof requestHumanInput>;

export const tools: readonly Tool[] = [
  tool("browser_navigate", {
    title: "Navigate to a URL",
    description: "Open a URL in the current tab. Returns a snapshot of the page.",
    input: z.strictObject({ url: z.string().min(1).max(8000).describe("Address to open, http or https") }),
    effect: "acts",
    summary: (input) => `go to ${place(input["url"])}`,
  }),
  tool("browser_navigate_back", {
    title: "Go back",
    description: "Go back to the previous page in the history of the current tab.",
    input: z.strictObject({}),
    effect: "acts",
    summary: () => "go back",
  }),
  tool("browser_snapshot", {
    title: "Page snapshot",
    description:
      "Accessibility snapshot of the current page, with references for the other tools. Prefer it to a screenshot.",
    input: z.strictObject({}),
    effect: "reads",
    summary: () => "look at the page",
  }),
  tool("browser_click", {
    title: "Click",
    description:
      "Click an element. Returns when what the click started has been answered, with evidence and a new snapshot.",
    input: z.strictObject({
      element,
      target,
      doubleClick: z.boolean().optional(),
      button: z.enum(["left", "right", "middle"]).optional(),
      modifiers: z.array(z.enum(["Alt", "Control", "ControlOrMeta", "Meta", "Shift"])).optional(),
    }),
    effect: "acts",
    looksFirst: true,
    summary: named("click"),
  }),
  tool("browser_type", {
    title: "Type text",
    description: "Type text into an editable element.",
    input: z.strictObject({
      element,
      target,
      text: z.string().max(100_000),
      submit: z.boolean().optional().describe("Press Enter afterwards"),
      slowly: z.boolean().optional().describe("One character at a time, for pages that listen to keys"),
    }),
    effect: "acts",
    looksFirst: true,
    through: "script",
    summary: named("type into"),
  }),
  tool("browser_fill_form", {
    title: "Fill form",
    description: "Fill several form fields.",
    input: z.strictObject({
      fields: z
        .array(
          z.strictObject({
            name: z.string().max(400).describe("What the field is, in words"),
            target,
            type: z.enum(["textbox", "checkbox", "radio", "combobox", "slider"]),
            value: z.string().max(100_000).describe("For a checkbox true or false; for a combobox the option's text"),
          }),
        )
        .min(1)
        .max(200),
    }),
    effect: "acts",
    looksFirst: true,
    through: "script",
    summary: (input) => `fill ${Array.isArray(input["fields"]) ? input["fields"].length : 0} fields`,
  }),
  tool("browser_press_key", {
    title: "Press a key",
    description: "Press a key, such as Enter, ArrowLeft or a.",
    input: z.strictObject({ key: z.string().min(1).max(60) }),
    effect: "acts",
    looksFirst: true,
    summary: () => "press a key",
  }),
  tool("browser_select_option", {
    title: "Select option",
    description: "Select options in a dropdown.",
    input: z.strictObject({ element, target, values: z.array(z.string().max(1000)).min(1).max(100) }),
    effect: "acts",
    looksFirst: true,
    through: "script",
    summary: named("select in"),
  }),
  tool("browser_hover", {
    title: "Hover",
    description: "Move the mouse over an element.",
    input: z.strictObject({ element, target }),
    effect: "acts",
    summary: named("hover over"),
  }),
  tool("browser_wait_for", {
    title: "Wait for",
    description: "Wait until text appears or is gone, or for a time.",
    input: z.strictObject({
      text: z.string().max(1000).optional(),
      textGone: z.string().max(1000).optional(),
      time: z.number().min(0).max(30).optional().describe("Seconds, 30 at the most"),
    }),
    effect: "reads",
    summary: () => "wait for the page",
  }),
  tool("browser_take_screenshot", {
    title: "Take a screenshot",
    description: "Picture of the visible part of the page, of one element, or of the whole page.",
    input: z.strictObject({
      element,
      target: target.optional(),
      type: z.enum(["png", "jpeg"]).optional(),
      fullPage: z.boolean().optional(),
    }),
    effect: "reads",
    summary: () => "take a screenshot",
  }),
  tool("browser_tabs", {
    title: "Manage tabs",
    description: "List, open, close or select one of your own tabs. The person's tabs are not among them.",
    input: z.strictObject({
      action: z.enum(["list", "new", "close", "select"]),
      tab,
      url: z.string().max(8000).optional(),
    }),
    effect: "acts",
    summary: (input) => `tabs: ${String(input["action"])}`,
  }),
  tool("browser_handle_dialog", {
    title: "Handle a dialog",
    description: "Accept or dismiss the dialog that is open.",
    input: z.strictObject({ accept: z.boolean(), promptText: z.string().max(10_000).optional() }),
    effect: "acts",
    summary: (input) => (input["accept"] === true ? "accept the dialog" : "dismiss the dialog"),
  }),
  tool("browser_file_upload", {
    title: "Upload files",
    description: "Give files to the file chooser that is open. Only files in the slot's uploads or downloads folder.",
    input: z.strictObject({
      paths: z.array(z.string().max(4096)).max(50).optional().describe("Without paths the chooser is cancelled"),
    }),
    effect: "acts",
    looksFirst: true,
    summary: () => "upload files",
  }),
  tool("browser_extract", {
    title: "Extract text",
    description: "The text that an element, or the whole page, shows. Text only.",
    input: z.strictObject({ target: target.optional() }),
    effect: "reads",
    summary: () => "read text",
  }),
  tool("session_status", {
    title: "Status of this session",
    description: "Which slot you hold, since when, under which epoch, who is in control, and where your files go.",
    input: z.strictObject({}),
    effect: "reads",
    by: "room",
    summary: () => "ask for the status",
  }),
  tool("reconcile", {
    title: "State what became of an action",
    description:
      "After an action whose outcome is unknown: take a browser_snapshot, look whether the action was applied, and state it. It is recorded as your word.",
    input: reconcileInput,
    effect: "acts",
    by: "room",
    summary: (input) => `state an earlier action as ${input["applied"] === "yes" ? "applied" : "not applied"}`,
  }),
  tool("request_human", {
    title: "Ask the person for help",
    description:
      "Put this slot on the person's attention list: a login, a captcha, a decision. Returns at once; session_status tells when the slot was handed back.",
    input: requestHumanInput,
    effect: "acts",
    by: "room",
    summary: () => "ask the person for help",
  }),
  tool("session_release", {
    title: "Release the slot",
    description: "Give the slot back when you are done. Your tabs are closed, the login of the slot stays.",
    input: z.strictObject({}),
    effect: "acts",
    by: "room",
    summary: () => "release the slot",
  }),
];

const byName = new Map(tools.map((entry) => [entry.name, entry]));

export function findTool(name: string): Tool | undefined {
  return byName.get(name);
}
