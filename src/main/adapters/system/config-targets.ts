import { z } from "zod";

/** A page of the site, and what stands on it: a text, or an element by its selector. */
const pageMark = z
  .strictObject({
    url: z.url({ protocol: /^https?$/ }),
    text: z.string().min(1).max(400).optional(),
    selector: z.string().min(1).max(400).optional(),
  })
  .refine(({ text, selector }) => (text === undefined) !== (selector === undefined), {
    message: "needs either text or selector",
  });

/** A host name, which stands for its subdomains too (R32). */
const site = z.string().regex(/^[a-z0-9.-]+$/, "is a host name such as shop.example, without scheme, port or path");

/** What is known about one login target. */
export const targetConfig = z.strictObject({
  sites: z
    .array(site)
    .max(100)
    .default([])
    .describe("The hosts that belong to it; their cookies tell whether a login has survived (R30)."),
  login: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe("Where the person logs in; a page that leads there says that the login has expired (R30)."),
  mark: pageMark.optional().describe("Stands there only while somebody is logged in (R30)."),
  check: pageMark
    .optional()
    .describe("Tells whether an action took effect (R7). Found means applied; not found decides nothing."),
  conflictKeys: z
    .array(z.string().min(1).max(200))
    .max(20)
    .default([])
    .describe("What two targets must not use at the same time, such as one account of a site (R17)."),
  worktrees: z
    .enum(["share", "separate"])
    .default("share")
    .describe("For a repository: whether its worktrees share this target, or each is a target of its own (R14)."),
});
