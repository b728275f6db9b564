import { Icon, type IconName } from "../icons.tsx";
import type { Need } from "../words/need.ts";

const signs: Readonly<Record<Need["kind"], IconName>> = {
  quarantine: "warning",
  help: "asks",
  parked: "parked",
  other: "warning",
};

/** One reason why a card needs the person: icon, colour and sentence. */
export function NeedLine({ need }: { readonly need: Need }) {
  return (
    <p className="need" data-kind={need.kind} title={need.text}>
      <Icon name={signs[need.kind]} />
      <span>{need.text}</span>
    </p>
  );
}
