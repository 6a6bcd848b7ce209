import type { ReplyFile } from '../reply.js';
import { gzipPart, type GzipPart } from './gzip-part.js';

/**
 * A stream of text as files that Discord takes: plain while it fits, gzipped when not, in
 * numbered parts when even that is too much; each part opens by itself, with the heading line
 * where there is one. Nothing is written to disk: at most one file's worth of plain text is
 * held, and the compressed parts, which have to be in memory to be sent anyway.
 */

/** Whole lines, and how many rows they hold. */
export interface TextChunk {
  readonly data: Uint8Array;
  readonly rows: number;
  /** Stands at the top of every part, and holds no row. */
  readonly isHeading?: true;
}

export interface FileLimits {
  /** One file that is not compressed: all of it is held until it is seen to fit. */
  readonly plainBytes: number;
  /** One file. */
  readonly fileBytes: number;
  /** All files of one message: Discord takes 25 MiB a request, and the rest of it needs room. */
  readonly totalBytes: number;
  readonly files: number;
}

const MIB = 1024 * 1024;
const DISCORDS_OWN = 10 * MIB;
const TOTAL = 24 * MIB;
/** Of the ten that a message takes, one is left for the picture beside them. */
const FILES = 9;

/** `attachmentLimit`: what Discord said of one file in this channel; it says more where a server is boosted. */
export function fileLimits(attachmentLimit = DISCORDS_OWN): FileLimits {
  const fileBytes = Math.min(TOTAL, attachmentLimit);
  return {
    plainBytes: Math.min(DISCORDS_OWN, fileBytes),
    fileBytes,
    totalBytes: TOTAL,
    files: FILES,
  };
}

export interface TextFiles {
  /** Their names say INCOMPLETE unless `ended` is `complete`. */
  readonly files: readonly ReplyFile[];
  /** Rows that the files hold. */
  readonly rows: number;
  /** `limit`: more rows followed than the files can hold. `failed`: the source threw. */
  readonly ended: 'complete' | 'limit' | 'failed';
  /** What the source threw. */
  readonly failure?: unknown;
}

export interface NamedFile {
  /** Any text; harmless letters are made of it. */
  readonly name: string;
  readonly ending: 'csv' | 'jsonl';
}

/** Never throws for what the source throws: what was read until then is in the files. */
export async function textFiles(
  { name, ending }: NamedFile,
  chunks: AsyncIterable<TextChunk>,
  limits: FileLimits = fileLimits(),
): Promise<TextFiles> {
  const writer = filesWriter(limits);
  let end: Omit<TextFiles, 'files' | 'rows'> = { ended: 'complete' };
  try {
    for await (const chunk of chunks) {
      if (!(await writer.add(chunk))) {
        end = { ended: 'limit' };
        break;
      }
    }
  } catch (failure) {
    end = { ended: 'failed', failure };
  }
  const base = `${fileName(name)}${end.ended === 'complete' ? '' : '-INCOMPLETE'}`;
  const { written, rows } = await writer.finish();
  return { files: named({ name: base, ending }, written), rows, ...end };
}

/** So much at a time, where lines come one by one. */
const CHUNK_CHARACTERS = 16 * 1024;

/** Lines, each a row that ends in a line feed, in chunks. */
export async function* lineChunks(lines: AsyncIterable<string>): AsyncGenerator<TextChunk> {
  let text = '';
  let rows = 0;
  for await (const line of lines) {
    text += line;
    rows++;
    if (text.length < CHUNK_CHARACTERS) continue;
    yield { data: encoder.encode(text), rows };
    text = '';
    rows = 0;
  }
  if (rows > 0) yield { data: encoder.encode(text), rows };
}

const encoder = new TextEncoder();

/** A file name of harmless letters out of any text. */
function fileName(text: string): string {
  const safe = text.replaceAll(/[^A-Za-z0-9._-]+/g, '-').replaceAll(/^[-.]+|-+$/g, '');
  return safe.slice(0, 80) || 'file';
}

interface Written {
  readonly data: Uint8Array;
  readonly gzipped: boolean;
}

function named({ name, ending }: NamedFile, written: readonly Written[]): ReplyFile[] {
  return written.map(({ data, gzipped }, index) => ({
    name: `${name}${written.length > 1 ? `-part-${index + 1}-of-${written.length}` : ''}.${ending}${gzipped ? '.gz' : ''}`,
    data,
  }));
}

/** Less room than this is not worth another part. */
const LEAST_PART = 4096;

/** Holds plain text until it no longer fits one file, and gzips from there on. */
function filesWriter(limits: FileLimits) {
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
    const written = (await part?.add(chunk.data)) || (await inNextPart(chunk));
    if (written) rows += chunk.rows;
    return written;
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
