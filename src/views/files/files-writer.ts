import { gzipPart, type GzipPart } from './gzip-part.js';
import type { TextChunk } from './text-chunks.js';

export interface FileLimits {
  /** One file that is not compressed: all of it is held until it is seen to fit. */
  readonly plainBytes: number;
  /** One file. */
  readonly fileBytes: number;
  /** All files of one message: Discord takes 25 MiB a request, and the rest of it needs room. */
  readonly totalBytes: number;
  readonly files: number;
}

/** One file as it is to be sent. */
export interface Written {
  readonly data: Uint8Array;
  readonly gzipped: boolean;
}

/** A line too long for any part is cut into such pieces. */
const PIECE = 256 * 1024;

/** Less room than this is not worth another part. */
const LEAST_PART = 4096;

/** Holds plain text until it no longer fits one file, and gzips from there on. */
export function filesWriter(limits: FileLimits) {
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

  /** Over several parts, if need be: joined in order, they are whole. Not below a heading. */
  async function inPieces({ data }: TextChunk): Promise<boolean> {
    if (data.length <= PIECE || heading !== undefined) return false;
    for (let at = 0; at < data.length; at += PIECE)
      if (!(await inAnyPart({ data: data.subarray(at, at + PIECE), rows: 0 }))) return false;
    return true;
  }

  async function inNextPart(chunk: TextChunk): Promise<boolean> {
    await closePart();
    if (done.length === limits.files || room() < LEAST_PART) return false;
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
    /** False when it fits nowhere any more. */
    async add(chunk: TextChunk): Promise<boolean> {
      if (chunk.isHeading) heading = chunk;
      if (part !== undefined || done.length > 0) return gzipped(chunk);
      if (plainBytes + chunk.data.length <= Math.min(limits.plainBytes, room())) {
        plain.push(chunk);
        plainBytes += chunk.data.length;
        return true;
      }
      for (const held of [...plain.splice(0), chunk]) if (!(await gzipped(held))) return false;
      return true;
    },
    async finish(): Promise<{ written: Written[]; rows: number }> {
      await closePart();
      if (done.length > 0) return { written: done.map((data) => ({ data, gzipped: true })), rows };
      return {
        written: [{ data: Buffer.concat(plain.map(({ data }) => data)), gzipped: false }],
        rows: plain.reduce((sum, chunk) => sum + chunk.rows, 0),
      };
    },
  };
}
