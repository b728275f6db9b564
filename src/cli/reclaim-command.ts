import {
  nothingToReclaim,
  obstacleSentence,
  type ReclaimPreview,
  reclaimLines,
  tabLine,
} from "../core/view/reclaim-words.ts";
import { operatorCalls } from "../shared/contract/operator.ts";
import { DockError } from "../shared/errors.ts";
import { type Command, read, text } from "./arguments.ts";
import { plain } from "./output.ts";
import { receiptText } from "./status/receipt-text.ts";
import { slotNumber, UsageError } from "./usage.ts";

/**
 * `sessiondock reclaim [N] [--epoch E] [--yes]` (R16): what would be lost if slot N, or else the one that has been idle
 * longest, were taken back; with `--yes` it is done. `--epoch` holds it to what was shown before.
 */
export const reclaimCommand: Command = (args, output) => {
  const { values, positionals } = read(args, { yes: { type: "boolean" }, epoch: { type: "string" } });
  const slot = positionals.length === 0 ? undefined : slotNumber(positionals, "reclaim");
  const epoch = epochNamed(text(values["epoch"]));
  if (epoch !== null && slot === undefined) throw new UsageError("reclaim: --epoch needs the number of its slot");
  return async (client) => {
    const { preview, exempt } = await client.call(operatorCalls.reclaimPreview, { slot });
    if (values["yes"] !== true) return preview ? shown(preview) : nothingToReclaim(exempt).join("\n");
    if (!preview) throw new DockError("NOT_RECLAIMABLE", nothingToReclaim(exempt).join(" "));
    const { obstacle, idleSince } = preview;
    if (obstacle !== null) throw new DockError("NOT_RECLAIMABLE", obstacleSentence({ slot: preview.slot, obstacle }));
    const input = { slot: preview.slot, epoch: epoch ?? preview.epoch, idleSince };
    const receipt = await client.call(operatorCalls.reclaim, input);
    return [...lossLines(preview), receiptText(receipt, output.paint)].join("\n");
  };
};

function shown(preview: ReclaimPreview): string {
  const { slot, epoch, obstacle } = preview;
  const how = `To do it: sessiondock reclaim ${slot} --epoch ${epoch} --yes`;
  return [...lossLines(preview), ...(obstacle === null ? [how] : [])].join("\n");
}

function lossLines(preview: ReclaimPreview): readonly string[] {
  const tabs = (preview.tabs ?? []).map((tab) => `  ${plain(tabLine(tab))}`);
  return [...reclaimLines(preview, Date.now()).map(plain), ...tabs];
}

function epochNamed(epoch: string | undefined): number | null {
  if (epoch === undefined) return null;
  if (/^\d{1,15}$/.test(epoch)) return Number(epoch);
  throw new UsageError(`reclaim: "${epoch}" is not an epoch; it is a number that the preview states`);
}
