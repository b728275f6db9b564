import type { RoomView } from "../../core/view/snapshot.ts";
import { liveWords } from "../words/room.ts";

/** How many of the allowed Chromes are live (R10), as words and as one mark for each. */
export function LiveMeter({ room }: { readonly room: RoomView }) {
  const marks = Array.from({ length: room.cap }, (_, index) => index);
  return (
    <p className="live-meter">
      <span className="live-marks" aria-hidden="true">
        {marks.map((index) => (
          <i key={index} data-live={index < room.live} />
        ))}
      </span>
      {liveWords(room)}
    </p>
  );
}
