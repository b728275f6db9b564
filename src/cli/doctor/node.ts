import { type Check, ok } from "./check.ts";

/** An older Node never gets here: the entry refuses it before it loads anything. The line is for reports. */
export const nodeCheck: Check = {
  name: "Node.js",
  run: () => ok(`${process.versions.node} at ${process.execPath}`),
};
