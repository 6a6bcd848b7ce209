import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../../src/store/store.js';

/** How the contract tests an adapter: a fresh, empty store, and a way to let time pass. */
export interface StoreUnderTest {
  open(): Promise<Store>;
  /** A second connection to the same store, such as another process would have. */
  openAgain(): Promise<Store>;
  /** Advances the store's own clock by this many milliseconds. */
  pass(ms: number): Promise<void>;
  /** A lifetime that can't end before the next call, yet is short enough to wait for. */
  readonly shortMs: number;
  end(): Promise<void>;
}

/** What every adapter must do: the cases of Keyv's own test suite, and the rest of `Store`. */
export function describeStoreContract(underTest: () => StoreUnderTest): void {
  let test: StoreUnderTest;
  let store: Store;

  beforeEach(async () => {
    test = underTest();
    store = await test.open();
  });

  afterEach(async () => {
    await store.close();
    await test.end();
  });

  describe('space', () => {
    it('gives back what was set, of any shape that JSON has', async () => {
      const space = store.namespace<unknown>('things');
      const values = ['text', '', ':colon', 0, 1.5, false, null, [1, [2]], { a: { b: [null] } }];
      for (const [index, value] of values.entries()) {
        expect(await space.set(`k${index}`, value)).toBe(true);
      }
      for (const [index, value] of values.entries()) {
        expect(await space.get(`k${index}`)).toEqual(value);
      }
      expect(await space.get('none')).toBeUndefined();
    });

    it('overwrites', async () => {
      const space = store.namespace<string>('things');
      await space.set('k', 'one');
      await space.set('k', 'two');
      expect(await space.get('k')).toBe('two');
    });

    it('carries out what is asked for at once in the order of asking', async () => {
      const space = store.namespace<number>('things');
      await Promise.all(Array.from({ length: 50 }, (_, index) => space.set('k', index)));
      expect(await space.get('k')).toBe(49);
    });

    it('takes any key, also one that looks like a prefix, a pattern or SQL', async () => {
      const space = store.namespace<number>('things');
      const keys = ['things:a', 'a', 'things::a', '*', '%', "'; DROP TABLE entries; --", 'ö 🐕'];
      for (const [index, key] of keys.entries()) await space.set(key, index);
      expect(await space.getMany(keys)).toEqual(keys.map((_, index) => index));
    });

    it('keeps spaces apart', async () => {
      await store.namespace<number>('one').set('k', 1);
      await store.namespace<number>('two').set('k', 2);
      await store.namespace('one').clear();
      expect(await store.namespace('one').get('k')).toBeUndefined();
      expect(await store.namespace('two').get('k')).toBe(2);
    });

    it('refuses a space name that could be taken for another', () => {
      expect(() => store.namespace('one::two')).toThrow(RangeError);
      expect(() => store.namespace('')).toThrow(RangeError);
    });

    it('tells whether there is a key', async () => {
      const space = store.namespace<number>('things');
      await space.set('k', 1);
      expect(await space.has('k')).toBe(true);
      expect(await space.has('none')).toBe(false);
      expect(await space.hasMany(['k', 'none'])).toEqual([true, false]);
    });

    it('deletes one and many, and says whether there was something', async () => {
      const space = store.namespace<number>('things');
      await space.set('a', 1);
      await space.set('b', 2);
      await space.set('c', 3);
      expect(await space.delete('a')).toBe(true);
      expect(await space.delete('a')).toBe(false);
      expect(await space.delete(['b', 'c', 'none'])).toBe(true);
      expect(await space.delete(['b', 'c'])).toBe(false);
      expect(await space.getMany(['a', 'b', 'c'])).toEqual([undefined, undefined, undefined]);
    });

    it('gives many, with holes where there is nothing', async () => {
      const space = store.namespace<number>('things');
      await space.set('a', 1);
      await space.set('c', 3);
      expect(await space.getMany(['a', 'b', 'c'])).toEqual([1, undefined, 3]);
    });

    it('iterates over its own entries alone, more of them than one page', async () => {
      const space = store.namespace<number>('things');
      await store.namespace<number>('others').set('k', -1);
      for (let index = 0; index < 450; index++) await space.set(`k${index}`, index);
      const seen = await entriesOf(space);
      expect(seen).toHaveLength(450);
      expect(new Map(seen).get('k449')).toBe(449);
    });

    it('iterates while entries go away', async () => {
      const space = store.namespace<number>('things');
      for (let index = 0; index < 30; index++) await space.set(`k${index}`, index);
      let seen = 0;
      for await (const [key] of iterate(space)) {
        seen++;
        expect(await space.delete(key)).toBe(true);
      }
      expect(seen).toBe(30);
      expect(await entriesOf(space)).toEqual([]);
    });

    it('forgets an entry when its time is over, wherever one looks', async () => {
      const space = store.namespace<number>('things');
      await space.set('short', 1, test.shortMs);
      await space.set('long', 2, 3_600_000);
      await space.set('always', 3);
      expect(await space.get('short')).toBe(1);
      await test.pass(test.shortMs);
      expect(await space.get('short')).toBeUndefined();
      expect(await space.has('short')).toBe(false);
      expect(await space.getMany(['short', 'long', 'always'])).toEqual([undefined, 2, 3]);
      expect((await entriesOf(space)).map(([key]) => key).toSorted()).toEqual(['always', 'long']);
      expect(await space.delete('short')).toBe(false);
      await store.deleteExpired();
      expect(await space.getMany(['long', 'always'])).toEqual([2, 3]);
    });

    it('forgets an old life when an entry is set anew without one', async () => {
      const space = store.namespace<number>('things');
      await space.set('k', 1, test.shortMs);
      await space.set('k', 2);
      await test.pass(test.shortMs);
      expect(await space.get('k')).toBe(2);
    });

    it('is seen by another connection at once', async () => {
      const other = await test.openAgain();
      await store.namespace('things').set('k', 'v');
      expect(await other.namespace('things').get('k')).toBe('v');
      await other.close();
    });
  });

  describe('revision', () => {
    it('moves with each write of whichever connection, and with none elsewhere of its own', async () => {
      const other = await test.openAgain();
      const seen = [await store.revision('things')];
      const moves = async (write: () => Promise<unknown>) => {
        await write();
        const now = await store.revision('things');
        // Null: only a read can tell.
        if (now !== null) expect(seen).not.toContain(now);
        seen.push(now);
      };
      for (const by of [store, other]) {
        const space = by.namespace<number>('things');
        await moves(() => space.set('k', 1));
        await moves(() => space.set('k', 1, 3_600_000));
        await moves(() => space.delete('k'));
        await moves(() => by.compareAndSet('things', 'k', { now: undefined, next: 1 }));
        await moves(() => by.compareAndSet('things', 'k', { now: 1, next: 2 }));
        await moves(() => space.clear());
        await moves(() => by.notes<number>('things').set('k', 3));
      }
      await store.namespace('others').set('k', 1);
      await store.append('s', 1, 'entry');
      await store.namespace('things').get('k');
      expect(await store.revision('things')).toBe(seen.at(-1));
      await other.close();
    });

    it('of a stream moves with each entry, and with nothing else of its own', async () => {
      const other = await test.openAgain();
      const seen = [await store.revision('s')];
      for (const [index, by] of [store, other, store].entries()) {
        expect(await by.append('s', index + 1, 'entry')).toBe(true);
        const now = await store.revision('s');
        if (now !== null) expect(seen).not.toContain(now);
        seen.push(now);
      }
      await store.append('t', 1, 'entry');
      await store.notes('things').set('k', 1);
      expect(await store.revision('s')).toBe(seen.at(-1));
      await other.close();
    });
  });

  describe('notes', () => {
    it('are a space like any other, by the same names', async () => {
      await store.notes<string>('things').set('k', 'noted');
      expect(await store.namespace<string>('things').get('k')).toBe('noted');
      const other = await test.openAgain();
      expect(await other.notes<string>('things').get('k')).toBe('noted');
      await other.close();
    });
  });

  describe('replace', () => {
    it('writes only over what the caller saw', async () => {
      const space = store.namespace<{ n: number }>('things');
      expect(await store.compareAndSet('things', 'k', { now: { n: 0 }, next: { n: 1 } })).toBe(
        false,
      );
      expect(await store.compareAndSet('things', 'k', { now: undefined, next: { n: 1 } })).toBe(
        true,
      );
      expect(await store.compareAndSet('things', 'k', { now: undefined, next: { n: 2 } })).toBe(
        false,
      );
      const now = await space.get('k');
      expect(await store.compareAndSet('things', 'k', { now, next: { n: 2 } })).toBe(true);
      expect(await store.compareAndSet('things', 'k', { now, next: { n: 3 } })).toBe(false);
      expect(await space.get('k')).toEqual({ n: 2 });
    });

    it('takes an expired entry for none, and writes without expiry', async () => {
      const space = store.namespace<number>('things');
      await space.set('k', 1, test.shortMs);
      await test.pass(test.shortMs);
      expect(await store.compareAndSet('things', 'k', { now: 1, next: 2 })).toBe(false);
      expect(await store.compareAndSet('things', 'k', { now: undefined, next: 2 })).toBe(true);
      await test.pass(test.shortMs);
      expect(await space.get('k')).toBe(2);
    });

    it('counts right when many count at once', async () => {
      const other = await test.openAgain();
      await Promise.all(Array.from({ length: 40 }, (_, index) => count(index % 2 ? store : other)));
      expect(await store.namespace('things').get('count')).toBe(40);
      await other.close();
    });
  });

  describe('claim', () => {
    it('is won once, whoever asks', async () => {
      const other = await test.openAgain();
      const wins = await Promise.all(
        Array.from({ length: 20 }, (_, index) => (index % 2 ? store : other).claim('one')),
      );
      expect(wins.filter(Boolean)).toHaveLength(1);
      expect(await store.claim('another')).toBe(true);
      await other.close();
    });

    it('can be won again after its time', async () => {
      expect(await store.claim('timed', test.shortMs)).toBe(true);
      expect(await store.claim('timed', test.shortMs)).toBe(false);
      await test.pass(test.shortMs);
      expect(await store.claim('timed')).toBe(true);
      await test.pass(test.shortMs);
      await store.deleteExpired();
      expect(await store.claim('timed')).toBe(false);
    });

    it('that is held can be won again after its release', async () => {
      const other = await test.openAgain();
      const hold = await store.hold('held', 3_600_000);
      expect(await other.hold('held', 3_600_000)).toBeNull();
      expect(await other.claim('held')).toBe(false);
      await store.release('held', hold ?? '');
      await store.release('never held', hold ?? '');
      expect(await other.claim('held')).toBe(true);
      await other.close();
    });

    it('that ran out is not released where another caller has won it since', async () => {
      const other = await test.openAgain();
      const late = await store.hold('held', test.shortMs);
      await test.pass(test.shortMs);
      const hold = await other.hold('held', 3_600_000);
      expect(hold).not.toBeNull();
      await store.release('held', late ?? '');
      expect(await store.claim('held')).toBe(false);
      await other.release('held', hold ?? '');
      expect(await store.claim('held')).toBe(true);
      await other.close();
    });

    it('refuses a life that is none', async () => {
      await expect(store.claim('k', 0)).rejects.toThrow(RangeError);
      await expect(store.claim('k', Number.NaN)).rejects.toThrow(RangeError);
      await expect(store.hold('k', 0)).rejects.toThrow(RangeError);
      expect(await store.claim('k')).toBe(true);
    });
  });

  describe('streams', () => {
    it('are empty at first', async () => {
      expect(await store.lastSeq('s')).toBe(0);
      expect(await collect(store, 's', 1)).toEqual([]);
    });

    it('take each number once, in order, without a gap', async () => {
      expect(await store.append('s', 2, 'too early')).toBe(false);
      expect(await store.append('s', 1, 'a')).toBe(true);
      expect(await store.append('s', 1, 'again')).toBe(false);
      expect(await store.append('s', 2, 'b')).toBe(true);
      expect(await store.append('t', 1, 'another stream')).toBe(true);
      expect(await store.lastSeq('s')).toBe(2);
      expect(await collect(store, 's', 1)).toEqual(['1 a', '2 b']);
      expect(await collect(store, 's', 2)).toEqual(['2 b']);
      expect(await collect(store, 's', 3)).toEqual([]);
    });

    it('refuse what is no number of an entry', async () => {
      for (const seq of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
        await expect(store.append('s', seq, 'x')).rejects.toThrow(RangeError);
      }
    });

    it('give one entry by its number, and say where there is none', async () => {
      for (const seq of [1, 2, 3]) await store.append('s', seq, `entry ${seq}`);
      expect(await store.entryAt('s', 2)).toBe('entry 2');
      expect(await store.entryAt('s', 4)).toBeNull();
      expect(await store.entryAt('s', 0)).toBeNull();
      expect(await store.entryAt('none', 1)).toBeNull();
    });

    it('give their names, those alone that begin as asked', async () => {
      for (const stream of ['trail:1', 'trail:2', 'trails', 'a%b:1', 'a*b:2'])
        await store.append(stream, 1, 'entry');
      await store.append('trail:2', 2, 'entry');
      const named = async (prefix: string) => {
        const names: string[] = [];
        for await (const name of store.streamNames(prefix)) names.push(name);
        return names.toSorted();
      };
      expect(await named('trail:')).toEqual(['trail:1', 'trail:2']);
      expect(await named('a%')).toEqual(['a%b:1']);
      expect(await named('none')).toEqual([]);
    });

    it('are read whole when they are longer than one page', async () => {
      for (let seq = 1; seq <= 450; seq++) await store.append('long', seq, `entry ${seq}`);
      const entries = await collect(store, 'long', 1);
      expect(entries).toHaveLength(450);
      expect(entries.at(-1)).toBe('450 entry 450');
    });
  });

  it('throws after it was closed, and closes twice', async () => {
    const space = store.namespace('things');
    await store.close();
    await store.close();
    await expect(space.get('k')).rejects.toThrow();
    await expect(space.set('k', 1)).rejects.toThrow();
    await expect(space.clear()).rejects.toThrow();
    await expect(store.claim('k')).rejects.toThrow();
    await expect(store.append('s', 1, 'x')).rejects.toThrow();
    await expect(store.lastSeq('s')).rejects.toThrow();
  });
}

type Space = ReturnType<Store['namespace']>;

function iterate(space: Space): AsyncGenerator<[string, unknown]> {
  if (space.iterator === undefined) throw new Error('Keyv found no iterator on the adapter');
  return space.iterator(undefined);
}

/** Increments the count, retrying as long as somebody else was first. */
async function count(by: Store): Promise<void> {
  for (;;) {
    const now = await by.namespace<number>('things').get('count');
    if (await by.compareAndSet('things', 'count', { now, next: (now ?? 0) + 1 })) return;
  }
}

async function entriesOf(space: Space): Promise<[string, unknown][]> {
  const entries: [string, unknown][] = [];
  for await (const entry of iterate(space)) entries.push(entry);
  return entries;
}

async function collect(store: Store, stream: string, fromSeq: number): Promise<string[]> {
  const lines: string[] = [];
  for await (const { seq, entry } of store.read(stream, fromSeq)) lines.push(`${seq} ${entry}`);
  return lines;
}
