import { beforeEach, expect, test } from 'vitest';
import { trailOf } from '../../../src/changes/trail/stored-trail.js';
import {
  createChangesHarness,
  EXPIRY_MS,
  GUILD,
  PEOPLE,
  reconcileFor,
  type ChangesHarness,
  pressOn,
} from '../fakes/changes-harness.js';

/** A trail with nothing left to do isn't read again until something is written to it. */

let world: ChangesHarness;
let read: string[];

beforeEach(() => {
  world = createChangesHarness();
  read = [];
  const stored = world.store.read.bind(world.store);
  world.store.read = (stream, fromSeq) => {
    read.push(stream);
    return stored(stream, fromSeq);
  };
});

const HOURS = 2 * 3_600_000;
const timesRead = () => read.filter((stream) => stream === trailOf(GUILD)).length;

async function moveAndSettle(): Promise<void> {
  const { change } = await world.askToMove();
  await pressOn(world.changes).confirm(world.click(change, PEOPLE.manager));
  // Records the key.
  await world.changes.recover();
  await reconcileFor(world, HOURS);
}

test('once all is done no pass reads the trail, and no start does', async () => {
  await moveAndSettle();
  read.length = 0;
  await reconcileFor(world, 60_000);
  const next = world.start();
  await next.recover();
  await next.reconcile();
  expect(timesRead()).toBe(0);
});

test('an unknown change that nobody has looked into is counted by the next process, which reads nothing', async () => {
  world.workspace.faults.nextWrites = ['timeout'];
  await moveAndSettle();
  const everyone = () => true;
  expect(world.changes.counts(everyone).get('unknown')).toBe(1);
  read.length = 0;
  const next = world.start();
  await next.recover();
  await next.reconcile();
  expect(timesRead()).toBe(0);
  expect(next.counts(everyone).get('unknown')).toBe(1);
  expect(next.counts(() => false).get('unknown')).toBe(0);
});

test('what another process wrote is noticed by the next pass', async () => {
  await moveAndSettle();
  world.workspace.siteOf.set('main', 'site-a');
  const other = world.start();
  const { change } = await world.askToMove(PEOPLE.manager, other);
  world.pass(EXPIRY_MS);
  await world.changes.reconcile();
  await world.changes.idle();
  expect((await world.changes.find(GUILD, change.id))?.state).toBe('expired');
});

test('a trail that lost an entry since is looked at by a start', async () => {
  await moveAndSettle();
  world.store.streams.get(trailOf(GUILD))?.pop();
  read.length = 0;
  await world.start().recover();
  expect(timesRead()).toBeGreaterThan(0);
});

test.each([
  ['a card', () => (world.chat.edit = () => Promise.reject(new Error('away')))],
  ['the audit channel', () => (world.chat.post = () => Promise.reject(new Error('away')))],
])('while %s lags it is not reconciled, so the next start looks', async (_, fail) => {
  const { change } = await world.askToMove();
  await world.changes.recover();
  await world.changes.idle();
  fail();
  await pressOn(world.changes).cancel(world.click(change, PEOPLE.manager));
  await reconcileFor(world, 60_000);
  read.length = 0;
  await world.start().recover();
  expect(timesRead()).toBeGreaterThan(0);
});

test('nor while a change may still be seen to have taken effect', async () => {
  world.workspace.appliesAtOnce = false;
  const { change } = await world.askToMove();
  await pressOn(world.changes).confirm(world.click(change, PEOPLE.manager));
  await reconcileFor(world, 30 * 60_000);
  world.workspace.siteOf.set('main', 'site-b');
  const next = world.start();
  await next.recover();
  await next.idle();
  expect((await next.find(GUILD, change.id))?.observed).toBeDefined();
});

test('a key that no entry tells of is found at the next start', async () => {
  await moveAndSettle();
  await world.guilds.saveKey(GUILD, 'another key', '5');
  await world.start().recover();
  expect((await world.steps()).at(-1)).toBe('set');
});

test('and so is a setting', async () => {
  await moveAndSettle();
  world.guilds.set(GUILD, { timeZone: 'Europe/Berlin' });
  await world.start().recover();
  expect((await world.steps()).at(-1)).toBe('set');
});

test('and one that was written before the trail was reconciled', async () => {
  await moveAndSettle();
  world.workspace.siteOf.set('main', 'site-a');
  const { change } = await world.askToMove();
  await pressOn(world.changes).cancel(world.click(change, PEOPLE.manager));
  world.guilds.set(GUILD, { timeZone: 'Europe/Berlin' });
  await reconcileFor(world, 5 * 60_000);
  await world.start().recover();
  expect((await world.steps()).at(-1)).toBe('set');
});
