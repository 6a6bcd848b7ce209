const waiting: (() => void)[] = [];

/**
 * Yields to the event loop between slices of long work. All such work takes turns, one slice per
 * turn of the event loop; otherwise twelve servers' work would delay everybody twelve times as
 * long.
 */
export function yieldToOthers(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(resumeNext);
  });
}

function resumeNext(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(resumeNext);
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** A longer turn of the event loop contains somebody's work. */
const BUSY_MS = 8;
const MAX_TURNS = 25;

/** Waits for a quiet turn of the event loop, but not for ever. */
export async function othersFirst(): Promise<void> {
  for (let turn = 0; turn < MAX_TURNS; turn++) {
    const begun = performance.now();
    await nextTurn();
    if (performance.now() - begun < BUSY_MS) return;
  }
}

/** How long each hop of an answer may wait behind background work. */
const LONG_MS = 2;

let turnBegan: number | undefined;

/**
 * Yields if this turn of the event loop has become long. For many short steps that wait for
 * nothing: together they would delay everybody, and a yield for each costs too much.
 */
export async function yieldWhenLong(): Promise<void> {
  if (turnBegan === undefined) {
    turnBegan = performance.now();
    setImmediate(() => (turnBegan = undefined));
  } else if (performance.now() - turnBegan >= LONG_MS) await nextTurn();
}
