import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Clock } from '../../src/clock.js';
import { openStore, type Store } from '../../src/store/store.js';

/** A clock that stands still between moves of its time: who sleeps sleeps on. */
export function createStillClock(now: number) {
  const time = { now };
  const sleep = () => new Promise<void>(() => {});
  const clock: Clock = { now: () => time.now, sleep, every: () => () => {} };
  return { time, clock };
}

/** A real store in a folder of its own, which goes with it; it does not wait for the disk. */
export async function openTestStore(clock: Clock): Promise<Store> {
  const dataDir = mkdtempSync(join(tmpdir(), 'pitboss-store-'));
  const store = await openStore({ dataDir, clock });
  await sql`pragma synchronous = off`.execute(store.db);
  return {
    ...store,
    async close() {
      await store.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}
