import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/domain/time/clock.js';
import { createGuilds } from '../../../src/guilds/create-guilds.js';
import { openEmbeddedStore } from '../../../src/store/sqlite/sqlite.js';
import { openStore } from '../../../src/store/open-store.js';
import { runBuilt } from '../../store/support/child.js';
import { hasRedisServer, startRedisServer } from '../../store/support/redis-server.js';

const RACES = 300;
const RACERS = ['one', 'two', 'three'];
/** From the moment all racers are on the line. */
const LINE_UP_MS = 100;
const ROUNDS = 12;
/** For a machine that is busy with other things. */
const SLOWLY = { timeout: 120_000 };

const guildsOver = (store: Awaited<ReturnType<typeof openStore>>) =>
  createGuilds({ store, masterKey: Buffer.alloc(32, 1), clock: systemClock });

describe('many processes on one store', () => {
  let dataDir: string;

  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'pitboss-store-'));
  });

  afterEach(() => rmSync(dataDir, { recursive: true }));

  it('loses no acknowledged claim to kill -9', SLOWLY, async () => {
    const store = await openEmbeddedStore(dataDir);
    for (const key of ['interaction:1', 'interaction:2', 'interaction:3']) {
      const claimer = runBuilt('test/store/support/claimer.js', [dataDir, key]);
      await claimer.firstLine();
      claimer.process.kill('SIGKILL');
      await claimer.ended();
      expect(claimer.lines).toEqual(['true']);
      expect(await store.claim(key, 3_600_000)).toBe(false);
    }
    await store.close();
  });

  it('loses no acknowledged setting to kill -9', SLOWLY, async () => {
    const acknowledged: string[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const writers = ['a', 'b'].map((name) =>
        runBuilt('test/store/support/settings-writer.js', [dataDir, `${name}${round}`]),
      );
      await Promise.all(writers.map((writer) => writer.firstLine()));
      await sleep(Math.random() * 60);
      for (const writer of writers) writer.process.kill('SIGKILL');
      for (const writer of writers) {
        await writer.ended();
        acknowledged.push(...writer.lines);
      }
      const store = await openEmbeddedStore(dataDir);
      const guilds = guildsOver(store);
      const lost: string[] = [];
      for (const guildId of acknowledged) {
        const { siteName } = await guilds.settings(guildId);
        const grown = await guilds.settings(guildId.replace(/-\d+$/, ''));
        const kept = siteName === `site of ${guildId}` && grown.subaccounts.includes(guildId);
        if (!kept) lost.push(guildId);
      }
      await store.close();
      expect(lost).toEqual([]);
    }
    expect(acknowledged.length).toBeGreaterThan(ROUNDS * 2);
  });

  it('gives each claim to one, each number to one, and undoes no setting', SLOWLY, async () => {
    await expectFairRaces({ dataDir, url: undefined });
  });

  it.skipIf(!hasRedisServer)(
    `does the same on Redis${hasRedisServer ? '' : ' (skipped: no redis-server)'}`,
    SLOWLY,
    async () => {
      const server = await startRedisServer();
      await expectFairRaces({ dataDir, url: server.url });
      await server.stop();
    },
  );
});

async function expectFairRaces(place: { dataDir: string; url: string | undefined }) {
  const racers = RACERS.map((name) =>
    runBuilt('test/store/support/racer.js', [place.dataDir, place.url ?? '', name, String(RACES)]),
  );
  await Promise.all(racers.map((racer) => racer.firstLine()));
  const startAt = Date.now() + LINE_UP_MS;
  for (const racer of racers) racer.process.stdin?.end(String(startAt));
  for (const racer of racers) expect([await racer.ended(), racer.errors()]).toEqual([0, '']);

  const won = racers.flatMap((racer): unknown => JSON.parse(racer.lines[1] ?? ''));
  expect(won).toHaveLength(RACES);
  expect(new Set(won).size).toBe(RACES);

  const store = await openStore(place);
  const [numbers, entries]: [number[], string[]] = [[], []];
  for await (const { seq, entry } of store.read('stream', 1)) {
    numbers.push(seq);
    entries.push(entry);
  }
  expect(numbers).toEqual(Array.from({ length: 100 * RACERS.length }, (_, index) => index + 1));
  expect(new Set(entries).size).toBe(numbers.length);

  const names = (await store.namespace<string[]>('raced').get('names')) ?? [];
  expect(names).toHaveLength(25 * RACERS.length);
  expect(new Set(names).size).toBe(names.length);
  await store.close();
}
