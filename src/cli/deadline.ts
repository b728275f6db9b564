/**
 * @param milliseconds how long `work` may take; it isn't stopped then, only no longer waited for
 * @throws what `late` makes
 */
export async function withDeadline<Value>(
  work: Promise<Value>,
  milliseconds: number,
  late: () => Error,
): Promise<Value> {
  const deadline = Promise.withResolvers<never>();
  const timer = setTimeout(() => deadline.reject(late()), milliseconds);
  try {
    return await Promise.race([work, deadline.promise]);
  } finally {
    clearTimeout(timer);
  }
}
