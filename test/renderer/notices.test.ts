import { describe, expect, it } from "vitest";
import { errorNotice, infoNotice, type Notice, withNotice, withoutNotice } from "../../src/renderer/state/notices.ts";
import { DockError } from "../../src/shared/errors.ts";

describe("notices", () => {
  it("say what was asked for, what happened and what to do", () => {
    const notice = errorNotice(1, "Release slot 2", new DockError("SLOT_NOT_LIVE", "Slot 2 has no Chrome.").body());
    expect(notice.title).toBe("Release slot 2: Slot 2 has no Chrome.");
    expect(notice.hint).toContain("opens with the next lease");
    expect(notice.code).toBe("SLOT_NOT_LIVE");
  });

  it("count what is said again instead of showing it twice", () => {
    const twice = withNotice(withNotice([], infoNotice(1, "same")), infoNotice(2, "same"));
    expect(twice.map(({ id, times }) => [id, times])).toEqual([[2, 2]]);
  });

  it("keep the newest four", () => {
    let notices: readonly Notice[] = [];
    for (const id of [1, 2, 3, 4, 5]) notices = withNotice(notices, infoNotice(id, `message ${id}`));
    expect(notices.map((notice) => notice.id)).toEqual([2, 3, 4, 5]);
    expect(withoutNotice(notices, 4).map((notice) => notice.id)).toEqual([2, 3, 5]);
  });
});
