import { placeOf } from "../../../core/action/evidence.ts";
import type { LoginFlow } from "../../../core/login/flow.ts";
import type { LoginView } from "../../../core/view/login-view.ts";
import type { Room } from "../room.ts";
import type { SlotRuntime } from "../slot-runtime.ts";
import { loginAddress } from "./person-chrome.ts";

export function loginView(room: Room, slot: SlotRuntime): LoginView {
  const address = loginAddress(room, slot);
  return {
    ...slot.login.health,
    address: address === null ? null : placeOf(address),
    window: windowOf(slot.loginFlow),
  };
}

function windowOf(flow: LoginFlow): LoginView["window"] {
  switch (flow.kind) {
    case "idle":
      return "none";
    case "freeing":
    case "opening":
      return "opening";
    case "open":
    case "closing":
      return flow.kind;
    case "restarting":
    case "verifying":
      return "checking";
    default:
      return flow satisfies never;
  }
}
