import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { codeOf } from '../../domain/errors/error-code.js';
import { StoreUnusable } from '../unusable.js';
import { areSame, createDigest, digest, type Digest } from './digest.js';
import { storeRecord, type StoreRecord } from '../adapter/record.js';
import type { RecordSource } from './fill-store.js';
import { writePrivateFile } from './private-file.js';

/** JSON Lines in gzip: a head, the records, and at the end what they add up to. */
const head = z.object({
  backup: z.literal('pitboss'),
  form: z.literal(1),
  at: z.number(),
  from: z.string(),
});
const end = z.object({ end: digest });
const line = z.union([storeRecord, end, head]);

/** Writes a backup, and reads it back before it takes its name. */
export async function writeBackup(
  path: string,
  { name, records }: { readonly name: string; readonly records: AsyncIterable<StoreRecord> },
): Promise<Digest> {
  const found = createDigest();
  async function* lines() {
    yield toLine({ backup: 'pitboss', form: 1, at: Date.now(), from: name });
    for await (const record of records) {
      found.add(record);
      yield toLine(record);
    }
    yield toLine({ end: found.result() });
  }
  await writePrivateFile(path, {
    lines,
    through: createGzip(),
    async check(draft) {
      const { entries, claims, streamEntries } = await checkBackup(draft);
      if (entries + claims + streamEntries === 0)
        throw new StoreUnusable(
          `${name} is empty, so there is nothing to back up. Check that it is the right store. No file was written.`,
        );
    },
  });
  return found.result();
}

/** A backup as something to fill a store from. Throws `StoreUnusable` unless it is whole. */
export async function readBackup(path: string): Promise<RecordSource> {
  const { hash } = await checkBackup(path);
  return { name: path, id: hash, records: () => recordsIn(path) };
}

/** Throws `StoreUnusable` unless the file is whole. */
async function checkBackup(path: string): Promise<Digest> {
  const found = createDigest();
  let said: Digest | undefined;
  for await (const each of linesOf(path)) {
    if ('end' in each) said = each.end;
    else if ('kind' in each) found.add(each);
  }
  if (said !== undefined && areSame(said, found.result())) return said;
  throw new StoreUnusable(
    `${path} isn’t a whole backup: its end is missing, or differs from what it holds. Nothing has been changed.`,
  );
}

async function* recordsIn(path: string): AsyncGenerator<StoreRecord, void, undefined> {
  for await (const each of linesOf(path)) if ('kind' in each) yield each;
}

async function* linesOf(path: string): AsyncGenerator<z.output<typeof line>, void, undefined> {
  const file = createReadStream(path);
  try {
    await once(file, 'open');
    const texts = createInterface({ input: file.pipe(createGunzip()), crlfDelay: Infinity });
    for await (const text of texts) yield line.parse(JSON.parse(text));
  } catch (error) {
    throw new StoreUnusable(
      `${path} can’t be read as a backup of Pitboss (${whyUnread(error)}). Nothing has been changed.`,
      { cause: error },
    );
  } finally {
    file.destroy();
  }
}

function whyUnread(error: unknown): string {
  const isOfFile = error instanceof Error && 'syscall' in error;
  return isOfFile ? (codeOf(error) ?? 'unreadable') : 'damaged, cut off, or something else';
}

function toLine(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}
