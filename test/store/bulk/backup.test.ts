import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { openStore } from '../../../src/store/open-store.js';
import { readBackup, writeBackup } from '../../../src/store/bulk/backup-file.js';
import { openBulk, type WholeLocation } from '../../../src/store/bulk/open-bulk.js';
import type { StoreRecord } from '../../../src/store/adapter/record.js';
import { restoreStore } from '../../../src/store/bulk/restore.js';
import { threeStores, withStore, withWhole } from './three-stores.js';

const noWarning = (sentence: string) => expect.unreachable(sentence);
const folder = mkdtempSync(join(tmpdir(), 'pitboss-backup-'));
const stores = threeStores();
afterAll(async () => {
  for (const each of stores) await each.end();
  rmSync(folder, { recursive: true });
});

async function backUp(location: WholeLocation, path: string) {
  const store = await openBulk(location, { to: 'read' });
  try {
    return await writeBackup(path, { name: store.name, records: store.records() });
  } finally {
    await store.close();
  }
}

describe.each(stores)('a backup of $kind', (under) => {
  const options = { skip: under.missing !== null, timeout: 60_000 };

  test('is one moment of it, however much is written meanwhile', options, async () => {
    const from = await under.empty();
    const store = await openStore(from);
    const space = store.namespace<number>('things');
    // More than one page lies between what is written together.
    await space.setMany(
      Array.from({ length: 1_200 }, (_, index) => ({ key: `m${index}`, value: index })),
    );
    let seq = 0;
    const over = new AbortController();
    const writing = (async () => {
      while (!over.signal.aborted) {
        seq++;
        await space.set('a-first', seq);
        expect(await store.append('trail', seq, String(seq))).toBe(true);
        await space.set('z-last', seq);
      }
    })();
    const paths = [1, 2, 3].map((each) => join(folder, `${under.kind}-${each}`));
    for (const path of paths) {
      const before = seq;
      await expect.poll(() => seq).toBeGreaterThan(before + 20);
      await backUp(from, path);
    }
    over.abort();
    await writing;
    await store.close();

    for (const path of paths) {
      const [first, entries, last] = figuresIn(await readAll(path));
      expect(first - entries, `${first} ${entries} ${last}`).toBeOneOf([0, 1]);
      expect(entries - last, `${first} ${entries} ${last}`).toBeOneOf([0, 1]);
    }
    const to = await under.empty();
    const [path = ''] = paths;
    const backup = await readBackup(path);
    const digest = await withWhole(to, (empty) => restoreStore(empty, backup, noWarning), 'fill');
    const [, entries] = figuresIn(await readAll(path));
    expect(digest).toMatchObject({ entries: 1_202, streamEntries: entries });
    await withStore(to, async (restored) => {
      expect(await restored.lastSeq('trail')).toBe(entries);
      expect(await restored.append('trail', entries + 1, 'on')).toBe(true);
    });
    await expect(
      withWhole(to, (filled) => restoreStore(filled, backup, noWarning), 'fill'),
    ).rejects.toThrow('isn’t empty');
  });
});

async function readAll(path: string): Promise<readonly StoreRecord[]> {
  const found: StoreRecord[] = [];
  for await (const record of (await readBackup(path)).records()) found.push(record);
  return found;
}

/** What was written before the stream, the stream's last number, and what was written after it. */
function figuresIn(records: readonly StoreRecord[]): readonly [number, number, number] {
  const valueOf = (key: string) =>
    Number(
      records
        .flatMap((each) => (each.kind === 'entry' && each.key === key ? [each.text] : []))[0]
        ?.match(/\d+/)?.[0],
    );
  const entries = records.filter(({ kind }) => kind === 'stream').length;
  return [valueOf('a-first'), entries, valueOf('z-last')];
}

describe('a file', () => {
  const records = async function* (): AsyncGenerator<StoreRecord> {
    yield { kind: 'entry', space: 'things', key: 'k', text: '{"value":1}', expires: null };
    yield { kind: 'stream', stream: 's', seq: 1, text: 'one' };
  };

  test('is its owner’s alone, and replaces an older one only when it is whole', async () => {
    const path = join(folder, 'whole');
    await writeBackup(path, { name: 'test', records: records() });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const before = readFileSync(path);
    const failing = async function* (): AsyncGenerator<StoreRecord> {
      yield* records();
      throw new Error('the store is gone');
    };
    await expect(writeBackup(path, { name: 'test', records: failing() })).rejects.toThrow('gone');
    expect(readFileSync(path)).toEqual(before);
    expect(readdirSync(folder).filter((name) => name.startsWith('whole'))).toEqual(['whole']);
    const none = async function* (): AsyncGenerator<StoreRecord> {};
    await expect(writeBackup(path, { name: 'test', records: none() })).rejects.toThrow(
      'test is empty, so there is nothing to back up',
    );
    expect(readFileSync(path)).toEqual(before);
    const nowhere = join(folder, 'none', 'whole');
    await expect(writeBackup(nowhere, { name: 'test', records: records() })).rejects.toThrow(
      'can’t be written (ENOENT)',
    );
  });

  test('that is damaged, cut off, altered or something else is refused', async () => {
    const path = join(folder, 'damaged');
    await writeBackup(path, { name: 'test', records: records() });
    const bytes = readFileSync(path);
    const text = gunzipSync(bytes).toString();
    const lines = text.trimEnd().split('\n');
    const bad: readonly (readonly [string, Uint8Array])[] = [
      ['cut off', bytes.subarray(0, bytes.length - 12)],
      ['a flipped bit', Uint8Array.from(bytes, (byte, at) => (at === 40 ? byte ^ 4 : byte))],
      ['without its end', gzipSync(lines.slice(0, -1).join('\n'))],
      ['with another value', gzipSync(text.replace(':1}', ':2}'))],
      ['without a record', gzipSync(lines.toSpliced(1, 1).join('\n'))],
      ['no backup', gzipSync('{"hello":1}\n')],
      ['no gzip', Buffer.from(text)],
      ['empty', new Uint8Array()],
    ];
    for (const [what, content] of bad) {
      writeFileSync(path, content);
      await expect(readBackup(path), what).rejects.toThrow(/backup.*Nothing has been changed/);
    }
    await expect(readBackup(join(folder, 'none'))).rejects.toThrow(
      /\(ENOENT\)\. Nothing has been changed/,
    );
  });
});
