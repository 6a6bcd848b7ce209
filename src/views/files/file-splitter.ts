import { gzipPart, type GzipPart } from './gzip-part.js';
import type { TextChunk } from './text-chunks.js';

export interface FileLimits {
  /** Limit for an uncompressed file, which is held whole. */
  readonly plainBytes: number;
  readonly fileBytes: number;
  /** All files of a message: Discord takes 25 MiB per request, including all the rest. */
  readonly totalBytes: number;
  readonly files: number;
}

interface WrittenFile {
  readonly data: Uint8Array;
  readonly gzipped: boolean;
}

/** A line too long for any part is cut into pieces of this size. */
const PIECE = 256 * 1024;

/** Too little room for another part. */
const MIN_PART = 4096;

/** Holds plain text until it no longer fits one file, then gzips the rest too. */
export function fileSplitter(limits: FileLimits) {
  const plain: TextChunk[] = [];
  let plainBytes = 0;
  let rows = 0;
  let heading: TextChunk | undefined;
  let part: GzipPart | undefined;
  const done: Uint8Array[] = [];

  const room = () =>
    Math.min(
      limits.fileBytes,
      limits.totalBytes - done.reduce((sum, { length }) => sum + length, 0),
    );

  async function gzipped(chunk: TextChunk): Promise<boolean> {
    const written = (await inAnyPart(chunk)) || (await inPieces(chunk));
    if (written) rows += chunk.rows;
    return written;
  }

  async function inAnyPart(chunk: TextChunk): Promise<boolean> {
    return (await part?.add(chunk.data)) || (await inNextPart(chunk));
  }

  /** Spreads a line over several parts, to be joined in order; not if each part has a heading. */
  async function inPieces({ data }: TextChunk): Promise<boolean> {
    if (data.length <= PIECE || heading !== undefined) return false;
    for (let at = 0; at < data.length; at += PIECE)
      if (!(await inAnyPart({ data: data.subarray(at, at + PIECE), rows: 0 }))) return false;
    return true;
  }

  async function inNextPart(chunk: TextChunk): Promise<boolean> {
    await closePart();
    if (done.length === limits.files || room() < MIN_PART) return false;
    const next = gzipPart(room());
    for (const each of chunk.isHeading || heading === undefined ? [chunk] : [heading, chunk])
      if (!(await next.add(each.data))) return false;
    part = next;
    return true;
  }

  async function closePart(): Promise<void> {
    if (part === undefined) return;
    const full = part;
    part = undefined;
    done.push(await full.finish());
  }

  return {
    /** False if there is no room left. */
    async add(chunk: TextChunk): Promise<boolean> {
      if (chunk.isHeading) heading = chunk;
      if (part !== undefined || done.length > 0) return gzipped(chunk);
      if (plainBytes + chunk.data.length <= Math.min(limits.plainBytes, room())) {
        plain.push(chunk);
        plainBytes += chunk.data.length;
        return true;
      }
      for (const piece of [...plain.splice(0), chunk]) if (!(await gzipped(piece))) return false;
      return true;
    },
    async finish(): Promise<{ written: WrittenFile[]; rows: number }> {
      await closePart();
      if (done.length > 0) return { written: done.map((data) => ({ data, gzipped: true })), rows };
      return {
        written: [{ data: Buffer.concat(plain.map(({ data }) => data)), gzipped: false }],
        rows: plain.reduce((sum, chunk) => sum + chunk.rows, 0),
      };
    },
  };
}
