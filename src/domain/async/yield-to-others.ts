/** Yields to the event loop between slices of long work. */
export function yieldToOthers(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Each hop of an answer may wait for so long behind background work. */
const LONG_MS = 2;

let turnBegan: number | undefined;

/**
 * Yields where this turn of the event loop has become long. For steps that are short, many, and
 * wait for nothing: together they would hold everybody up, and a yield for each costs too much.
 */
export async function yieldWhenLong(): Promise<void> {
  if (turnBegan === undefined) {
    turnBegan = performance.now();
    setImmediate(() => (turnBegan = undefined));
  } else if (performance.now() - turnBegan >= LONG_MS) await yieldToOthers();
}
