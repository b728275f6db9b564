import type { Locator } from "playwright-core";
import { z } from "zod";
import { locate } from "../references.ts";
import { Refusal } from "../refusal.ts";
import type { Limits } from "../steps.ts";
import { type BrokerTool, defineBrokerTool } from "../tool.ts";

const field = z.object({
  name: z.string(),
  target: z.string(),
  type: z.enum(["textbox", "checkbox", "radio", "combobox", "slider"]),
  value: z.string(),
});
type Field = z.output<typeof field>;

export const forms: readonly BrokerTool[] = [
  defineBrokerTool("browser_fill_form", z.object({ fields: z.array(field) }), async (context, { fields }) => {
    const tab = await context.tabs.current();
    // All are found before the first is filled: a form that is half filled because of a typing error helps nobody.
    const found: { field: Field; locator: Locator }[] = [];
    for (const field of fields) found.push({ field: checked(field), locator: await locate(tab, field.target) });
    return {
      page: tab.page,
      perform: async (steps) => {
        for (const { field, locator } of found) await steps.run((limits) => fill(locator, field, limits), "script");
      },
    };
  }),
  defineBrokerTool(
    "browser_select_option",
    z.object({ target: z.string(), values: z.array(z.string()) }),
    async (context, { target, values }) => {
      const tab = await context.tabs.current();
      const locator = await locate(tab, target);
      return {
        page: tab.page,
        perform: (steps) => steps.run((limits) => locator.selectOption(values, limits), "script"),
      };
    },
  ),
];

/** @throws Refusal `ARGUMENTS_INVALID` */
function checked(field: Field): Field {
  const switches = field.type === "checkbox" || field.type === "radio";
  if (switches && field.value !== "true" && field.value !== "false") {
    throw new Refusal("ARGUMENTS_INVALID", `fields: “${field.name}” is a ${field.type}, its value is true or false.`);
  }
  return field;
}

async function fill(locator: Locator, field: Field, limits: Limits): Promise<void> {
  switch (field.type) {
    case "textbox":
    case "slider":
      return locator.fill(field.value, limits);
    case "checkbox":
    case "radio":
      return locator.setChecked(field.value === "true", limits);
    case "combobox":
      await locator.selectOption({ label: field.value }, limits);
      return;
    default:
      return field.type satisfies never;
  }
}
