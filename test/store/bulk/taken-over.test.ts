import { afterAll, describe, expect, test } from 'vitest';
import type { StoreRecord } from '../../../src/store/adapter/record.js';
import type { BulkStore } from '../../../src/store/adapter/bulk-store.js';
import { CLOSED } from '../../../src/store/closed-store.js';
import { deleteGuild } from '../../../src/store/bulk/delete-guild.js';
import type { RecordSource } from '../../../src/store/bulk/fill-store.js';
import { moveStore, reopenStore } from '../../../src/store/bulk/move.js';
import type { WholeLocation } from '../../../src/store/bulk/open-bulk.js';
import { restoreStore } from '../../../src/store/bulk/restore.js';
import { heldUpAt } from './held-up.js';
import { putAnyhow, threeStores, withWhole } from './three-stores.js';

/** A tool that stands still for hours is one whose write waits, while everything else goes on. */

const SERVER = '529448671649988608';
const quiet = () => undefined;
const entry = (key: string, text: string): StoreRecord => ({
  kind: 'entry',
  space: 'things',
  key,
  text,
  expires: null,
});

/** Two batches; the last record is in the second. */
const KEYS = Array.from({ length: 600 }, (_, index) => `k${index}`);
const backup: RecordSource = {
  name: 'backup.gz',
  id: 'of the backup',
  async *records() {
    for (const key of KEYS) yield entry(key, '{"value":"of the backup"}');
  },
};
const LAST = { space: 'things', key: KEYS.at(-1) ?? '' };

const stores = threeStores();
afterAll(() => Promise.all(stores.map((each) => each.end())));

describe.each(stores)('on $kind', (under) => {
  const options = { skip: under.missing !== null, timeout: 60_000 };

  test.each([
    ['before it closed the store', 1, 'isn’t empty'],
    ['before its first batch', 2, 'has taken over'],
    ['before its last batch', 3, 'has taken over'],
    ['before it opened the store', 4, 'has taken over'],
  ])('a restore held up %s writes nothing into a store in use', options, async (_, at, words) => {
    await alone(await under.empty(), async (store) => {
      const held = heldUpAt(store, at);
      const first = restoreStore(held.store, backup, quiet);
      await held.reached;
      await restoreStore(store, backup, quiet);
      await putAnyhow(store, [entry(LAST.key, '{"value":"since"}')]);
      held.goOn();
      await expect(first).rejects.toThrow(words);
      expect(await store.entry(LAST)).toBe('{"value":"since"}');
      expect(await store.entry(CLOSED)).toBeUndefined();
    });
  });

  test('a restore that an earlier version began is taken over too', options, async () => {
    await alone(await under.empty(), async (store) => {
      const { id, name: from } = backup;
      // It named no run.
      const next = JSON.stringify({ value: { state: 'filling', from, at: 1, id } });
      expect(await store.write({ now: undefined, next }, { put: [entry('k0', '"old"')] })).toBe(
        true,
      );
      expect(await restoreStore(store, backup, quiet)).toMatchObject({ entries: KEYS.length });
      expect(await store.entry(CLOSED)).toBeUndefined();
    });
  });

  test('a restore writes nothing more while another run is at work', options, async () => {
    await alone(await under.empty(), async (store) => {
      const [one, other] = [heldUpAt(store, 3), heldUpAt(store, 3)];
      const first = restoreStore(one.store, backup, quiet);
      await one.reached;
      const second = restoreStore(other.store, backup, quiet);
      await other.reached;
      one.goOn();
      await expect(first).rejects.toThrow('has taken over');
      expect(await store.entry(LAST)).toBeUndefined();
      other.goOn();
      expect(await second).toMatchObject({ entries: KEYS.length });
      expect(await store.entry(CLOSED)).toBeUndefined();
    });
  });

  test(
    'of two moves that begin together one is refused, and its target stays empty',
    options,
    async () => {
      const [from, one, other] = [await under.empty(), await under.empty(), await under.empty()];
      await alone(from, (source) =>
        filling([one, other], async (to, second) => {
          await putAnyhow(source, [entry('k', '{"value":1}')]);
          const held = heldUpAt(source, 1);
          const first = moveStore(held.store, to, quiet);
          await held.reached;
          await moveStore(source, second, quiet);
          held.goOn();
          await expect(first).rejects.toThrow('has taken over');
          expect(await source.entry(CLOSED)).toContain(`"moved"`);
          expect(await source.entry(CLOSED)).toContain(JSON.stringify(second.name));
          expect(await to.entry({ space: 'things', key: 'k' })).toBeUndefined();
          expect(await to.entry(CLOSED)).toBeUndefined();
        }),
      );
    },
  );

  test(
    'a move held up before its end leaves a store that was reopened as it is',
    options,
    async () => {
      const [from, place] = [await under.empty(), await under.empty()];
      await alone(from, async (source) =>
        filling([place, await under.empty()], async (to) => {
          await putAnyhow(source, [entry('k', '{"value":1}')]);
          const held = heldUpAt(source, 2);
          const move = moveStore(held.store, to, quiet);
          await held.reached;
          await reopenStore(source);
          held.goOn();
          await expect(move).rejects.toThrow('has taken over');
          expect(await source.entry(CLOSED)).toBeUndefined();
          expect(await to.entry(CLOSED)).toContain('"filling"');
        }),
      );
    },
  );

  test('a deletion that was held up deletes nothing that came since', options, async () => {
    await alone(await under.empty(), async (store) => {
      const settings = { ...LAST, key: SERVER };
      await putAnyhow(store, [entry(SERVER, '{"value":1}')]);
      const held = heldUpAt(store, 2);
      const first = deleteGuild(held.store, SERVER, quiet);
      await held.reached;
      await deleteGuild(store, SERVER, quiet);
      await putAnyhow(store, [entry(SERVER, '{"value":2}')]);
      held.goOn();
      await expect(first).rejects.toThrow('has taken over');
      expect(await store.entry(settings)).toBe('{"value":2}');
    });
  });

  test('only who knows the mark writes, and all of it or nothing', options, async () => {
    await alone(await under.empty(), async (store) => {
      const [one, two] = [entry('1', '"1"'), entry('2', '"2"')];
      const claim: StoreRecord = { kind: 'claim', key: 'mine', expires: null };
      const stream: StoreRecord = { kind: 'stream', stream: 's', seq: 1, text: 'one' };
      const all = { put: [one, claim, stream] };
      const mark = (now: string | undefined, next: string) => ({ now, next });
      expect(await store.write(mark('nobody’s', 'a'), all)).toBe(false);
      expect(await store.write({ now: 'nobody’s', next: undefined }, all)).toBe(false);
      expect(await everything(store)).toEqual([]);
      const taken = await Promise.all(
        ['a', 'b', 'c'].map((next) => store.write(mark(undefined, next), all)),
      );
      expect(taken.filter(Boolean)).toHaveLength(1);
      const now = ['a', 'b', 'c'][taken.indexOf(true)] ?? '';
      expect(await store.entry(CLOSED)).toBe(now);
      const swapped = await Promise.all(
        ['d', 'e'].map((next) => store.write(mark(now, next), { put: [two], remove: [claim] })),
      );
      expect(swapped.filter(Boolean)).toHaveLength(1);
      const last = swapped[0] === true ? 'd' : 'e';
      expect(await store.write({ now, next: undefined }, { remove: [one] })).toBe(false);
      expect(await store.write({ now: last, next: undefined }, { remove: [stream] })).toBe(true);
      expect(await everything(store)).toEqual([one, two]);
    });
  });
});

const alone = (place: WholeLocation, work: (store: BulkStore) => Promise<void>) =>
  withWhole(place, work, 'fill');
const filling = (
  [one, other]: readonly [WholeLocation, WholeLocation],
  work: (to: BulkStore, second: BulkStore) => Promise<void>,
) => alone(one, (to) => alone(other, (second) => work(to, second)));

async function everything(store: BulkStore): Promise<readonly StoreRecord[]> {
  const found: StoreRecord[] = [];
  for await (const record of store.records()) found.push(record);
  return found.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
}
