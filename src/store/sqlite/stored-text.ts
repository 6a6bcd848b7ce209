import { z } from 'zod';

/** Keeps a byte order mark, because texts are compared and hashed. */
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * SQL for the bytes of a text: reading one that isn't UTF-8 as text (a flipped bit on disk is
 * enough) ends the process inside libsql. Null if the column holds no text.
 */
export const bytesOf = (column: string): string =>
  `CASE typeof(${column}) WHEN 'text' THEN CAST(${column} AS BLOB) END`;

/** The same for a number: if somebody wrote a text instead, it may not be UTF-8 either. */
export const wholeOf = (column: string): string =>
  `CASE typeof(${column}) WHEN 'integer' THEN ${column} END`;

type Bytes = ArrayBuffer | Uint8Array | null;

const lossyDecoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The result of `bytesOf`: libsql has one class for a single row and another for all. */
export const bytes = z.custom<Bytes>(
  (found) => found === null || found instanceof ArrayBuffer || found instanceof Uint8Array,
);

/** What is left of a text: � for each byte that none is, and an empty one for what is no text. */
export const lossyText = bytes.transform((found) =>
  found === null ? '' : lossyDecoder.decode(found),
);

/** Null = not readable as text. */
export const storedText = bytes.transform(decodeStored);

export function decodeStored(found: Bytes): string | null {
  if (found === null) return null;
  try {
    return decoder.decode(found);
  } catch {
    return null;
  }
}
