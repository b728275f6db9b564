import { DockError } from "../../../shared/errors.ts";

/**
 * Loads what only one system needs. The package is optional: where it could not be installed or built, the rest was
 * installed without it.
 * @param hint what the person has to do to have it
 * @throws DockError `DISPLAY_MISSING`
 */
export async function loadOptional<Loaded>(name: string, hint: string, load: () => Promise<Loaded>): Promise<Loaded> {
  try {
    return await load();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const message = `The package ${name}, by which windows are brought to the front here, can't be loaded: ${reason}`;
    throw new DockError("DISPLAY_MISSING", message, { cause, hint });
  }
}
