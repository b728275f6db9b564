import type { BrokerTool } from "./tool.ts";
import { dialogs } from "./tools/dialogs.ts";
import { extract } from "./tools/extract.ts";
import { files } from "./tools/files.ts";
import { forms } from "./tools/forms.ts";
import { input } from "./tools/input.ts";
import { navigation } from "./tools/navigation.ts";
import { screenshot } from "./tools/screenshot.ts";
import { snapshot } from "./tools/snapshot.ts";
import { tabs } from "./tools/tabs.ts";
import { wait } from "./tools/wait.ts";

const all = [navigation, snapshot, input, forms, tabs, dialogs, files, extract, screenshot, wait].flat();

/** Every tool that the contract gives to the broker, by name. */
export const brokerTools: ReadonlyMap<string, BrokerTool> = new Map(all.map((tool) => [tool.name, tool]));
