/**
 * What lies on the disk for the slots, and its end (R14). A wipe is named by an id, so that one that was cut short can be
 * finished.
 */
export interface Workplaces {
  /**
   * Takes everything of the slot out of its place, by one rename. After that nothing of it can be opened in the slot any
   * more, whatever happens. Where there is nothing, or the same wipe has moved it before, nothing is done.
   * @throws DockError `WIPE_NOT_PROVEN` when it could not be moved: then it is where it was
   */
  moveAside(slot: number, wipe: string): void;
  /**
   * Removes what the wipe moved aside, and what was written into the slot's place since; looks whether all of it is gone,
   * and makes that last over a power cut.
   * @throws DockError `WIPE_NOT_PROVEN` that names what is still there
   */
  remove(slot: number, wipe: string): Promise<void>;
  /**
   * Removes what wipes moved aside that are over.
   * @param open wipes that are not: theirs is left
   * @returns what could not be removed, in words
   */
  sweep(open: ReadonlySet<string>): Promise<readonly string[]>;
}
