import { expect, test } from 'vitest';
import type { Changes } from '../../../src/changes/changes.js';
import { ChannelRefused } from '../../../src/domain/errors/channel-refused.js';
import type { Change } from '../../../src/domain/changes/change.js';
import {
  CHANNEL,
  clickInPrivate,
  createChangesHarness,
  emptyCard,
  EXPIRY_MS,
  GUILD,
  PEOPLE,
  pressOn,
  reconcileFor,
  type ChangesHarness,
} from '../fakes/changes-harness.js';
import { createApplications, moveApplication } from '../fakes/former-application.js';

/**
 * The copy that was put back knows where a card stood before; the one that took its place says that
 * the change was sent.
 */

const { manager, second } = PEOPLE;

const newestIn = ({ chat }: ChangesHarness) => chat.inChannel(CHANNEL).at(-1) ?? '';

function clickNewest(world: ChangesHarness, change: Change, who = second) {
  const messageId = newestIn(world);
  const on = { channelId: CHANNEL, messageId };
  return { ...world.click(change, who), on, shown: world.chat.shown(messageId) };
}

async function showAgain(world: ChangesHarness, by: Changes, change: Change): Promise<void> {
  const reply = await by.cardAgain(GUILD, change, CHANNEL);
  const { messageId } = await world.chat.post(CHANNEL, reply);
  await reply.onPosted?.({ channelId: CHANNEL, messageId });
  await by.idle();
}

async function beginWaiting() {
  const world = createChangesHarness();
  world.guilds.set(GUILD, { auditChannelId: undefined });
  const { change, messageId } = await world.askToMove();
  await world.changes.recover();
  await world.changes.idle();
  return { world, change, messageId, putBack: world.store.copy() };
}

/** By its newest card; the pool waits for an approval, so nothing of it shows there. */
async function sendIt(world: ChangesHarness, by: Changes, change: Change): Promise<void> {
  const card = newestIn(world);
  await pressOn(by).confirm(clickNewest(world, change, manager));
  await by.idle();
  expect(world.chat.text(card)).toContain('PENDING');
  world.workspace.siteOf.set('main', 'site-a');
}

/** The card was deleted and the change shown again, or its card is a former application's. */
const REPLACED = {
  async 'was deleted'() {
    const { world, change, messageId, putBack } = await beginWaiting();
    const other = world.start();
    world.chat.messages.delete(messageId);
    await showAgain(world, other, change);
    await sendIt(world, other, change);
    putBack();
    return { world, change, next: world.start() };
  },
  async 'was emptied and drawn late as a copy'() {
    const { world, change, messageId, putBack } = await beginWaiting();
    emptyCard(world, messageId);
    const edit = world.chat.edit.bind(world.chat);
    let carryOut: () => void = () => undefined;
    const late = new Promise<void>((settle) => (carryOut = settle));
    world.chat.edit = async (...given) => {
      await late;
      return edit(...given);
    };
    const reply = await world.changes.cardAgain(GUILD, change, CHANNEL);
    const next = await world.chat.post(CHANNEL, reply);
    await reply.onPosted?.({ channelId: CHANNEL, messageId: next.messageId });
    carryOut();
    await world.changes.idle();
    world.chat.edit = edit;
    expect(world.chat.buttons(messageId)).toEqual([]);
    await sendIt(world, world.start(), change);
    putBack();
    return { world, change, next: world.start() };
  },
  async 'is a former application’s'() {
    const { world, change, messageId, putBack } = await beginWaiting();
    const start = moveApplication(world);
    const moved = start();
    await moved.recover();
    await moved.idle();
    expect(newestIn(world)).not.toBe(messageId);
    await sendIt(world, moved, change);
    putBack();
    return { world, change, next: start() };
  },
};

/** The copy is of the first application's time, which goes on with it. */
async function movedBack() {
  const { world, change, messageId, putBack } = await beginWaiting();
  const applications = createApplications(world);
  applications.moveTo(1);
  const moved = world.start();
  await moved.recover();
  await moved.idle();
  await sendIt(world, moved, change);
  putBack();
  applications.moveTo(0);
  applications.forgetNonces();
  return { world, change, messageId, next: world.start() };
}

test.each(['itself', 'privately'])(
  'a card of the application before the move, which has the data again, isn’t confirmed %s',
  async (where) => {
    const { world, change, messageId, next } = await movedBack();
    const on = { channelId: CHANNEL, messageId };
    const click =
      where === 'itself'
        ? { ...world.click(change, second), on, shown: world.chat.shown(messageId) }
        : await clickInPrivate(world, change, { by: next, member: second });
    await expect(pressOn(next).confirm(click)).rejects.toThrow('missing');
    expect(await next.behind(GUILD)).toMatchObject({ where: 'card', card: change.id });
    expect(world.workspace.sent).toHaveLength(1);
  },
);

test('nor where the later one was emptied', async () => {
  const { world, change, messageId, next } = await movedBack();
  emptyCard(world, newestIn(world));
  const on = { channelId: CHANNEL, messageId };
  const click = { ...world.click(change, second), on, shown: world.chat.shown(messageId) };
  await expect(pressOn(next).confirm(click)).rejects.toThrow('removed the contents');
  expect(world.workspace.sent).toHaveLength(1);
});

test('nor where the bot may not look for a later one', async () => {
  const { world, change, messageId, next } = await movedBack();
  world.chat.find = async (channelId) =>
    Promise.reject(new ChannelRefused({ channelId, reason: 'forbidden' }));
  const on = { channelId: CHANNEL, messageId };
  const click = { ...world.click(change, second), on, shown: world.chat.shown(messageId) };
  await expect(pressOn(next).confirm(click)).rejects.toThrow('can’t tell');
  expect(world.workspace.sent).toHaveLength(1);
});

test('a later message that tells of nothing lost doesn’t take the card’s place', async () => {
  const { world, change, messageId } = await beginWaiting();
  createApplications(world).moveTo(0);
  world.chat.hasFormerBots = () => true;
  await world.chat.post(CHANNEL, world.chat.messages.get(messageId)?.reply ?? {});
  const on = { channelId: CHANNEL, messageId };
  const click = { ...world.click(change, second), on, shown: world.chat.shown(messageId) };
  await pressOn(world.changes).confirm(click);
  await world.changes.idle();
  expect(world.chat.text(messageId)).toContain('Sent once; the pool answered');
});

const HOW = {
  async 'on a card for everybody'(world: ChangesHarness, next: Changes, change: Change) {
    await next.recover();
    await reconcileFor({ ...world, changes: next }, 20_000);
    await showAgain(world, next, change);
    await pressOn(next).confirm(clickNewest(world, change));
  },
  async 'on a private one'(world: ChangesHarness, next: Changes, change: Change) {
    await pressOn(next).confirm(await clickInPrivate(world, change, { by: next, member: second }));
  },
  async 'once it is over, and asked for again'(
    world: ChangesHarness,
    next: Changes,
    change: Change,
  ) {
    await next.recover();
    for (let passed = 0; passed < EXPIRY_MS + 60_000; passed += 10_000) {
      world.pass(10_000);
      await next.reconcile();
    }
    await next.idle();
    expect((await next.find(GUILD, change.id))?.state).not.toBe('expired');
    const again = await world.askToMove(second, next);
    await pressOn(next).confirm(clickNewest(world, again.change));
  },
};

test.each(
  Object.entries(REPLACED).flatMap(([why, replace]) =>
    Object.entries(HOW).map(([how, confirm]) => ({ why, how, replace, confirm })),
  ),
)('a card that $why isn’t confirmed $how', async ({ replace, confirm }) => {
  const { world, change, next } = await replace();
  await expect(confirm(world, next, change)).rejects.toThrow();
  await next.idle();
  expect(await next.behind(GUILD)).toMatchObject({ where: 'card', card: change.id });
  expect(world.workspace.sent).toHaveLength(1);
});

test('a card that was deleted and shown nowhere again is shown, and confirms', async () => {
  const { world, change, messageId } = await beginWaiting();
  world.chat.messages.delete(messageId);
  await showAgain(world, world.changes, change);
  const { state } = await pressOn(world.changes).confirm(clickNewest(world, change));
  expect(state).toBe('reported');
});

test('a deleted card keeps a private one from confirming where a later one can’t be looked for', async () => {
  const { world, change, messageId } = await beginWaiting();
  world.chat.messages.delete(messageId);
  world.chat.find = async (channelId) =>
    Promise.reject(new ChannelRefused({ channelId, reason: 'forbidden' }));
  const click = await clickInPrivate(world, change, { by: world.changes, member: second });
  await expect(pressOn(world.changes).confirm(click)).rejects.toThrow('has been deleted');
});
