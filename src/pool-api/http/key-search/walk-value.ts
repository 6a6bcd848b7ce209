import { yieldToOthers } from '../../../domain/async/yield-to-others.js';

/** Called for everything inside a value; the walk waits for a promise before it goes on. */
export type Visit = (holder: object, name: string, inner: unknown) => Promise<void> | undefined;

/** Recursive functions write answers as JSON and as rows, and show them. */
export const DEEPEST_READ = 100;
/** How much is visited before others have their turn: about a millisecond. */
const SLICE = 10_000;

interface Frame {
  readonly holder: object;
  /** Undefined for a list, whose indexes need not be stored. */
  readonly names: readonly string[] | undefined;
  readonly length: number;
  at: number;
}

/**
 * Visits everything in parsed JSON, in order, the value itself first, in slices. Parts already
 * visited may be changed meanwhile.
 * @throws RangeError if it is nested too deeply
 */
export async function walkValue(box: [unknown], visit: Visit): Promise<void> {
  const open: Frame[] = [frameOf(box)];
  for (let frame = open.at(-1), seen = 1; frame !== undefined; frame = open.at(-1), seen++) {
    if (frame.at === frame.length) {
      open.pop();
      continue;
    }
    const name = frame.names?.[frame.at] ?? String(frame.at);
    frame.at++;
    const inner: unknown = Reflect.get(frame.holder, name);
    const work = visit(frame.holder, name, inner);
    if (work !== undefined) await work;
    if (seen % SLICE === 0) await yieldToOthers();
    if (typeof inner !== 'object' || inner === null) continue;
    if (open.length > DEEPEST_READ) throw new RangeError('nested too deeply');
    open.push(frameOf(inner));
  }
}

function frameOf(holder: object): Frame {
  if (Array.isArray(holder)) return { holder, names: undefined, length: holder.length, at: 0 };
  const names = Object.keys(holder);
  return { holder, names, length: names.length, at: 0 };
}
