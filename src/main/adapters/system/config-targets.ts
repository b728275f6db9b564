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
  /** The hosts that belong to it; their cookies tell whether a login has survived (R30). */
  sites: z.array(site).max(100).default([]),
  /** R30: where the person logs in; a page that leads there says that the login has expired. */
  login: z.url({ protocol: /^https?$/ }).optional(),
  /** R30: stands there only while somebody is logged in. */
  mark: pageMark.optional(),
  /** R7: tells whether an action took effect. Found means applied; not found decides nothing. */
  check: pageMark.optional(),
  /** R17: what two targets must not use at the same time, such as one account of a site. */
  conflictKeys: z.array(z.string().min(1).max(200)).max(20).default([]),
});
