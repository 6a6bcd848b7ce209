/** Yields to the event loop between slices of long work. */
export function yieldToOthers(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** A turn of the event loop that is longer has somebody's work in it. */
const BUSY_MS = 8;
const MOST_TURNS = 25;

/** Waits for a turn of the event loop in which others do little, but not for ever. */
export async function othersFirst(): Promise<void> {
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    const begun = performance.now();
    await yieldToOthers();
    if (performance.now() - begun < BUSY_MS) return;
  }
}
