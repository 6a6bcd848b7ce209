/** Finds the text between two marks in one pass: text from the pool must not stall the page. */
export interface Paired {
  readonly inner: string;
  /** From the opening mark's first character to the closing mark's last. */
  readonly length: number;
}

/** `source` begins with `mark`; null if nothing closes it. */
export function readPaired(source: string, mark: string): Paired | null {
  for (let at = mark.length; at < source.length; at += 1) {
    if (source[at] === '\\') at += 1;
    else if (source.startsWith(mark, at)) {
      if (mark.length === 1 && source[at + 1] === mark) {
        // A double mark inside a single one is a pair of its own: `*a **b** c*`.
        const close = source.indexOf(mark + mark, at + 2);
        at = close === -1 ? at + 1 : close + 1;
        continue;
      }
      // In `a***` the last two close a pair.
      while (mark.length === 2 && source.startsWith(mark, at + 1)) at += 1;
      return closed(source, mark, at);
    }
  }
  return null;
}

function closed(source: string, mark: string, at: number): Paired | null {
  const inner = source.slice(mark.length, at);
  return inner === '' ? null : { inner, length: at + mark.length };
}

/** `source` begins with backticks; null if no run of equal length follows. */
export function readCode(source: string): Paired | null {
  const fence = runAt(source, 0);
  for (let at = source.indexOf('`', fence); at !== -1; at = source.indexOf('`', at)) {
    const run = runAt(source, at);
    if (run === fence) return { inner: trim(source.slice(fence, at)), length: at + run };
    at += run;
  }
  return null;
}

/** Number of backticks at `start`. */
export function runAt(source: string, start: number): number {
  let at = start;
  while (source[at] === '`') at += 1;
  return at - start;
}

/** A space between the fence and a backtick belongs to the fence. */
function trim(code: string): string {
  return code.replace(/^ (?=`)|(?<=`) $/g, '');
}
