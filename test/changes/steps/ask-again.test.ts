import { beforeEach, describe, expect, test } from 'vitest';
import type { Change } from '../../../src/domain/changes/change.js';
import {
  CHANNEL,
  createChangesHarness,
  EXPIRY_MS,
  GUILD,
  PEOPLE,
  type ChangesHarness,
  pressOn,
} from '../fakes/changes-harness.js';
import { entriesOf } from '../fakes/settings-harness.js';

/** Requests an expired or cancelled change again: the same, on the pool's present state. */

const { approver, manager, second, viewer } = PEOPLE;

let world: ChangesHarness;
beforeEach(() => {
  world = createChangesHarness();
});

async function expired() {
  const asked = await world.askToMove();
  world.pass(EXPIRY_MS);
  await world.changes.reconcile();
  await world.changes.idle();
  return asked;
}

async function cancelled() {
  const asked = await world.askToMove();
  await pressOn(world.changes).cancel(world.click(asked.change, manager));
  return asked;
}

const again = (change: Pick<Change, 'id'>, member = second) =>
  world.changes.askAgain(world.click(change, member), 'channel-2');

const open = async () =>
  (await world.changes.list(GUILD)).filter(({ state }) => state === 'pending');

describe.each([
  ['expired', expired, 'expired unconfirmed'],
  ['cancelled', cancelled, 'was cancelled'],
] as const)('a change that %s', (_what, end, words) => {
  test('is asked for again by whoever presses, and says what it comes from', async () => {
    const { change, messageId } = await end();
    expect(world.chat.buttons(messageId)).toEqual(['Ask again', 'Details']);
    const next = await again(change);
    expect(next).toMatchObject({
      state: 'pending',
      input: change.input,
      request: change.request,
      reason: 'why not',
      requester: { id: '3' },
      channelId: 'channel-2',
      replaces: change.id,
      askedAt: world.clock.time,
      expiresAt: world.clock.time + EXPIRY_MS,
    });
    const card = world.chat.text(await world.postCard(next));
    const link = `[#1](https://discord.com/channels/${GUILD}/${CHANNEL}/${messageId})`;
    expect(card).toContain('Asked again** by <@3>');
    expect(card).toContain(`the earlier request (${link}) ${words}.`);
    await world.changes.idle();
    expect(world.chat.text(messageId)).toContain('Asked again: #2');
    expect(world.chat.buttons(messageId)).toEqual(['Details']);
    const ended = await pressOn(world.changes).confirm(world.click(next, manager));
    expect([ended.state, world.workspace.sent.length]).toEqual(['reported', 1]);
    expect(await world.changes.verifyTrail(GUILD)).toMatchObject({ broken: null });
  });

  test('shows what the pool has now', async () => {
    const { change } = await end();
    world.workspace.siteOf.set('main', 'site-c');
    const next = await again(change);
    expect(next.present).not.toEqual(change.present);
    const ended = await pressOn(world.changes).confirm(world.click(next, manager));
    expect(ended.state).toBe('reported');
  });

  test('pressed by two people at once, or twice, is open once', async () => {
    const { change } = await end();
    const pressed = await Promise.allSettled([again(change), again(change, manager)]);
    const refused = pressed.filter((each) => each.status === 'rejected');
    expect(refused).toHaveLength(1);
    expect(String(refused[0]?.reason)).toContain('There is already an open change for this');
    await expect(again(change)).rejects.toThrow('There is already an open change for this');
    expect(await open()).toHaveLength(1);
    expect((await entriesOf(world)).at(-1)).toMatchObject({
      step: 'refused',
      change: change.id,
      details: { attempt: 'asked-again', why: 'same-open' },
    });
  });

  test('is asked for by nobody who may not request', async () => {
    const { change } = await end();
    for (const member of [viewer, approver])
      await expect(again(change, member)).rejects.toThrow('manager role');
    expect(await open()).toEqual([]);
  });

  test('is not asked for of another workspace, nor where it makes no sense any more', async () => {
    const { change } = await end();
    world.guilds.reconnect(GUILD, 9);
    await expect(again(change)).rejects.toThrow('server’s API key has changed');
    world.guilds.reconnect(GUILD, 1);
    world.workspace.siteOf.set('main', 'site-b');
    await expect(again(change)).rejects.toThrow('already');
    expect(await open()).toEqual([]);
  });
});

test('what is open, done or not of this server is not asked for again', async () => {
  const { change } = await world.askToMove();
  await expect(again(change)).rejects.toThrow('already an open change');
  await pressOn(world.changes).confirm(world.click(change, manager));
  await expect(again(change)).rejects.toThrow('already confirmed');
  await expect(again({ id: 'none' })).rejects.toThrow('no such change');
  expect(await open()).toEqual([]);
});

test('a press on a card that tells of lost entries asks for nothing', async () => {
  const { change, messageId } = await expired();
  const putBack = world.store.copy();
  const next = await again(change);
  await pressOn(world.changes).cancel(world.click(next, second));
  await world.changes.freeze({ guildId: GUILD, member: manager, reason: 'x' });
  await world.changes.idle();
  void world.changes.cardAgain(GUILD, change, CHANNEL);
  await world.changes.idle();
  const shown = world.chat.shown(messageId);
  putBack();
  const restored = world.start();
  const click = { ...world.click(change, second), shown };
  await expect(restored.askAgain(click, 'channel-2')).rejects.toThrow();
  expect(await restored.behind(GUILD)).not.toBeNull();
  expect((await restored.list(GUILD)).filter(({ state }) => state === 'pending')).toEqual([]);
});

test('one that was asked again and drifts names who asked again, when and under which number', async () => {
  const { change: first } = await cancelled();
  world.pass(60_000);
  const again1 = await again(first);
  const card = world.chat.text(await world.postCard(again1));
  expect(card).toContain(`was cancelled. It was requested by <@2> ${timeOf(first)}.`);
  let drifted = again1;
  for (const [site, as] of [
    ['site-c', ''],
    ['site-d', 'as #2 '],
  ] as const) {
    world.pass(60_000);
    world.workspace.siteOf.set('main', site);
    drifted = await pressOn(world.changes).confirm(world.click(drifted, manager));
    const next = await world.changes.find(GUILD, drifted.replacedBy ?? '');
    const id = world.chat.inChannel('channel-2').at(-1) ?? '';
    expect(world.chat.text(id)).toMatch(/Replaces an earlier request\*\* \(.*#\d/);
    expect(world.chat.text(id)).toContain(`, requested ${as}by <@3> ${timeOf(again1)}. Pitboss`);
    drifted = next ?? drifted;
  }
});

const timeOf = ({ askedAt }: Pick<Change, 'askedAt'>) => `<t:${Math.floor(askedAt / 1000)}:f>`;
