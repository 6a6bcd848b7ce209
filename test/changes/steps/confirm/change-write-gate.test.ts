import { beforeEach, expect, test } from 'vitest';
import { createWriteGate } from '../../../../src/changes/steps/confirm/change-write-gate.js';
import { createExpiry } from '../../../../src/domain/changes/expiry.js';
import { createTrail } from '../../../../src/changes/trail/trail.js';
import { PoolUnreachable } from '../../../../src/domain/errors/pool-errors.js';
import type { GuildSettings } from '../../../../src/domain/guild/guild-settings.js';
import type { Change } from '../../../../src/domain/changes/change.js';
import {
  ANSWER_WITHIN_MS,
  createChangesHarness,
  EXPIRY_MS,
  GUILD,
  PEOPLE,
  type ChangesHarness,
  pressOn,
} from '../../fakes/changes-harness.js';

/** What happens between the entry `sent` and the first byte of the request. */

let world: ChangesHarness;
let change: Change;
let messageId: string;

beforeEach(async () => {
  world = createChangesHarness();
  ({ change, messageId } = await world.askToMove());
});

/** Something happens while the request is on its way out; returns the outcome. */
async function confirmWhile(happens: () => unknown): Promise<Change> {
  const { client } = world.workspace;
  const leave = client.updateSubaccount.bind(client);
  client.updateSubaccount = async (...args) => {
    client.updateSubaccount = leave;
    await happens();
    return leave(...args);
  };
  return pressOn(world.changes).confirm(world.click(change, PEOPLE.manager));
}

/** Another process sets it. */
function tighten(how: (now: GuildSettings) => GuildSettings): Promise<unknown> {
  const setter = { guildId: GUILD, member: PEOPLE.admin, by: 'roles' } as const;
  return world.start().settings.set(setter, how);
}

const HELD_UP = 'held up too long at the moment of sending';
const freezing = { guildId: GUILD, member: PEOPLE.second, reason: 'stop' };

test.each<[string, () => unknown, { why: string; says: string }]>([
  [
    'a freeze',
    () => world.start().freeze(freezing),
    { why: 'frozen', says: 'Changes were frozen at the moment of sending' },
  ],
  [
    'another API key',
    () => world.guilds.reconnect(GUILD, 9),
    { why: 'other-key', says: 'server’s API key was changed or deleted at the moment of sending' },
  ],
  [
    'a rule that needs a second person now',
    () => tighten((now) => ({ ...now, approval: { payments: 'second', others: 'second' } })),
    { why: 'other-rules', says: 'the confirmation isn’t enough any more' },
  ],
  [
    'a role that managers no longer have',
    () => tighten((now) => ({ ...now, roles: { ...now.roles, manager: ['others'] } })),
    { why: 'other-rules', says: 'the confirmation isn’t enough any more' },
  ],
  [
    'a store that cannot be read',
    () => {
      const read = world.store.read.bind(world.store);
      world.store.read = () => {
        world.store.read = read;
        throw new Error('away');
      };
    },
    { why: 'unread', says: 'couldn’t be read at the moment of sending' },
  ],
  [
    'a store that takes longer than a second',
    () => {
      const read = world.store.read.bind(world.store);
      world.store.read = async function* (...args) {
        world.store.read = read;
        await new Promise((resolve) => setTimeout(resolve, 1_200));
        yield* read(...args);
      };
    },
    { why: 'unread', says: 'couldn’t be read at the moment of sending' },
  ],
  [
    'a pause of the process while the store answers',
    () => {
      const read = world.store.read.bind(world.store);
      world.store.read = (...args) => {
        world.store.read = read;
        world.pass(1_200);
        return read(...args);
      };
    },
    { why: 'unread', says: 'couldn’t be read at the moment of sending' },
  ],
  [
    'half the time after which others call it unknown',
    () => world.pass(ANSWER_WITHIN_MS / 2),
    { why: 'late', says: HELD_UP },
  ],
])('%s keeps it from leaving', async (_, happens, { why, says }) => {
  const ended = await confirmWhile(happens);
  expect(ended).toMatchObject({ state: 'failed', failure: { why } });
  expect(world.workspace.sent).toEqual([]);
  expect(world.chat.text(messageId)).toContain(says);
  expect(world.chat.text(messageId)).toContain('Nothing was sent.');
  expect(await world.changes.verifyTrail(GUILD)).toMatchObject({ broken: null });
});

test('its expiry keeps it from leaving', async () => {
  world.pass(EXPIRY_MS - 1_000);
  const ended = await confirmWhile(() => world.pass(1_000));
  expect(ended).toMatchObject({ state: 'failed', failure: { why: 'expired' } });
  expect(world.workspace.sent).toEqual([]);
});

test('what others took for lost leaves no more, though somebody looked into it', async () => {
  const other = world.start();
  const ended = await confirmWhile(async () => {
    await other.reconcile();
    world.pass(ANSWER_WITHIN_MS);
    await other.reconcile();
    await other.idle();
    expect(world.chat.text(messageId)).toContain('The request was about to be sent.');
    expect(world.chat.text(messageId)).not.toContain('sent once');
    await pressOn(other).resolve(world.click(change, PEOPLE.second), 'not at the pool');
    const next = await world.askToMove(PEOPLE.manager, other);
    await pressOn(other).confirm(world.click(next.change, PEOPLE.second));
    expect(world.workspace.sent).toHaveLength(1);
  });
  expect(ended).toMatchObject({ state: 'failed', failure: { why: 'late' } });
  expect(world.workspace.sent).toHaveLength(1);
  expect(world.chat.text(messageId)).toContain(HELD_UP);
});

test('what a process with a clock ahead took for lost leaves no more', async () => {
  const ended = await confirmWhile(async () => {
    world.clock.time += ANSWER_WITHIN_MS;
    // Of what was under way when it started, a process asks its clock.
    const other = world.start();
    await other.reconcile();
    await other.idle();
    world.clock.time -= ANSWER_WITHIN_MS;
  });
  expect(ended).toMatchObject({ state: 'failed', failure: { why: 'late' } });
  expect(world.workspace.sent).toEqual([]);
});

test('a clock that was set back does not make it late', async () => {
  const ended = await confirmWhile(() => world.pass(-60_000));
  expect(ended.state).toBe('reported');
});

test('what takes too long before the request leaves is held back, whatever the time of day', () => {
  const { store, clock, guilds } = world;
  const trail = createTrail({ store, clock, onEntry: () => undefined });
  const sinceBegun = () => ANSWER_WITHIN_MS / 2;
  const expiry = createExpiry({ clock, uptime: () => 0 });
  const parts = { trail, guilds, clock, expiry, answerWithinMs: ANSWER_WITHIN_MS };
  const gate = createWriteGate(parts, GUILD, { change, by: PEOPLE.manager, sinceBegun });
  expect(gate.maySendFirstByte()).toBe(false);
  const error = new PoolUnreachable({ operation: 'updateSubaccount', outcome: 'not-sent' });
  expect(gate.why({ ok: false, error })).toBe('late');
});
