/** Lines and columns start at 0. */
export interface LineColumn {
  readonly line: number;
  readonly column: number;
}

/** `source`: its index in the map's `sources`. */
export interface SourcePosition extends LineColumn {
  readonly source: number;
}

/**
 * Where a line of the built file begins in the mappings, and what its first mapping is relative to.
 */
interface LineStart extends SourcePosition {
  readonly index: number;
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES = new Int8Array(128);
for (let value = 0; value < DIGITS.length; value++) VALUES[DIGITS.charCodeAt(value)] = value;

const COMMA = 44;
const SEMICOLON = 59;

/**
 * Finds what a source map's `mappings` (ECMA-426, section 9) say about a place in the built file;
 * null if its line has nothing at or before it. Stores where each line begins and decodes lines on
 * demand: Node's own class builds a table of all places, which takes 55 MB for our bundle.
 */
export function createSourceFinder(mappings: string): (at: LineColumn) => SourcePosition | null {
  const starts: LineStart[] = [{ index: 0, source: 0, line: 0, column: 0 }];
  for (let start = starts[0]; start !== undefined;) {
    const { next } = readLine(mappings, start, Infinity);
    start = next.index <= mappings.length ? next : undefined;
    if (start !== undefined) starts.push(start);
  }
  return ({ line, column }) => {
    const start = starts[line];
    return start === undefined ? null : readLine(mappings, start, column).found;
  };
}

/** Each mapping gives its difference from the previous one; the built column restarts at 0. */
function readLine(mappings: string, start: LineStart, upTo: number) {
  let { index, source, line, column } = start;
  let builtColumn = 0;
  let hasSource = false;

  const isAtEnd = () => {
    const char = index < mappings.length ? mappings.charCodeAt(index) : SEMICOLON;
    return char === COMMA || char === SEMICOLON;
  };
  const difference = () => {
    let value = 0;
    for (let shift = 0; ; shift += 5) {
      const digit = VALUES[mappings.charCodeAt(index++)] ?? 0;
      value |= (digit & 31) << shift;
      if (digit < 32 || index >= mappings.length) break;
    }
    return value & 1 ? -(value >> 1) : value >> 1;
  };

  while (index < mappings.length && mappings.charCodeAt(index) !== SEMICOLON) {
    if (mappings.charCodeAt(index) === COMMA) {
      index++;
      continue;
    }
    builtColumn += difference();
    if (builtColumn > upTo) break;
    hasSource = !isAtEnd();
    if (!hasSource) continue;
    source += difference();
    line += difference();
    column += difference();
    // Nobody uses its name.
    if (!isAtEnd()) difference();
  }
  const found: SourcePosition | null = hasSource ? { source, line, column } : null;
  return { found, next: { index: index + 1, source, line, column } };
}
