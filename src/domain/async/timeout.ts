/** True if `work` resolves or rejects within `ms`. Never throws. */
export function settlesWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ms);
    const settled = () => {
      clearTimeout(timer);
      resolve(true);
    };
    work.then(settled, settled);
  });
}

/** Returns `otherwise` if `work` takes longer than `ms`. */
export async function withFallback<Value>(
  ms: number,
  work: Promise<Value>,
  otherwise: Value,
): Promise<Value> {
  return (await settlesWithin(ms, work)) ? work : otherwise;
}
