/** Lines and columns begin with 0. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** `source`: its place in the map's `sources`. */
export interface SourcePosition extends Position {
  readonly source: number;
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES = new Int8Array(128);
for (let value = 0; value < DIGITS.length; value++) VALUES[DIGITS.charCodeAt(value)] = value;

const COMMA = 44;
const SEMICOLON = 59;

/**
 * What a source map's `mappings` (ECMA-426, section 9) say of a place in the built file; null where
 * its line has none at or before it. Reads up to that place and keeps nothing: Node's own class
 * makes a table of them all, which takes 55 MB for our bundle.
 */
export function findSource(mappings: string, at: Position): SourcePosition | null {
  // Each is told as what it differs by: the built column, the source, its line, its column.
  const fields = [0, 0, 0, 0, 0];
  let line = 0;
  let field = 0;
  let found: SourcePosition | null = null;
  for (let index = 0; index <= mappings.length; index++) {
    const char = index < mappings.length ? mappings.charCodeAt(index) : SEMICOLON;
    if (char === COMMA || char === SEMICOLON) {
      if (line === at.line && field > 0) {
        const [builtColumn = 0, source = 0, sourceLine = 0, column = 0] = fields;
        if (builtColumn > at.column) return found;
        found = field === 1 ? null : { source, line: sourceLine, column };
      }
      field = 0;
      if (char === SEMICOLON) {
        if (line++ === at.line) return found;
        fields[0] = 0;
      }
      continue;
    }
    let value = 0;
    for (let shift = 0; ; shift += 5) {
      const digit = VALUES[mappings.charCodeAt(index)] ?? 0;
      value |= (digit & 31) << shift;
      if (digit < 32 || index + 1 >= mappings.length) break;
      index++;
    }
    fields[field] = (fields[field] ?? 0) + (value & 1 ? -(value >> 1) : value >> 1);
    field++;
  }
  return null;
}
