import { Icon } from "../icons.tsx";
import type { Notice } from "../state/notices.ts";
import { dismiss, useDock } from "../state/store.ts";

/** What the last calls said. Two regions, because a screen reader may interrupt only for errors. */
export function NoticeCorner() {
  const notices = useDock((state) => state.notices);
  return (
    <div className="notice-corner">
      <div role="alert">{notices.filter((notice) => notice.tone === "error").map(draw)}</div>
      <div role="status">{notices.filter((notice) => notice.tone === "info").map(draw)}</div>
    </div>
  );
}

function draw(notice: Notice) {
  return <NoticeBox key={notice.id} notice={notice} />;
}

function NoticeBox({ notice }: { readonly notice: Notice }) {
  return (
    <div className="notice" data-tone={notice.tone}>
      <div>
        <p>
          {notice.title}
          {notice.times > 1 && <b> ×{notice.times}</b>}
        </p>
        {notice.hint !== null && <p className="hint">{notice.hint}</p>}
        {notice.code !== null && <code>{notice.code}</code>}
      </div>
      <button
        type="button"
        className="button button-icon button-plain"
        aria-label="Dismiss this message"
        onClick={() => dismiss(notice.id)}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}
