import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { ChannelRefused } from '../../../src/domain/errors/channel-refused.js';
import { DAY_MS, HOUR_MS } from '../../../src/domain/time/units.js';
import {
  ANSWER_WITHIN_MS,
  AUDIT_CHANNEL,
  CHANNEL,
  clickInPrivate,
  createChangesHarness,
  EXPIRY_MS,
  GUILD,
  PEOPLE,
  pressOn,
  reconcileFor,
} from '../fakes/changes-harness.js';

/**
 * An older copy need not know where a card stands. The card is looked for before the change is
 * closed, or cancelled on another card.
 */

const { manager, second } = PEOPLE;
const MOVE = {
  kind: 'subaccount-move',
  input: { name: 'main', site: { id: 'site-b', name: 'Site B' } },
  member: manager,
};

/** Sent by another process, then put back; only the card tells. */
async function putBackWithout(place: string) {
  const world = createChangesHarness();
  world.guilds.set(GUILD, { auditChannelId: undefined });
  const { change } = await world.askToMove();
  await world.changes.recover();
  await world.changes.idle();
  const putBack = world.store.copy();
  const other = world.start();
  await pressOn(other).confirm(world.click(change, manager));
  await other.idle();
  world.workspace.siteOf.set('main', 'site-a');
  putBack();
  const rows = world.store.notes<unknown>('change-cards');
  if (place === 'missing') await rows.delete(`${GUILD}:${change.id}`);
  else await rows.set(`${GUILD}:${change.id}`, { channelId: 5 });
  const [look, find] = [world.chat.look.bind(world.chat), world.chat.find.bind(world.chat)];
  return {
    world,
    change,
    hide: () =>
      Object.assign(world.chat, {
        look: async () => Promise.reject(new Error('502')),
        find: async () => Promise.reject(new Error('502')),
      }),
    show: () => Object.assign(world.chat, { look, find }),
  };
}

describe.each(['missing', 'damaged'])('where the note of its place is %s', (place) => {
  test('it isn’t cancelled on a private card while Discord shows nothing', async () => {
    const { world, change, hide, show } = await putBackWithout(place);
    hide();
    const cancel = async () =>
      pressOn(world.changes).cancel(
        await clickInPrivate(world, change, { by: world.changes, member: manager }),
      );
    await expect(cancel()).rejects.toThrow('may say that it was sent');
    show();
    await expect(cancel()).rejects.toThrow('entries of this server are missing');
  });

  test.each([true, false])('it isn’t closed, Discord showing its card: %s', async (isShown) => {
    const { world, change, hide, show } = await putBackWithout(place);
    if (!isShown) hide();
    world.pass(EXPIRY_MS);
    await reconcileFor(world, 60_000);
    expect((await world.changes.find(GUILD, change.id))?.state).toBe('pending');
    await expect(world.askToMove(second)).rejects.toThrow();
    show();
    await reconcileFor(world, 5 * 60_000);
    expect(await world.changes.behind(GUILD)).toMatchObject({ where: 'card', card: change.id });
  });
});

/** The process that sent it died before the pool answered. */
async function putBackAmidSending() {
  const world = createChangesHarness();
  world.guilds.set(GUILD, { auditChannelId: undefined });
  const { change } = await world.askToMove();
  await world.changes.recover();
  await world.changes.idle();
  const putBack = world.store.copy();
  const { client } = world.workspace;
  const send = client.updateSubaccount.bind(client);
  const sending = new Promise<void>((resolve) => {
    client.updateSubaccount = async (...given) => {
      await send(...given);
      resolve();
      return new Promise(() => undefined);
    };
  });
  void pressOn(world.start()).confirm(world.click(change, manager));
  await sending;
  client.updateSubaccount = send;
  world.workspace.siteOf.set('main', 'site-a');
  putBack();
  await world.store.notes<unknown>('change-cards').delete(`${GUILD}:${change.id}`);
  return { world, change, next: world.start() };
}

describe('a card that says that its request is about to be sent is found', () => {
  test('so no new one is posted, and it isn’t closed', async () => {
    const { world, next } = await putBackAmidSending();
    await next.recover();
    for (let passed = 0; passed < EXPIRY_MS + 20_000; passed += 2_000) {
      world.pass(2_000);
      await next.reconcile();
    }
    await next.idle();
    expect(world.chat.inChannel(CHANNEL)).toHaveLength(1);
    expect(await next.behind(GUILD)).toMatchObject({ where: 'card' });
  });

  test('before it is cancelled on a private card', async () => {
    const { world, change, next } = await putBackAmidSending();
    const click = await clickInPrivate(world, change, { by: next, member: manager });
    await expect(pressOn(next).cancel(click)).rejects.toThrow('missing');
  });
});

describe('shown again, it is looked for', () => {
  const forbidden = async () =>
    Promise.reject(new ChannelRefused({ channelId: CHANNEL, reason: 'forbidden' }));

  async function showAndConfirm({ world, change }: Awaited<ReturnType<typeof putBackWithout>>) {
    const reply = await world.changes.cardAgain(GUILD, change, CHANNEL);
    const { messageId } = await world.chat.post(CHANNEL, reply);
    await reply.onPosted?.({ channelId: CHANNEL, messageId });
    const on = { channelId: CHANNEL, messageId };
    const click = { ...world.click(change, second), on, shown: world.chat.shown(messageId) };
    return pressOn(world.changes).confirm(click);
  }

  test('and found', async () => {
    const all = await putBackWithout('missing');
    await expect(showAndConfirm(all)).rejects.toThrow('nothing was confirmed');
    expect(await all.world.changes.behind(GUILD)).toMatchObject({ where: 'card' });
  });

  test('and not shown while Discord can’t tell', async () => {
    const all = await putBackWithout('missing');
    all.hide();
    await expect(showAndConfirm(all)).rejects.toThrow('may say that it was sent');
  });

  test('and not confirmed where the bot may not read', async () => {
    const all = await putBackWithout('missing');
    all.world.chat.find = forbidden;
    await expect(showAndConfirm(all)).rejects.toThrow('can’t look for it');
    expect(all.world.workspace.sent).toHaveLength(1);
  });

  test('nor on a private card', async () => {
    const { world, change } = await putBackWithout('missing');
    world.chat.find = forbidden;
    const click = await clickInPrivate(world, change, { by: world.changes, member: second });
    await expect(pressOn(world.changes).confirm(click)).rejects.toThrow('can’t tell');
  });
});

test('one that was confirmed days after it was asked for is looked for too', async () => {
  const world = createChangesHarness();
  const waits = { payments: 4_320, others: 4_320 };
  world.guilds.set(GUILD, { auditChannelId: undefined, waits });
  const { change } = await world.askToMove();
  await world.changes.idle();
  world.pass(2 * DAY_MS);
  const append = world.store.append.bind(world.store);
  let putBack = () => undefined as void;
  world.store.append = async (stream, seq, entry) => {
    const done = await append(stream, seq, entry);
    if (entry.includes('"step":"confirmed"')) putBack = world.store.copy();
    return done;
  };
  await pressOn(world.changes).confirm(world.click(change, manager));
  await world.changes.idle();
  putBack();
  world.workspace.siteOf.set('main', 'site-a');
  await world.store.notes<unknown>('change-cards').delete(`${GUILD}:${change.id}`);
  const next = world.start();
  await next.recover();
  await next.idle();
  world.pass(ANSWER_WITHIN_MS);
  await next.reconcile();
  await next.idle();
  expect(await next.behind(GUILD)).toMatchObject({ where: 'card', card: change.id });
});

describe('where there is none', () => {
  test('a search that takes too long refuses Cancel once', async () => {
    const world = createChangesHarness();
    const change = await world.ask(world.changes, MOVE);
    let searches = 0;
    world.chat.find = async () => {
      searches += 1;
      // Page by page, past whatever was posted since it was requested; the next goes on from there.
      if (searches === 1) await wait(2_200);
      return null;
    };
    const cancel = async () =>
      pressOn(world.changes).cancel(
        await clickInPrivate(world, change, { by: world.changes, member: manager }),
      );
    await expect(cancel()).rejects.toThrow('Try again in a moment');
    await wait(400);
    expect((await cancel()).state).toBe('cancelled');
  });

  test.each([
    ['with a right clock', 0, 0],
    ['with a clock that is ahead', 13 * 60_000, 0],
    ['with a clock that was ahead', 25 * 60_000, 25 * 60_000],
  ])(
    'a card that another process posted after a search is found, %s',
    async (_, ahead, setBack) => {
      const world = createChangesHarness();
      const waits = { payments: 120, others: 120 };
      world.guilds.set(GUILD, { auditChannelId: undefined, waits });
      world.clock.time += ahead;
      const [here, there] = [world.start(), world.start()];
      const change = await world.ask(world.changes, MOVE);
      world.pass(20 * 60_000);
      await here.cardAgain(GUILD, change, CHANNEL);
      world.clock.time -= setBack;
      world.pass(60_000);
      const putBack = world.store.copy();
      await world.postCard(change, there);
      await pressOn(there).confirm(world.click(change, manager));
      await there.idle();
      world.workspace.siteOf.set('main', 'site-a');
      for (let n = 0; n < 150; n++) await world.chat.post(CHANNEL, { content: `hello ${n}` });
      putBack();
      const click = await clickInPrivate(world, change, { by: here, member: second });
      await expect(pressOn(here).confirm(click)).rejects.toThrow('missing');
      expect(world.workspace.sent).toHaveLength(1);
    },
  );

  test('a card is found in an answer that was being given when a search found none', async () => {
    const world = createChangesHarness();
    world.guilds.set(GUILD, { auditChannelId: undefined });
    const [here, there] = [world.start(), world.start()];
    const { messageId } = await world.chat.post(CHANNEL, { content: 'thinking …' });
    const change = await world.ask(there, MOVE);
    await here.cardAgain(GUILD, change, CHANNEL);
    const putBack = world.store.copy();
    const reply = await there.card(GUILD, change);
    world.chat.messages.set(messageId, { channelId: CHANNEL, reply });
    const on = { channelId: CHANNEL, messageId };
    await reply.onPosted?.(on);
    await pressOn(there).confirm({
      ...world.click(change, manager),
      on,
      shown: world.chat.shown(messageId),
    });
    await there.idle();
    world.workspace.siteOf.set('main', 'site-a');
    putBack();
    const click = await clickInPrivate(world, change, { by: here, member: second });
    await expect(pressOn(here).confirm(click)).rejects.toThrow('missing');
    expect(world.workspace.sent).toHaveLength(1);
  });

  test.each([0, 3])(
    'a card behind many messages is found by a clock that is %i h ahead',
    async (hours) => {
      const world = createChangesHarness();
      world.guilds.set(GUILD, { auditChannelId: undefined });
      world.clock.time += hours * HOUR_MS;
      const { change } = await world.askToMove();
      await world.changes.recover();
      await world.changes.idle();
      const putBack = world.store.copy();
      await pressOn(world.changes).confirm(world.click(change, manager));
      await world.changes.idle();
      world.workspace.siteOf.set('main', 'site-a');
      for (let n = 0; n < 150; n++) await world.chat.post(CHANNEL, { content: `hello ${n}` });
      putBack();
      await world.store.notes<unknown>('change-cards').delete(`${GUILD}:${change.id}`);
      const next = world.start();
      const click = await clickInPrivate(world, change, { by: next, member: second });
      await expect(pressOn(next).confirm(click)).rejects.toThrow('missing');
      expect(world.workspace.sent).toHaveLength(1);
    },
  );

  test('and it can’t be posted, it isn’t searched for at every pass', async () => {
    const world = createChangesHarness();
    world.guilds.set(GUILD, {
      auditChannelId: AUDIT_CHANNEL,
      approval: { payments: 'second', others: 'second' },
      pingRoleId: 'approvers',
    });
    const post = world.chat.post.bind(world.chat);
    const find = world.chat.find.bind(world.chat);
    world.chat.post = async (channelId, ...rest) =>
      channelId === CHANNEL
        ? Promise.reject(new ChannelRefused({ channelId, reason: 'forbidden' }))
        : post(channelId, ...rest);
    let searches = 0;
    world.chat.find = async (...given) => {
      searches += 1;
      return find(...given);
    };
    await world.ask(world.changes, MOVE);
    await reconcileFor(world, 5 * 60_000);
    expect(searches).toBeLessThan(30);
  });
});

test('where there is no card at all, it is closed and can be cancelled', async () => {
  const world = createChangesHarness();
  const change = await world.ask(world.changes, MOVE);
  await pressOn(world.changes).cancel(
    await clickInPrivate(world, change, { by: world.changes, member: manager }),
  );
  expect((await world.changes.find(GUILD, change.id))?.state).toBe('cancelled');
});
