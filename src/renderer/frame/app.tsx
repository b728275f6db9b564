import { Inspector } from "../inspector/inspector.tsx";
import { useKeyboard } from "../keyboard/use-keyboard.ts";
import { useDock } from "../state/store.ts";
import { Targets } from "../targets/targets.tsx";
import { OffWallList } from "../wall/off-wall-list.tsx";
import { WallMap } from "../wall/wall-map.tsx";
import { noAgentYet } from "../words/room.ts";
import { AttentionStrip } from "./attention-strip.tsx";
import { Fault } from "./fault.tsx";
import { Help } from "./help.tsx";
import { NoAgentYet } from "./no-agent-yet.tsx";
import { NoRoom } from "./no-room.tsx";
import { NoticeCorner } from "./notice-corner.tsx";
import { ProblemBanners } from "./problem-banners.tsx";
import { Queue } from "./queue.tsx";
import { Settings } from "./settings.tsx";
import { TopBar } from "./top-bar.tsx";

/** The control room window. */
export function App() {
  useKeyboard();
  const snapshot = useDock((state) => state.snapshot);
  const fault = useDock((state) => state.fault);
  const settings = useDock((state) => state.settings);
  const helpOpen = useDock((state) => state.helpOpen);
  const targetsOpen = useDock((state) => state.targetsOpen);
  if (snapshot === null) return <NoRoom fault={fault} />;
  const { room, slots, queue, attention, events } = snapshot;
  return (
    <div className="window">
      <TopBar room={room} />
      <AttentionStrip attention={attention} />
      {fault && <Fault fault={fault} />}
      <ProblemBanners room={room} />
      <div className="desk">
        <main className="desk-wall" aria-label="Wall">
          {noAgentYet(slots, queue.length) ? (
            <NoAgentYet configuration={room.mcpConfiguration} />
          ) : (
            <WallMap room={room} slots={slots} />
          )}
        </main>
        <Inspector slots={slots} events={events} />
        <div className="desk-drawer">
          <Queue queue={queue} />
          <OffWallList slots={slots} />
        </div>
      </div>
      <NoticeCorner />
      {targetsOpen && <Targets slots={slots} />}
      {settings && <Settings draft={settings} room={room} />}
      {helpOpen && <Help configuration={room.mcpConfiguration} />}
    </div>
  );
}
