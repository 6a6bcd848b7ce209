const waiting: (() => void)[] = [];

/**
 * Yields to the event loop between slices of long work. All such work takes turns: in each turn of
 * the event loop one slice, or that of twelve servers would hold up everybody twelve times as long.
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

/** A turn of the event loop that is longer has somebody's work in it. */
const BUSY_MS = 8;
const MAX_TURNS = 25;

/** Waits for a turn of the event loop in which others do little, but not for ever. */
export async function othersFirst(): Promise<void> {
  for (let turn = 0; turn < MAX_TURNS; turn++) {
    const begun = performance.now();
    await nextTurn();
    if (performance.now() - begun < BUSY_MS) return;
  }
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
  } else if (performance.now() - turnBegan >= LONG_MS) await nextTurn();
}
