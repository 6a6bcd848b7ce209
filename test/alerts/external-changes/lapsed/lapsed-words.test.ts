import { beforeEach, describe, expect, test } from 'vitest';
import { changeColumns } from '../../../../src/views/changes/record/change-columns.js';
import {
  AUDIT_CHANNEL,
  CHANNEL,
  createChangesHarness,
  GUILD,
  PEOPLE,
  reconcileFor,
  type ChangesHarness,
} from '../../../changes/fakes/changes-harness.js';
import { KNOWN, listAs, OTHER, payTo, record, THIRD, watched } from '../watched.js';

/** What people are told, and where, of a payout change that waits for approval at the pool. */

const HOUR_MS = 3_600_000;

let world: ChangesHarness;
let turns: (minutes: number) => Promise<readonly unknown[]>;
let look: () => Promise<unknown>;
beforeEach(async () => {
  world = createChangesHarness();
  world.workspace.requiresApproval = true;
  world.workspace.appliesAtOnce = false;
  await world.changes.recover();
  ({ turns, look } = await watched(world));
  await turns(8);
});

async function sentAndWaiting() {
  const sent = await payTo(world, OTHER);
  listAs(world, KNOWN, 'PENDING_APPROVAL');
  await turns(4);
  return sent;
}

const isLapsed = async () => (await world.steps()).includes('lapsed');

/** The audit channel's lines that hold these words. */
const auditLines = (words: string) =>
  world.chat
    .inChannel(AUDIT_CHANNEL)
    .map((id) => world.chat.text(id))
    .filter((text) => text.includes(words));

async function csvRow(): Promise<Record<string, unknown>> {
  for await (const [row] of world.changes.exportChanges(GUILD))
    if (row !== undefined)
      return Object.fromEntries(changeColumns.map(({ heading, value }) => [heading, value(row)]));
  throw new Error('no change was exported');
}

/** The file behind Details. */
async function detailsFile(changeId: string): Promise<string> {
  const shown = await world.changes.record({ guildId: GUILD, changeId, on: undefined });
  return new TextDecoder().decode(shown?.files?.[0]?.data);
}

describe.each(['APPROVED', 'ACTIVE', 'REJECTED', 'DECLINED', 'CANCELLED', 'FAILED'])(
  'a record that waits no more, as %s',
  (status) => {
    test('lapses it, in the pool’s own words', async () => {
      const { change, messageId } = await sentAndWaiting();
      listAs(world, KNOWN, status);
      expect(await turns(4)).toEqual([]);
      await world.changes.idle();
      const card = world.chat.text(messageId);
      expect(card).toContain('Not in force: no longer waiting for approval');
      expect(card).toContain(`(status **${status}**)`);
      expect(card).not.toContain('one of them may say that it still waits');
      expect(auditLines('isn’t in force').join()).toContain(`, listed as ${status}`);
      expect(await csvRow()).toMatchObject({ 'seen status': status });
      expect(await detailsFile(change.id)).toContain(`"status": "${status}"`);
    });
  },
);

test('what the record says beyond its description is on the card of one that lapsed', async () => {
  const { messageId } = await sentAndWaiting();
  listAs(world, KNOWN, 'ACTIVE');
  Object.assign(record(world), { pending_approval: true, last_change: { reason: 'too late' } });
  await turns(4);
  await world.changes.idle();
  expect(await isLapsed()).toBe(true);
  const card = world.chat.text(messageId);
  expect(card).toContain('pending_approval');
  expect(card).toContain('too late');
  expect(card).toContain('one of them may say that it still waits');
});

test.each(['ENABLED', 'PROCESSING', 'FROZEN'])(
  'a status of which nobody can tell, %s, is told as perhaps its doing',
  async (status) => {
    const { messageId } = await sentAndWaiting();
    listAs(world, KNOWN, status);
    expect(await turns(4)).toMatchObject([{ facts: { perhapsBy: 1, waiting: 'ends' } }]);
    expect(await isLapsed()).toBe(false);
    expect(world.chat.text(messageId)).not.toContain('Not in force');
  },
);

test('a wait is its own also where the subaccount is renamed', async () => {
  await payTo(world, OTHER);
  listAs(world, KNOWN, 'PENDING_APPROVAL');
  const { idOf, payments, siteOf } = world.workspace;
  for (const each of [idOf, siteOf] as Map<string, string>[]) {
    each.set('principal', each.get('main') ?? '');
    each.delete('main');
  }
  payments.set('BTC principal', record(world));
  payments.delete('BTC main');
  expect(await turns(12)).toMatchObject([{ facts: { after: { what: 'subaccount' } } }]);
});

test('a wait is perhaps that of a change whose answer says that it needs no approval', async () => {
  world.workspace.requiresApproval = false;
  await payTo(world, OTHER);
  listAs(world, KNOWN, 'PENDING_APPROVAL');
  expect(await turns(4)).toMatchObject([{ facts: { perhapsBy: 1, waiting: 'begins' } }]);
  listAs(world, KNOWN, 'ACTIVE');
  expect(await turns(4)).toMatchObject([{ facts: { perhapsBy: 1, waiting: 'ends' } }]);
});

test('a wait that was seen before the request left isn’t its own', async () => {
  listAs(world, KNOWN, 'PENDING_APPROVAL');
  // One look shows it; the second comes once the change was sent.
  world.pass(60_000);
  expect(await look()).toMatchObject({ again: true });
  world.pass(10_000);
  await payTo(world, OTHER);
  expect(await turns(4)).toMatchObject([{ facts: { perhapsBy: 1, waiting: 'begins' } }]);
});

test('nor is one that the pool’s record told of when the change was requested', async () => {
  listAs(world, KNOWN, 'PENDING_APPROVAL');
  await payTo(world, OTHER);
  expect(await turns(4)).toMatchObject([{ facts: { perhapsBy: 1, waiting: 'begins' } }]);
});

test.each(['REJECTED', 'PENDING_APPROVAL'])(
  'the audit line of one that is seen as %s says so, and not in green',
  async (status) => {
    await payTo(world, OTHER);
    listAs(world, OTHER, status);
    await reconcileFor(world, 60_000);
    const [line = ''] = auditLines('saw #1');
    expect(line).toContain(`at the pool, listed as ${status.replaceAll('_', String.raw`\_`)}`);
    expect(line).not.toContain('✅');
  },
);

test.each([1, 30])(
  'lapsed %i hours after the answer, and Discord takes no edit: the next process draws the card',
  async (hours) => {
    const { messageId } = await sentAndWaiting();
    await reconcileFor(world, 75 * 60_000);
    world.pass(hours * HOUR_MS);
    await reconcileFor(world, 120_000);
    const edit = world.chat.edit.bind(world.chat);
    world.chat.edit = async () => Promise.reject(new Error('away'));
    listAs(world, KNOWN, 'ACTIVE');
    await turns(4);
    await reconcileFor(world, 150_000);
    expect(await isLapsed()).toBe(true);
    await restart(edit);
    expect(world.chat.text(messageId)).toContain('Not in force: no longer waiting for approval');
  },
);

/** Another process goes on, and Discord takes edits again. */
async function restart(edit: ChangesHarness['chat']['edit']): Promise<void> {
  world.changes.beginEnd();
  await world.changes.close();
  world.chat.edit = edit;
  const changes = world.start();
  await changes.recover();
  await reconcileFor({ ...world, changes }, 60_000);
  await changes.idle();
}

test('another’s values took its place, and Discord took no edit: the next process says so', async () => {
  const older = await sentAndWaiting();
  await reconcileFor(world, 80 * 60_000);
  const newer = await payTo(world, THIRD);
  await world.changes.idle();
  const edit = world.chat.edit.bind(world.chat);
  world.chat.edit = async (channelId, messageId, reply) =>
    messageId === older.messageId
      ? Promise.reject(new Error('away'))
      : edit(channelId, messageId, reply);
  listAs(world, THIRD, 'ACTIVE');
  await reconcileFor(world, 90_000);
  expect(world.chat.text(newer.messageId)).toContain('Done: the pool lists it');
  await restart(edit);
  expect(world.chat.text(older.messageId)).toContain('Since then the pool listed other values');
});

test('asked again and in force after all: the later card doesn’t say that it isn’t', async () => {
  const { change, messageId } = await sentAndWaiting();
  listAs(world, KNOWN, 'ACTIVE');
  await turns(4);
  const card = await world.postCard(
    await world.changes.askAgain(world.click(change, PEOPLE.manager), CHANNEL),
  );
  listAs(world, OTHER, 'ACTIVE');
  await turns(4);
  await reconcileFor(world, 10_000);
  expect(world.chat.text(messageId)).toContain('Done: the pool lists it');
  await world.changes.freeze({ guildId: GUILD, member: PEOPLE.admin, reason: 'x' });
  await world.changes.idle();
  expect(world.chat.text(card)).toContain('frozen');
  expect(world.chat.text(card)).toContain('was sent, and the pool lists it by now');
});
