import { z } from "zod";
import { locate } from "../references.ts";
import { type BrokerTool, defineBrokerTool } from "../tool.ts";

const target = z.string();
const modifiers = z.array(z.enum(["Alt", "Control", "ControlOrMeta", "Meta", "Shift"]));

export const input: readonly BrokerTool[] = [
  defineBrokerTool(
    "browser_click",
    z.object({
      target,
      doubleClick: z.boolean().optional(),
      button: z.enum(["left", "right", "middle"]).default("left"),
      modifiers: modifiers.default([]),
    }),
    async (context, { target, doubleClick, button, modifiers }) => {
      const tab = await context.tabs.current();
      const locator = await locate(tab, target);
      return {
        page: tab.page,
        perform: (steps) =>
          steps.run((limits) =>
            doubleClick === true
              ? locator.dblclick({ button, modifiers, ...limits })
              : locator.click({ button, modifiers, ...limits }),
          ),
      };
    },
  ),
  defineBrokerTool("browser_hover", z.object({ target }), async (context, { target }) => {
    const tab = await context.tabs.current();
    const locator = await locate(tab, target);
    return {
      page: tab.page,
      perform: (steps) => steps.run((limits) => locator.hover(limits)),
    };
  }),
  defineBrokerTool(
    "browser_type",
    z.object({ target, text: z.string(), submit: z.boolean().optional(), slowly: z.boolean().optional() }),
    async (context, { target, text, submit, slowly }) => {
      const tab = await context.tabs.current();
      const locator = await locate(tab, target);
      return {
        page: tab.page,
        perform: async (steps) => {
          if (slowly === true) await steps.run((limits) => locator.pressSequentially(text, limits));
          else await steps.run((limits) => locator.fill(text, limits), "script");
          if (submit === true) await steps.run((limits) => locator.press("Enter", limits));
        },
      };
    },
  ),
  defineBrokerTool("browser_press_key", z.object({ key: z.string() }), async (context, { key }) => {
    const { page } = await context.tabs.current();
    return {
      page,
      perform: (steps) => steps.run(() => page.keyboard.press(key)),
    };
  }),
];
