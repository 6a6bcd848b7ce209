import { beforeEach, expect, test } from 'vitest';
import type { Changes } from '../../../src/changes/changes.js';
import type { Change } from '../../../src/domain/changes/change.js';
import { MAX_AWAITED } from '../../../src/domain/changes/unresolved.js';
import { appendChanges } from '../../../bench/support/seed-trails.js';
import {
  CHANNEL,
  createChangesHarness,
  GUILD,
  PEOPLE,
  pressOn,
  reconcileFor,
  type ChangesHarness,
} from '../fakes/changes-harness.js';

/** What a checkpoint leaves in memory of changes that have ended. */

const { admin, manager } = PEOPLE;
const DAY = 86_400_000;
const EVERY = 4;

let world: ChangesHarness;
beforeEach(() => {
  world = createChangesHarness({ checkpointEvery: EVERY });
});

async function moved(id: string): Promise<{ change: Change; messageId: string }> {
  const input = { name: 'main', site: { id, name: id } };
  const asked = { kind: 'subaccount-move', input, member: manager };
  const change = await world.ask(world.changes, asked);
  const messageId = await world.postCard(change);
  await pressOn(world.changes).confirm(world.click(change, manager));
  return { change, messageId };
}

/** So many checkpoints pass, of which the change is no part. */
async function passCheckpoints(many: number): Promise<void> {
  for (let each = 0; each < many * EVERY; each += 2) {
    await world.changes.freeze({ guildId: GUILD, member: admin, reason: 'drill' });
    await world.changes.unfreeze({ guildId: GUILD, member: admin, reason: 'over' });
  }
  await world.changes.idle();
}

const effectsIn = async (changes: Changes) => (await changes.differences.effects(GUILD)).length;
const inMemory = async () => (await world.changes.current(GUILD)).map(({ id }) => id);

test('an effect stays for a day, however much is entered, and after a start', async () => {
  await moved('site-b');
  await reconcileFor(world, 60_000);
  world.pass(DAY - 120_000);
  await passCheckpoints(10);
  expect(await effectsIn(world.changes)).toBe(1);
  expect(await effectsIn(world.start())).toBe(1);
});

test('and for two checkpoints, however long the bot was away', async () => {
  await moved('site-b');
  await reconcileFor(world, 60_000);
  world.pass(30 * DAY);
  await passCheckpoints(1);
  expect(await effectsIn(world.start())).toBe(1);
});

test('but of a busy day no more than the newest hundred', { timeout: 60_000 }, async () => {
  for (let each = 0; each < 103; each++) {
    await moved(each % 2 === 0 ? 'site-b' : 'site-c');
    await reconcileFor(world, 20_000);
  }
  await passCheckpoints(4);
  expect(await effectsIn(world.changes)).toBe(100);
});

test('but not for ever', async () => {
  const { change } = await moved('site-b');
  await reconcileFor(world, 60_000);
  world.pass(DAY);
  await passCheckpoints(4);
  expect(await effectsIn(world.changes)).toBe(0);
  expect(await inMemory()).not.toContain(change.id);
});

test('of those that wait at the pool for days, the newest five hundred', async () => {
  const many = MAX_AWAITED + 12;
  const now = world.clock.time;
  await appendChanges(world.store, GUILD, { changes: many, channel: CHANNEL, now });
  expect(await world.changes.waiting(GUILD)).toMatchObject({ atPool: MAX_AWAITED });
  const kept = await world.changes.current(GUILD);
  expect(kept.map(({ number }) => number)).toEqual(
    Array.from({ length: MAX_AWAITED }, (_, index) => many - index),
  );
  expect(await world.changes.list(GUILD, { openAt: now })).toHaveLength(MAX_AWAITED);
  // The older ones are listed as what they are, and found.
  const [oldest] = await world.changes.list(GUILD, { after: many - 1 });
  expect(oldest).toMatchObject({ number: 1, state: 'reported' });
});

test('a card names the newest three of its subaccount, and counts the rest', async () => {
  const now = world.clock.time;
  await appendChanges(world.store, GUILD, { changes: 60, channel: CHANNEL, now });
  world.workspace.siteOf.set('hall-0', 'site-a');
  const input = { name: 'hall-0', site: { id: 'site-b', name: 'Site B' } };
  const asked = { kind: 'subaccount-move', input, member: manager };
  const card = await world.postCard(await world.ask(world.changes, asked));
  expect(world.chat.text(card)).toMatch(/#49.*#37.*#25.*and 2 more/s);
});

test('the one whose values the pool listed instead stays while the other waits', async () => {
  world.workspace.appliesAtOnce = false;
  const waiting = await moved('site-b');
  world.workspace.appliesAtOnce = true;
  const seen = await moved('site-c');
  await reconcileFor(world, 60_000);
  for (let days = 0; days < 29; days++) {
    world.pass(DAY);
    await passCheckpoints(1);
  }
  expect(await inMemory()).toEqual([seen.change.id, waiting.change.id]);
  const [change] = (await world.changes.current(GUILD)).slice(1);
  const shown = JSON.stringify(
    await world.changes.cardAgain(GUILD, change ?? waiting.change, CHANNEL),
  );
  expect(shown).toContain('Since then the pool listed other values');
  // Nobody waits for it any more.
  world.pass(2 * DAY);
  await passCheckpoints(4);
  expect(await inMemory()).toEqual([]);
});
