import type { WallView } from "../../core/view/snapshot.ts";
import { pageWords } from "../../core/view/wall-words.ts";
import { Icon } from "../icons.tsx";
import { showPage } from "../state/wall-intents.ts";
import { pageBeside } from "../wall/choices.ts";

/** Which four windows are in sight, and the way to the others. */
export function PageTurner({ wall }: { readonly wall: WallView }) {
  return (
    <div className="page-turner">
      <PageButton label="Previous page" shortcut="[" icon="previous" page={pageBeside(wall, -1)} />
      <span>{pageWords(wall)}</span>
      <PageButton label="Next page" shortcut="]" icon="next" page={pageBeside(wall, 1)} />
    </div>
  );
}

interface PageButtonProps {
  readonly label: string;
  readonly shortcut: string;
  readonly icon: "previous" | "next";
  /** Null where there is no such page. */
  readonly page: number | null;
}

function PageButton({ label, shortcut, icon, page }: PageButtonProps) {
  return (
    <button
      type="button"
      className="button button-icon"
      aria-label={label}
      title={`${label} (${shortcut})`}
      // Stays reachable by keyboard: the focus must not be lost at the last page.
      aria-disabled={page === null}
      onClick={() => {
        if (page !== null) void showPage(page);
      }}
    >
      <Icon name={icon} />
    </button>
  );
}
