type Answer = number | boolean | readonly number[] | undefined;

/**
 * A record of what a system is to be asked, in order, and what it answers. Any other call, order or argument fails; so
 * does what is left over.
 */
export class Recorded {
  readonly #expected: { readonly call: string; readonly answer: Answer }[] = [];

  expect(call: string, answer?: Answer): this {
    this.#expected.push({ call, answer });
    return this;
  }

  asked(name: string, ...values: readonly unknown[]): Answer {
    const call = `${name}(${values.map(String).join(", ")})`;
    const next = this.#expected.shift();
    if (next?.call !== call) throw new Error(`asked for ${call}, recorded is ${next?.call ?? "nothing more"}`);
    return next.answer;
  }

  /** Waits for the work, and sees that nothing is left of the record. */
  async whole<Result>(work: Promise<Result>): Promise<Result> {
    const result = await work;
    this.end();
    return result;
  }

  end(): void {
    const [left] = this.#expected;
    if (left) throw new Error(`${left.call} was not asked for`);
  }
}

export const noDisplays = { list: () => [], onChanged: () => () => {} };

/** @returns the code of the error, and the hint that comes with it */
export async function refusal(work: Promise<unknown>): Promise<{ code: unknown; hint: unknown }> {
  const thrown: unknown = await work.then(
    () => null,
    (error: unknown) => error,
  );
  const field = (name: string): unknown =>
    typeof thrown === "object" && thrown !== null ? Reflect.get(thrown, name) : undefined;
  return { code: field("code"), hint: field("hint") };
}
