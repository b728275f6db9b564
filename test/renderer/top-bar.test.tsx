import { describe, expect, it } from "vitest";
import type { MonitorView, RoomView } from "../../src/core/view/snapshot.ts";
import { MonitorPicker } from "../../src/renderer/frame/monitor-picker.tsx";
import { ProblemBanners } from "../../src/renderer/frame/problem-banners.tsx";
import { TopBar } from "../../src/renderer/frame/top-bar.tsx";
import { dateTime } from "../../src/renderer/words/time.ts";
import { draw, drawText, namesOf } from "./draw.ts";
import { focusGuardView, snapshotAt, wallView } from "./fixtures.ts";

const area = { x: 0, y: 0, width: 1920, height: 1080 };
const monitor = (id: string): MonitorView => {
  return { id, name: id, bounds: area, workArea: area, scale: 1, primary: false };
};
const roomWith = (more: Partial<RoomView>): RoomView => ({ ...snapshotAt(1).room, ...more });
const bar = (more: Partial<RoomView>) => draw(<TopBar room={roomWith(more)} />);

describe("the switch of the wall's modes", () => {
  it("is a group of radio buttons with names, one of them chosen", () => {
    const html = bar({ wall: wallView({ mode: "large", large: 4 }) });
    const radios = [...html.matchAll(/<input type="radio"[^>]*aria-label="([^"]+)"[^>]*>/g)];
    expect(radios.map(([, name]) => name)).toEqual(["Grid", "Four at a time", "One large"]);
    expect(radios.map(([tag]) => tag.includes("checked"))).toEqual([false, false, true]);
    expect(html).toContain("<legend");
  });

  it("says in words what each does, at the pointer, and what came of it, to a reader", () => {
    const html = bar({ wall: wallView({ mode: "large", large: 4 }) });
    expect(html).toContain('title="Grid: all windows at once (G)"');
    expect(html).toMatch(/role="status">Wall: slot 4 large/);
  });
});

describe("the pages of the wall", () => {
  const pages = (page: number) => bar({ wall: wallView({ mode: "pages", page, pages: 3 }) });
  const isOff = (html: string, name: string) => new RegExp(`aria-label="${name}"[^>]*aria-disabled="true"`).test(html);

  it("can be turned, but not beyond the first and the last", () => {
    expect(pages(2)).toContain("page 2 of 3");
    expect([1, 2, 3].map((page) => isOff(pages(page), "Previous page"))).toEqual([true, false, false]);
    expect([1, 2, 3].map((page) => isOff(pages(page), "Next page"))).toEqual([false, false, true]);
  });

  it("are not there in the other modes", () => {
    expect(namesOf(bar({}))).not.toContain("Next page");
  });
});

describe("the focus guard's counter", () => {
  const counter = (more: Parameters<typeof focusGuardView>[0]) => bar({ focusGuard: focusGuardView(more) });

  it("is calm while nothing was lost, and warns when something may have been", () => {
    expect(counter({})).toMatch(/class="badge badge-button"[^>]*>.*?Keyboard: 0 taken/);
    expect(counter({ taken: 2, reversed: 2 })).toMatch(/class="badge badge-button"[^>]*>.*?2 taken, 2 given back/);
    expect(counter({ taken: 2, reversed: 1 })).toMatch(/badge-warning"[^>]*>.*?2 taken, 1 given back/);
    expect(counter({ present: false })).toMatch(/badge-warning"[^>]*>.*?No focus guard/);
  });

  it("explains itself, and says when the last time was", () => {
    const lastAt = Date.UTC(2026, 0, 5, 9, 0, 7);
    expect(counter({ taken: 1, reversed: 1, lastAt })).toContain(
      `Each time it was seen to be given back. Last at ${dateTime(lastAt)}."`,
    );
    expect(counter({})).not.toContain("Last at");
  });
});

describe("windows that overlap", () => {
  it("are told, and only then", () => {
    expect(bar({ wall: wallView({ fits: false }) })).toContain("windows overlap");
    expect(bar({})).not.toContain("windows overlap");
  });
});

describe("a monitor that is not connected", () => {
  const away = roomWith({ monitors: [monitor("DP-2")], wall: wallView({ monitor: "DP-2", missing: "HDMI-1" }) });
  const back = roomWith({ monitors: [monitor("DP-2"), monitor("HDMI-1")], wall: wallView({ monitor: "HDMI-1" }) });

  it("is told by a banner until it is back", () => {
    expect(drawText(<ProblemBanners room={away} />)).toContain(
      "HDMI-1 is not connected; the windows stand on DP-2 meanwhile.",
    );
    expect(draw(<ProblemBanners room={away} />)).toContain('role="alert"');
    expect(drawText(<ProblemBanners room={back} />)).not.toContain("not connected");
  });

  it("stays the one that is chosen, so that the other can be chosen instead", () => {
    const chosen = (room: RoomView) =>
      draw(<MonitorPicker room={room} />).match(/<option[^>]*selected[^>]*>[^<]*/)?.[0];
    expect(chosen(away)).toMatch(/value="HDMI-1".*HDMI-1 — not connected/);
    expect(chosen(back)).toMatch(/value="HDMI-1".*1920 × 1080/);
  });
});
