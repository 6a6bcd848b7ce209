import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRevisionCache } from '../../src/store/revision-cache.js';
import { openEmbeddedStore } from '../../src/store/sqlite/sqlite.js';
import type { Store } from '../../src/store/store.js';

const SPACE = 'things';
const KEYS = ['a', 'b', 'c'];

interface Thing {
  readonly n: number | undefined;
}

/** One process: its own connection, and what it keeps. */
function keeping(store: Store, most = 100) {
  const space = store.namespace<number>(SPACE);
  const kept = createRevisionCache<Thing>(store, { space: SPACE, most });
  const made: string[] = [];
  const of = async (key: string) =>
    (
      await kept.of(key, async () => {
        made.push(key);
        return { n: await space.get(key) };
      })
    ).n;
  return { store, space, kept, made, of };
}

type Process = ReturnType<typeof keeping>;

const act = fc.record({
  by: fc.nat(1),
  key: fc.constantFrom(...KEYS),
  what: fc.constantFrom('set', 'delete', 'swap', 'clear', 'read', 'read', 'read', 'elsewhere'),
  /** Whether the next one begins before this one is done. */
  waits: fc.boolean(),
});

describe('what is kept of entries', () => {
  let folder: string;
  let processes: Process[];

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'pitboss-kept-'));
    processes = await Promise.all([1, 2].map(async () => keeping(await openEmbeddedStore(folder))));
  });

  afterEach(async () => {
    for (const { store } of processes) await store.close();
    rmSync(folder, { recursive: true });
  });

  const one = () => {
    const [first] = processes;
    if (first === undefined) throw new Error('no process');
    return first;
  };

  it('is what a read gives once a write was acknowledged, in two processes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 30 }), async (acts) => {
        let next = 0;
        const underWay: Promise<unknown>[] = [];
        for (const { by, key, what, waits } of acts) {
          const { store, space, of } = processes[by] ?? one();
          const done = {
            set: () => space.set(key, next++),
            delete: () => space.delete(key),
            clear: () => space.clear(),
            elsewhere: () => store.namespace('others').set(key, next++),
            read: () => of(key),
            swap: async () => {
              const now = await space.get(key);
              await store.compareAndSet(SPACE, key, { now, next: next++ });
            },
          }[what]();
          if (waits) await done;
          else underWay.push(done);
        }
        await Promise.all(underWay);
        for (const { space, of } of processes)
          for (const key of KEYS) expect(await of(key)).toBe(await space.get(key));
      }),
      { numRuns: 60 },
    );
  }, 60_000);

  it('is made once while nothing is written there', async () => {
    const { store, of, made, space } = one();
    await space.set('a', 1);
    for (let times = 0; times < 5; times++) expect(await of('a')).toBe(1);
    await store.namespace('others').set('k', 1);
    await store.append('stream', 1, 'entry');
    await store.claim('claimed');
    expect(await of('a')).toBe(1);
    expect(made).toEqual(['a']);
    await space.set('b', 2);
    expect(await of('a')).toBe(1);
    expect(made).toEqual(['a', 'a']);
  });

  it('is not what was read before a write of which others already know', async () => {
    const { kept, space } = one();
    await space.set('a', 1);
    const before = await kept.of('a', async () => {
      const made = { n: await space.get('a') };
      await space.set('a', 2);
      await kept.of('b', async () => ({ n: 0 }));
      return made;
    });
    expect(before.n).toBe(1);
    expect((await kept.of('a', async () => ({ n: await space.get('a') }))).n).toBe(2);
  });

  it('holds no failure, no more than it may, and nothing once cleared', async () => {
    const { store } = one();
    const small = keeping(store, 2);
    const failing = () => Promise.reject(new Error('away'));
    await expect(small.kept.of('a', failing)).rejects.toThrow('away');
    for (const key of ['a', 'b', 'a', 'c', 'b', 'a']) await small.of(key);
    expect(small.made).toEqual(['a', 'b', 'c', 'a']);
    small.kept.clear();
    await small.of('a');
    expect(small.made).toEqual(['a', 'b', 'c', 'a', 'a']);
  });

  it('cannot be altered by one for the others', async () => {
    const kept = createRevisionCache<{ list: number[] }>(one().store, { space: SPACE, most: 9 });
    const { list } = await kept.of('a', async () => ({ list: [1] }));
    expect(() => list.push(2)).toThrow(TypeError);
  });

  it('throws while the store can give nothing', async () => {
    const { store, of } = one();
    await of('a');
    await store.close();
    await expect(of('a')).rejects.toThrow('closed');
  });
});
