import { z } from 'zod';

/** A byte order mark is kept: texts are compared and hashed. */
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * SQL for the bytes of a text: one that isn't UTF-8, a flipped bit on the disk is enough, read as
 * text ends the process inside libsql. Null where the column holds no text.
 */
export const bytesOf = (column: string): string =>
  `CASE typeof(${column}) WHEN 'text' THEN CAST(${column} AS BLOB) END`;

/** The same for a number: where somebody wrote a text instead, that may not be UTF-8 either. */
export const wholeOf = (column: string): string =>
  `CASE typeof(${column}) WHEN 'integer' THEN ${column} END`;

type Bytes = ArrayBuffer | Uint8Array | null;

/** What `bytesOf` gives: libsql has one class for one row and another for all. */
export const bytes = z.custom<Bytes>(
  (found) => found === null || found instanceof ArrayBuffer || found instanceof Uint8Array,
);

/** Null = it can't be read as text. */
export const storedText = bytes.transform(decodeStored);

export function decodeStored(found: Bytes): string | null {
  if (found === null) return null;
  try {
    return decoder.decode(found);
  } catch {
    return null;
  }
}
