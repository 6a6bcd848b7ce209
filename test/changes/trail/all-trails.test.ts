import { beforeEach, expect, test } from 'vitest';
import { DELETED_SERVERS } from '../../../src/domain/guild/deleted-servers.js';
import { trailOf } from '../../../src/changes/trail/stored-trail.js';
import {
  ANSWER_WITHIN_MS,
  createChangesHarness,
  EXPIRY_MS,
  GUILD,
  PEOPLE,
  pressOn,
  type ChangesHarness,
} from '../fakes/changes-harness.js';
import { createKillableProcess } from '../fakes/killable-process.js';

/** A row is missing from the store's list of trails; the trails themselves are whole. */

let world: ChangesHarness;
beforeEach(() => {
  world = createChangesHarness();
});

const list = () => world.store.streams.get('trails') ?? [];

async function startLater(ms: number) {
  world.pass(ms);
  const next = world.start();
  await next.recover();
  await next.idle();
  return next;
}

test('what a killed process had sent is called unknown at the next start, on the card too', async () => {
  const { change, messageId } = await world.askToMove();
  const killable = createKillableProcess({ atCall: Infinity, when: 'before' });
  world.workspace.client.updateSubaccount = () => new Promise(() => undefined);
  void pressOn(world.start(killable)).confirm(world.click(change, PEOPLE.manager));
  await expect.poll(() => world.steps()).toContain('sent');
  world.store.streams.delete('trails');

  const next = await startLater(ANSWER_WITHIN_MS);

  expect((await next.find(GUILD, change.id))?.state).toBe('unknown');
  expect(world.chat.text(messageId)).toContain('Outcome unknown');
});

test('a waiting change ends in time, and the list is whole again, once, for the next process', async () => {
  const { messageId } = await world.askToMove();
  world.store.streams.set('trails', ['']);

  await startLater(EXPIRY_MS);
  await startLater(0);

  expect(world.chat.text(messageId)).toContain('Expired');
  expect(list()).toEqual(['', GUILD]);
});

test('while the list takes no row, every server missing from it is looked at all the same', async () => {
  const { messageId } = await world.askToMove();
  world.store.streams.set(trailOf('1'), []);
  world.store.streams.set('trails', []);
  // The other comes first.
  const whole = world.store.streams.get(trailOf(GUILD)) ?? [];
  world.store.streams.delete(trailOf(GUILD));
  world.store.streams.set(trailOf(GUILD), whole);
  const append = world.store.append.bind(world.store);
  let takesNone = true;
  world.store.append = async (stream, seq, entry) => {
    if (takesNone && stream === 'trails') throw new Error('the disk is full');
    return append(stream, seq, entry);
  };

  const next = await startLater(EXPIRY_MS);
  expect(world.chat.text(messageId)).toContain('Expired');
  expect(list()).toEqual([]);

  takesNone = false;
  await next.reconcile();
  expect(list()).toEqual(['1', GUILD]);
});

test('a server whose data was deleted no longer counts as such from its next first entry on', async () => {
  const deleted = world.store.namespace<number>(DELETED_SERVERS);
  for (const guildId of [GUILD, '1']) await deleted.set(guildId, 5);
  const append = world.store.append.bind(world.store);
  let atFirst: unknown = 'no entry';
  world.store.append = async (stream, seq, entry) => {
    if (stream === trailOf(GUILD) && seq === 1) atFirst = await deleted.get(GUILD);
    return append(stream, seq, entry);
  };
  await world.askToMove();
  expect(atFirst).toBeUndefined();
  expect(await deleted.get('1')).toBe(5);
});
