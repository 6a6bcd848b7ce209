import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import Database from 'libsql';
import { openStore } from '../../../src/store/open-store.js';
import { fileOf } from '../../../src/store/sqlite/file-names.js';
import { digestOf } from '../../../src/store/bulk/digest.js';
import { withoutMark } from '../../../src/store/bulk/fill-store.js';
import { moveStore, reopenStore } from '../../../src/store/bulk/move.js';
import { openBulk, type WholeLocation } from '../../../src/store/bulk/open-bulk.js';
import type { BulkStore } from '../../../src/store/adapter/bulk-store.js';
import { asPostgres } from '../support/postgres-server.js';
import {
  failingAfter,
  putAnyhow,
  threeStores,
  untilFree,
  withStore,
  withWhole,
} from './three-stores.js';

/** More than one page of entries and of a stream. */
const MUCH = { entries: 1_010, ofStream: 505 };
const LITTLE = { entries: 20, ofStream: 5 };
const HOUR = 3_600_000;
const filling = <Result>(to: WholeLocation, work: (store: BulkStore) => Promise<Result>) =>
  withWhole(to, work, 'fill');
const noWarning = (sentence: string) => expect.unreachable(sentence);

/** More of each than one page, odd keys among them, and some that expire. */
async function writeMuch(location: WholeLocation, { entries, ofStream } = MUCH): Promise<void> {
  await withStore(location, async (store) => {
    const space = store.namespace<unknown>('things');
    await space.setMany(
      Array.from({ length: entries }, (_, index) => ({ key: `k${index}`, value: { index } })),
    );
    for (const key of ['things::a', ':colon', "'; DROP TABLE entries; --", 'ö 🐕', 'Ö'])
      await space.set(key, key);
    await space.set('soon', 'gone', 50);
    await space.set('later', 'kept', HOUR);
    await store.namespace('other-things').set('k0', ['"', '\u0000', '\u2028']);
    for (let seq = 1; seq <= ofStream; seq++) await store.append('trail:1', seq, `{"seq":${seq}}`);
    await store.append('trail:10', 1, 'one — ünïcödé');
    await store.claim('for good');
    await store.claim('for an hour', HOUR);
    await store.hold('held', HOUR);
  });
}

async function expectMuch(location: WholeLocation, { entries, ofStream } = MUCH): Promise<void> {
  await withStore(location, async (store) => {
    const space = store.namespace('things');
    expect(await space.get(`k${entries - 1}`)).toEqual({ index: entries - 1 });
    for (const key of ['things::a', ':colon', "'; DROP TABLE entries; --", 'ö 🐕', 'Ö'])
      expect(await space.get(key)).toBe(key);
    // Not `expect.poll`, which would keep the store in scope.
    while ((await space.get('soon')) !== undefined) await sleep(10);
    expect(await space.get('later')).toBe('kept');
    expect(await store.namespace('other-things').get('k0')).toEqual(['"', '\u0000', '\u2028']);
    expect(await store.compareAndSet<unknown>('things', 'k0', { now: { index: 0 }, next: 1 })).toBe(
      true,
    );
    expect(await store.lastSeq('trail:1')).toBe(ofStream);
    expect(await store.entryAt('trail:1', ofStream)).toBe(`{"seq":${ofStream}}`);
    expect(await store.entryAt('trail:10', 1)).toBe('one — ünïcödé');
    expect(await store.append('trail:1', ofStream, 'again')).toBe(false);
    expect(await store.append('trail:1', ofStream + 1, 'next')).toBe(true);
    for (const key of ['for good', 'for an hour', 'held'])
      expect(await store.claim(key, HOUR)).toBe(false);
  });
}

async function expectClosed(location: WholeLocation, sentence: RegExp | string): Promise<void> {
  await expect(openStore(location)).rejects.toThrow(sentence);
  await untilFree(location);
}

const digest = (location: WholeLocation) =>
  withWhole(location, (store) => digestOf(withoutMark(store.records()), Date.now() + HOUR / 2));

const stores = threeStores();
afterAll(() => Promise.all(stores.map((each) => each.end())));

describe.each(stores)('from $kind', (source) => {
  describe.each(stores)('to $kind', (target) => {
    const missing = source.missing ?? target.missing;

    test.skipIf(missing !== null)(
      `everything is moved, and the old store is closed${missing === null ? '' : ` (skipped: ${missing})`}`,
      { timeout: 60_000 },
      async () => {
        const [from, to] = [await source.empty(), await target.empty()];
        const much = target.kind === 'sqlite' ? MUCH : LITTLE;
        await writeMuch(from, much);
        const before = await digest(from);
        const moved = await withWhole(from, (one) =>
          filling(to, (other) => moveStore(one, other, noWarning)),
        );
        expect(moved).toMatchObject({ claims: 3, streamEntries: much.ofStream + 1 });
        expect(await digest(to)).toEqual(before);
        await expectClosed(from, /This store was moved to .*--reopen/);
        await expectMuch(to, much);
        expect(await digest(from)).toEqual(before);
        await withWhole(from, reopenStore);
        await expectMuch(from, much);
      },
    );
  });
});

describe.each(stores)('$kind', (under) => {
  const options = { skip: under.missing !== null, timeout: 60_000 };

  test(
    'one that is in use is not moved, nor is one filled that holds anything',
    options,
    async () => {
      const [from, to] = [await under.empty(), await under.empty()];
      await writeMuch(from);
      const move = async () => {
        const one = await openBulk(from, { to: 'empty' });
        try {
          await filling(to, (other) => moveStore(one, other, noWarning));
        } finally {
          await one.close();
        }
      };
      const bot = await openStore(from);
      await bot.namespace('things').get('k1');
      await expect(move()).rejects.toThrow(/A Pitboss process still uses .*Stop every process/);
      await bot.namespace('things').set('k1', 'still');
      await bot.close();
      // In the file's own process it stays open until nothing refers to it.
      if (under.kind === 'sqlite') return;
      await withStore(to, (other) => other.claim('mine'));
      await expect(move()).rejects.toThrow('isn’t empty (it holds the claim mine)');
      await expect(
        withWhole(from, (one) => filling(from, (same) => moveStore(one, same, noWarning))),
      ).rejects.toThrow('can’t be moved to itself');
      for (const each of [from, to]) await withStore(each, async () => {});
    },
  );

  test('a move that is interrupted anywhere goes on when it is run again', options, async () => {
    const from = await under.empty();
    await writeMuch(from);
    const before = await digest(from);
    for (const last of [1, 2, 3, 4, 5]) {
      const to = await under.empty();
      await expect(
        withWhole(from, (one) =>
          filling(to, (other) => moveStore(one, failingAfter(other, last), noWarning)),
        ),
      ).rejects.toThrow('the lights went out');
      await expectClosed(from, last < 5 ? 'This store is being moved' : 'This store was moved');
      await expectClosed(to, /is being filled from .*run move-store/);
      let after: unknown;
      await withWhole(from, (one) => {
        const watched: BulkStore = {
          ...one,
          records(behind) {
            after ??= behind;
            return one.records(behind);
          },
        };
        return filling(to, (other) => moveStore(watched, other, noWarning));
      });
      // Noted with each batch; Redis starts over all the same, because its keys have no order.
      expect(after !== undefined).toBe(last >= 2);
      expect(await digest(to)).toEqual(before);
      await withStore(to, async () => {});
      await withWhole(from, reopenStore);
    }
  });

  test('one that is being moved, or was, is moved to no second store', options, async () => {
    const [from, to, other] = [await under.empty(), await under.empty(), await under.empty()];
    await writeMuch(from, LITTLE);
    const move = (place: WholeLocation, writes = Infinity) =>
      withWhole(from, (one) =>
        filling(place, (each) => moveStore(one, failingAfter(each, writes), noWarning)),
      );
    await expect(move(to, 1)).rejects.toThrow('the lights went out');
    await expect(move(other)).rejects.toThrow(/is being moved to .*--reopen/);
    await move(to);
    await expect(move(other)).rejects.toThrow('already');
    await expect(move(to)).rejects.toThrow('already');
    await withStore(other, async (store) => expect(await store.lastSeq('trail:1')).toBe(0));
    await expectMuch(to, LITTLE);
  });

  test(
    'a bot that starts between the two looks stops the move, and nothing stays closed',
    options,
    async () => {
      const [from, to] = [await under.empty(), await under.empty()];
      await writeMuch(from, LITTLE);
      const startsAfter = (store: BulkStore, looks: number): BulkStore => {
        let looked = 0;
        return { ...store, others: async () => (looked++ < looks ? 0 : 1) };
      };
      for (const [ofSource, ofTarget] of [
        [1, Infinity],
        [Infinity, 1],
      ] as const) {
        await expect(
          withWhole(from, (one) =>
            filling(to, (other) =>
              moveStore(startsAfter(one, ofSource), startsAfter(other, ofTarget), noWarning),
            ),
          ),
        ).rejects.toThrow('A Pitboss process still uses');
        for (const each of [from, to]) await withStore(each, async () => {});
      }
    },
  );

  test('what an abandoned move left is cleared by the next one', options, async () => {
    const [from, to] = [await under.empty(), await under.empty()];
    await writeMuch(from);
    await expect(
      withWhole(from, (one) =>
        filling(to, (other) => moveStore(one, failingAfter(other, 3), noWarning)),
      ),
    ).rejects.toThrow('the lights went out');
    await withWhole(from, reopenStore);
    await withStore(from, (bot) => bot.namespace('things').delete('k0'));
    await withWhole(from, (one) => filling(to, (other) => moveStore(one, other, noWarning)));
    expect(await digest(to)).toEqual(await digest(from));
  });

  test(
    'a source that changes meanwhile is noticed, and the target stays closed',
    options,
    async () => {
      const [from, to] = [await under.empty(), await under.empty()];
      await writeMuch(from);
      await expect(
        withWhole(from, (one) =>
          filling(to, (other) => {
            let puts = 0;
            const late: BulkStore = {
              ...other,
              async write(...asked) {
                const isWritten = await other.write(...asked);
                await putAnyhow(one, [
                  { kind: 'claim', key: `meanwhile ${++puts}`, expires: null },
                ]);
                return isWritten;
              },
            };
            return moveStore(one, late, noWarning);
          }),
        ),
      ).rejects.toThrow(/differs from .*It stays closed/);
      await expectClosed(to, 'isn’t complete');
      // What is there is not gone on with: it starts over.
      await withWhole(from, (one) => filling(to, (other) => moveStore(one, other, noWarning)));
      expect(await digest(to)).toEqual(await digest(from));
    },
  );
});

test.skipIf(stores[1]?.missing !== null)(
  'a server that fails amid the work is told in words',
  async () => {
    const location = (await stores[1]?.empty()) ?? { dataDir: '', url: undefined };
    await withWhole(location, async (store) => {
      await asPostgres({ url: location.url ?? '' }, (client) =>
        client.query('DROP TABLE pitboss_entries'),
      );
      const claim = { kind: 'claim' as const, key: 'mine', expires: null };
      await expect(store.write({ now: undefined, next: 'x' }, { put: [claim] })).rejects.toThrow(
        /^postgres:\/\/127\.0\.0\.1:\d+\/whole_\d+ failed while it was used: 42P01\. Run this again/,
      );
      await expect(store.records()[Symbol.asyncIterator]().next()).rejects.toThrow(
        'failed while it was used',
      );
    });
  },
);

test('a file that fails amid the work is told in words', async () => {
  const location = (await stores[0]?.empty()) ?? { dataDir: '', url: undefined };
  await withStore(location, async () => {});
  dropEntries(location.dataDir);
  await expect(withWhole(location, async () => {})).rejects.toThrow(
    /pitboss\.sqlite failed while it was used: no such table: entries\. Run this again/,
  );
});

function dropEntries(dataDir: string): void {
  const db = new Database(fileOf(dataDir));
  db.exec('DROP TABLE entries');
  db.close();
}
