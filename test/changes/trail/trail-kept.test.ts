import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import Database from 'libsql';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTrail } from '../../../src/changes/trail/trail.js';
import { trailOf } from '../../../src/changes/trail/stored-trail.js';
import { hashIn } from '../../../src/domain/changes/entry.js';
import { systemClock } from '../../../src/domain/time/clock.js';
import { openEmbeddedStore } from '../../../src/store/sqlite/sqlite.js';
import { fileOf } from '../../../src/store/sqlite/file-names.js';
import { GUILD } from '../fakes/changes-harness.js';

/** What a process remembers of a trail is valid until anyone writes to the store, no longer. */

const FROZEN = {
  step: 'frozen',
  actor: { id: '1', name: 'Ann' },
  details: { reason: 'r' },
} as const;
const UNFROZEN = { ...FROZEN, step: 'unfrozen' } as const;

let folder: string;
let processes: Awaited<ReturnType<typeof startProcess>>[];

async function startProcess() {
  const store = await openEmbeddedStore(folder);
  const reads: string[] = [];
  const counted: typeof store = {
    ...store,
    read(stream, fromSeq) {
      reads.push(stream);
      return store.read(stream, fromSeq);
    },
  };
  const trail = createTrail({ store: counted, clock: systemClock, onEntry: () => undefined });
  return { store, reads, trail };
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pitboss-trail-'));
  processes = [await startProcess(), await startProcess()];
});

afterEach(async () => {
  for (const { store } of processes) await store.close();
  rmSync(folder, { recursive: true });
});

function both() {
  const [one, other] = processes;
  if (one === undefined || other === undefined) throw new Error('no processes');
  return { one, other };
}

/** Freezes if not frozen, and vice versa. */
const toggle = ({ trail }: Awaited<ReturnType<typeof startProcess>>) =>
  trail.record(GUILD, ({ frozen }) => (frozen === null ? FROZEN : UNFROZEN));

test('it is read once for each entry, and not again while nothing is written', async () => {
  const { one, other } = both();
  await toggle(one);
  await one.trail.state(GUILD);
  one.reads.length = 0;
  await other.trail.state(GUILD);
  await one.store.namespace('others').set('k', 1);
  for (let times = 0; times < 5; times++) await one.trail.state(GUILD);
  expect(one.reads).toEqual([]);
  await toggle(one);
  for (let times = 0; times < 5; times++) await one.trail.state(GUILD);
  expect(one.reads).toEqual([trailOf(GUILD)]);
});

test('it is what the store holds, whoever wrote in whichever order', async () => {
  const act = fc.record({ by: fc.nat(1), writes: fc.boolean(), waits: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 20 }), async (acts) => {
      const underWay: Promise<unknown>[] = [];
      for (const { by, writes, waits } of acts) {
        const process = processes[by] ?? both().one;
        const done = writes ? toggle(process) : process.trail.state(GUILD);
        if (waits) await done;
        else underWay.push(done);
      }
      await Promise.all(underWay);
      for (const { store, trail } of processes) {
        const { lastSeq, lastHash } = await trail.state(GUILD);
        const text = await store.entryAt(trailOf(GUILD), lastSeq);
        expect(lastSeq).toBe(await store.lastSeq(trailOf(GUILD)));
        if (lastSeq > 0) expect(lastHash).toBe(hashIn(text ?? ''));
      }
    }),
    { numRuns: 30 },
  );
}, 60_000);

test('entries that somebody takes out of the store are missed at the next look', async () => {
  const { one } = both();
  for (let times = 0; times < 3; times++) await toggle(one);
  expect((await one.trail.state(GUILD)).behind).toBeNull();
  const somebody = new Database(fileOf(folder));
  somebody.prepare('DELETE FROM streams WHERE stream = ? AND seq = 3').run(trailOf(GUILD));
  somebody.close();
  expect((await one.trail.state(GUILD)).behind).toMatchObject({ where: 'process' });
});

test('a trail that was found broken is read whole', async () => {
  const { one } = both();
  await toggle(one);
  await one.trail.state(GUILD);
  one.reads.length = 0;
  await one.trail.doubt(GUILD);
  await one.trail.state(GUILD);
  expect(one.reads).toEqual([trailOf(GUILD)]);
});
