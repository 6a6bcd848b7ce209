import { expect, test, vi } from 'vitest';
import type { Changes } from '../../../../src/changes/changes.js';
import type { PoolEvent } from '../../../../src/domain/alerts/reading.js';
import { toResult } from '../../../../src/domain/errors/result.js';
import { NO_CHANGES, fold } from '../../../../src/domain/changes/state/state.js';
import { chainEntry } from '../../../../src/domain/changes/entry.js';
import {
  createChangesHarness,
  type ChangesHarness,
} from '../../../changes/fakes/changes-harness.js';
import { addressOf, findings, KNOWN, OTHER, record, THIRD, watched } from '../watched.js';

/** More differences in one list than one look enters. */

const MANY = 320;

type Differences = Changes['differences'];

async function withMany() {
  const world = createChangesHarness();
  const first = await watched(world);
  for (let at = 0; at < MANY; at++) {
    world.workspace.payments.set(`BTC s${at}`, { ...record(world) });
    world.workspace.idOf.set(`s${at}`, String(50_000 + at));
  }
  await first.turns(8);
  return { world, first };
}

function payAll(world: ChangesHarness, address: string, from = 0): void {
  const { payments } = world.workspace;
  for (let at = from; at < MANY; at++)
    payments.set(`BTC s${at}`, { ...record(world), addresses: [addressOf(address)] });
}

function reorder({ workspace: { payments } }: ChangesHarness): void {
  const all = [...payments].toReversed();
  payments.clear();
  for (const [key, each] of all) payments.set(key, each);
}

/** A process whose entering or explaining goes otherwise. */
function changed(changes: Changes, otherwise: (usual: Differences) => Partial<Differences>) {
  const usual = changes.differences;
  return { ...changes, differences: { ...usual, ...otherwise(usual) } };
}

async function expectOnce(world: ChangesHarness, count: number): Promise<readonly string[]> {
  const entries = (await findings(world)).map(({ details }) => details);
  const each = entries.map(({ before, after }) => JSON.stringify([before, after]));
  expect([each.length, new Set(each).size]).toEqual([count, count]);
  return entries.map(({ key }) => key);
}

test('each is entered once and told, wherever its process is killed', async () => {
  const { world } = await withMany();
  payAll(world, OTHER, 100);
  const told = new Set<string>();
  for (const mostEntries of [60, 250, 1, 130, 40]) {
    let left = mostEntries;
    const doomed = changed(world.start(), (usual) => ({
      enter: async (...found) => {
        if (left-- === 0) throw new Error('killed');
        return usual.enter(...found);
      },
    }));
    const { look } = await watched(world, doomed);
    for (let looks = 0; looks < 8; looks++) {
      world.pass(20_000);
      const looked = await toResult(look());
      if (!looked.ok) break;
      for (const { key } of looked.value.occurrences) told.add(key);
      await looked.value.noted?.();
    }
    // Meanwhile others are changed too, and come first.
    payAll(world, OTHER, mostEntries);
    reorder(world);
  }
  payAll(world, OTHER);
  const last = await watched(world, world.start());
  for (const { key } of await last.turns(12)) told.add(key);
  expect(new Set(await expectOnce(world, MANY))).toEqual(told);
});

test('and once where one of them can’t be judged yet', async () => {
  const { world } = await withMany();
  let waits = true;
  const changes = changed(world.changes, (usual) => ({
    explain: async (guildId, what) =>
      waits && what.before?.subaccount === 's200' ? null : usual.explain(guildId, what),
  }));
  const { turns } = await watched(world, changes);
  await turns(2);
  payAll(world, OTHER);
  expect(await turns(12)).toHaveLength(MANY - 1);
  await expectOnce(world, MANY - 1);
  // What is told already may change again, and back.
  payAll(world, THIRD, MANY - 1);
  await turns(2);
  payAll(world, OTHER, MANY - 1);
  expect(await turns(2)).toHaveLength(1);
  waits = false;
  expect(await turns(4)).toHaveLength(1);
  expect(await findings(world)).toHaveLength(MANY + 2);
  expect(await turns(6)).toEqual([]);
});

test('and once where what the looks found is thrown away', async () => {
  const { world, first } = await withMany();
  payAll(world, OTHER);
  for (let looks = 0; looks < 10; looks++) {
    world.pass(30_000);
    await first.look();
  }
  expect(await first.turns(8)).toHaveLength(MANY);
  await expectOnce(world, MANY);
});

test('and once where others that come first are changed after a kill', async () => {
  const { world, first } = await withMany();
  payAll(world, OTHER, MANY - 100);
  world.pass(60_000);
  await first.look();
  world.pass(15_000);
  // Killed before it was noted.
  expect((await first.look()).occurrences).toHaveLength(100);
  payAll(world, OTHER);
  const later = await watched(world, world.start());
  expect(await later.turns(8)).toHaveLength(MANY);
  await expectOnce(world, MANY);
});

test.each(['enter', 'explain'] as const)(
  'and once by two processes of which one stood still, about to %s',
  async (where) => {
    const { world } = await withMany();
    payAll(world, OTHER);
    let left = 50;
    let goOn = () => {};
    const wakes = new Promise<void>((resolve) => (goOn = resolve));
    const stop = async () => (left-- === 0 ? wakes : undefined);
    const slow = changed(world.start(), (usual) => ({
      enter: async (...found) => {
        if (where === 'enter') await stop();
        return usual.enter(...found);
      },
      explain: async (...what) => {
        if (where === 'explain') await stop();
        return usual.explain(...what);
      },
    }));
    const { look } = await watched(world, slow);
    await look();
    world.pass(15_000);
    const stands = look();
    await vi.waitFor(() => expect(left).toBe(-1));
    const other = await watched(world, world.start());
    expect(await other.turns(12)).toHaveLength(MANY);
    goOn();
    await stands;
    await expectOnce(world, MANY);
  },
);

test('all are told at once while none can be entered', async () => {
  const { world } = await withMany();
  const later = await watched(world, world.start());
  world.chat.isAway = true;
  payAll(world, OTHER);
  const told: PoolEvent[] = await later.turns(2);
  expect(new Set(told.map(({ key }) => key)).size).toBe(MANY);
  world.chat.isAway = false;
  await later.turns(20);
  expect(await findings(world)).toHaveLength(MANY);
});

test('a lagging server that shows the list before is not told as undone, in whichever look', async () => {
  const { world, first } = await withMany();
  payAll(world, OTHER);
  for (let looks = 0; looks < 14; looks++) {
    if (looks % 4 === 3) payAll(world, KNOWN);
    world.pass(20_000);
    const looked = await first.look();
    await looked.noted?.();
    payAll(world, OTHER);
  }
  await first.turns(6);
  await expectOnce(world, MANY);
});

test('findings of one list are known however many others there are', () => {
  let state = NO_CHANGES;
  const find = (key: string, currency: 'BTC' | 'ZEC') => {
    const plain = { status: null, frequency: null, day: null, wallet: null, addresses: null };
    const named = { what: 'payments' as const, currency, subaccount: key, subaccountId: null };
    const after = { ...named, ...plain };
    const details = { key, seenAt: 1, readAt: 2, before: null, after };
    const draft = { step: 'found-elsewhere' as const, actor: 'pitboss' as const, details };
    state = fold(state, chainEntry(draft, 3, state));
  };
  find('first', 'ZEC');
  for (let each = 0; each < 1_000; each++) find(`other ${each}`, 'BTC');
  expect(state.findings[0]).toMatchObject({ key: 'first' });
  expect(state.findings.length).toBeLessThan(500);
});
