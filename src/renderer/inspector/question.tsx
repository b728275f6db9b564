import type { ReactNode } from "react";

/** A question and its answer, with the facts that the answer rests on. The three are never folded into one. */
export function Question({ asks, children }: { readonly asks: string; readonly children: ReactNode }) {
  return (
    <section className="question" aria-label={asks}>
      <h3>{asks}</h3>
      {children}
    </section>
  );
}
