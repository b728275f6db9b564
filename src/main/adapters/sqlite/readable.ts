import { z } from "zod";

const ofSlot = z.object({ slot: z.int() });

/**
 * The rows that have the expected shape. One that has not is left as it is and told of by its slot, so that one bad row
 * costs its slot a look and not everybody the start (R50).
 */
export function readable<Shape extends z.ZodType>(
  rows: readonly unknown[],
  shape: Shape,
  onUnreadable: (slot: number) => void,
): z.output<Shape>[] {
  return rows.flatMap((row) => {
    const parsed = shape.safeParse(row);
    if (parsed.success) return [parsed.data];
    const place = ofSlot.safeParse(row);
    if (!place.success) throw parsed.error;
    onUnreadable(place.data.slot);
    return [];
  });
}
