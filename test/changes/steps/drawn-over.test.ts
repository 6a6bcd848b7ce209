import { setTimeout as wait } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { ChannelRefused } from '../../../src/domain/errors/channel-refused.js';
import type { Changes } from '../../../src/changes/changes.js';
import type { Change } from '../../../src/domain/changes/change.js';
import {
  acceptLoss,
  ANSWER_WITHIN_MS,
  beforeNextEntry,
  CHANNEL,
  clickInPrivate,
  confirmUndrawn,
  createChangesHarness,
  emptyCard,
  GUILD,
  PEOPLE,
  pressOn,
  reconcileFor,
  type ChangesHarness,
} from '../fakes/changes-harness.js';

/**
 * A card that one process drew, and another drew over before it ended and its entries were lost: what
 * the card shows is read before each drawing, so it stays, and nothing is sent again.
 */

const { manager, second, admin } = PEOPLE;
const forbidden = async (channelId: string) =>
  Promise.reject(new ChannelRefused({ channelId, reason: 'forbidden' }));

let world: ChangesHarness;
let change: Change;
let messageId: string;
let putBack: () => void;

async function begin(hasAudit = false): Promise<void> {
  world = createChangesHarness();
  if (!hasAudit) world.guilds.set(GUILD, { auditChannelId: undefined });
  ({ change, messageId } = await world.askToMove());
  await world.changes.recover();
  await world.changes.idle();
  putBack = world.store.copy();
}

const shownText = () => world.chat.text(messageId);

/** By another process, which nobody asks from then on. */
async function sentByAnother(): Promise<void> {
  const other = world.start();
  await pressOn(other).confirm(world.click(change, manager));
  await other.idle();
  expect(shownText()).toContain('the pool answered');
}

/** Another process sends it, and its entries are lost, while a confirmation is being written. */
function sentWhileConfirmed({ isDrawn }: { readonly isDrawn: boolean }): void {
  const other = world.start();
  beforeNextEntry(world, async () => {
    if (isDrawn) await pressOn(other).confirm(world.click(change, manager));
    else await confirmUndrawn(world, change, other);
    await other.idle();
    putBack();
    world.workspace.siteOf.set('main', 'site-a');
  });
}

function copyAfter(step: string): void {
  const append = world.store.append.bind(world.store);
  let isTaken = false;
  world.store.append = async (stream, seq, entry) => {
    const done = await append(stream, seq, entry);
    if (!isTaken && entry.includes(`"step":"${step}"`)) {
      isTaken = true;
      putBack = world.store.copy();
    }
    return done;
  };
}

async function expectNothingSentAgain(): Promise<void> {
  world.workspace.siteOf.set('main', 'site-a');
  await expect(world.askToMove(second)).rejects.toThrow('entries of this server are missing');
  expect(world.workspace.sent).toHaveLength(1);
}

const clickBy = (changes: Changes) =>
  pressOn(changes).confirm({
    ...world.click(change, second),
    on: { channelId: CHANNEL, messageId },
    shown: world.chat.shown(messageId),
  });

describe.each([true, false])('with an audit channel: %s', (hasAudit) => {
  test.each(['confirmed', 'sent'])('stays where the copy ends at “%s”', async (step) => {
    await begin(hasAudit);
    copyAfter(step);
    await sentByAnother();
    const before = shownText();
    putBack();
    await reconcileFor(world, ANSWER_WITHIN_MS + 20_000);
    expect(shownText()).toBe(before);
    expect(await world.changes.behind(GUILD)).not.toBeNull();
    await expectNothingSentAgain();
  });
});

test('stays where somebody cancels on a private card while Discord shows it late', async () => {
  await begin();
  await sentByAnother();
  const before = shownText();
  putBack();
  const click = await clickInPrivate(world, change, { by: world.changes, member: manager });
  const look = world.chat.look.bind(world.chat);
  world.chat.look = async () => Promise.reject(new Error('502'));
  await expect(pressOn(world.changes).cancel(click)).rejects.toThrow('may say that it was sent');
  world.chat.look = look;
  await reconcileFor(world, 60_000);
  expect(shownText()).toBe(before);
  await expectNothingSentAgain();
});

test('stays where its loss is accepted while it is read', async () => {
  await begin();
  await sentByAnother();
  const before = shownText();
  putBack();
  const admins = world.start();
  const append = world.store.append.bind(world.store);
  let isAccepted = false;
  world.store.append = async (stream, seq, entry) => {
    const done = await append(stream, seq, entry);
    if (isAccepted || !entry.includes('"step":"behind"')) return done;
    isAccepted = true;
    await acceptLoss(world, admins);
    return done;
  };
  const reading = world.start();
  await reading.cardAgain(GUILD, change, CHANNEL);
  await reading.idle();
  expect(isAccepted).toBe(true);
  expect(shownText()).toBe(before);
});

test('tells before the request leaves that it was sent, also where Discord shows no messages', async () => {
  await begin();
  world.chat.look = async () => Promise.reject(new Error('502'));
  const send = world.workspace.client.updateSubaccount.bind(world.workspace.client);
  let toldBefore = '';
  world.workspace.client.updateSubaccount = async (...given) => {
    toldBefore = shownText();
    return send(...given);
  };
  expect((await clickBy(world.changes)).state).toBe('reported');
  expect(toldBefore).toContain('waiting for the pool');
  // A process that didn't draw it confirms by a click on it alone.
  putBack();
  world.workspace.siteOf.set('main', 'site-a');
  const next = world.start();
  await expect(pressOn(next).confirm(world.click(change, second))).rejects.toThrow(
    'click on the card itself',
  );
  await expect(clickBy(next)).rejects.toThrow('entries of this server are missing');
  expect(world.workspace.sent).toHaveLength(1);
});

test.each([
  ['its card', false, 'card'],
  ['the audit channel', true, 'audit-channel'],
])('is judged once more before the request leaves, by %s', async (_, hasAudit, where) => {
  await begin(hasAudit);
  sentWhileConfirmed({ isDrawn: !hasAudit });
  await expect(clickBy(world.changes)).rejects.toMatchObject({
    title: 'Nothing was sent',
  });
  await world.changes.idle();
  expect(world.workspace.sent).toHaveLength(1);
  expect(await world.changes.behind(GUILD)).toMatchObject({ where });
});

test('is judged by its card also where Discord takes longer to show it than to draw it', async () => {
  await begin();
  sentWhileConfirmed({ isDrawn: true });
  const look = world.chat.look.bind(world.chat);
  world.chat.look = async (...given) => {
    const shown = await look(...given);
    await wait(600);
    return shown;
  };
  await expect(clickBy(world.changes)).rejects.toMatchObject({ title: 'Nothing was sent' });
  expect(world.workspace.sent).toHaveLength(1);
});

test('is not confirmed on a private card while Discord can’t show it, by the process that drew it either', async () => {
  await begin();
  await sentByAnother();
  putBack();
  world.workspace.siteOf.set('main', 'site-a');
  world.chat.look = async () => Promise.reject(new Error('502'));
  const click = await clickInPrivate(world, change, { by: world.changes, member: second });
  await expect(pressOn(world.changes).confirm(click)).rejects.toThrow('on the card itself');
  expect(world.workspace.sent).toHaveLength(1);
});

test('is judged once the pool has shown the present state, however long that took', async () => {
  await begin();
  const other = world.start();
  const { client } = world.workspace;
  const list = client.listSubaccounts.bind(client);
  client.listSubaccounts = async (...given) => {
    client.listSubaccounts = list;
    const listed = await list(...given);
    await pressOn(other).confirm(world.click(change, manager));
    await other.idle();
    putBack();
    world.workspace.siteOf.set('main', 'site-a');
    return listed;
  };
  await expect(clickBy(world.changes)).rejects.toThrow('entries of this server are missing');
  expect(world.workspace.sent).toHaveLength(1);
});

test('confirms nothing once a moderator has emptied it', async () => {
  await begin();
  await sentByAnother();
  putBack();
  world.workspace.siteOf.set('main', 'site-a');
  emptyCard(world, messageId);
  await expect(clickBy(world.changes)).rejects.toThrow('no longer shows the change');
  await world.changes.idle();
  await expect(clickBy(world.changes)).rejects.toThrow();
  await world.changes.idle();
  expect(world.workspace.sent).toHaveLength(1);
  const newest = world.chat.inChannel(CHANNEL).at(-1) ?? '';
  expect(world.chat.buttons(newest)).toEqual(['Cancel', 'Details']);
});

test('is closed by no living process that has read the audit channel before', async () => {
  await begin(true);
  await confirmUndrawn(world, change, world.start());
  putBack();
  await reconcileFor(world, 20 * 60_000);
  expect(await world.changes.behind(GUILD)).toMatchObject({ where: 'audit-channel' });
  expect(await world.steps()).not.toContain('expired');
});

describe('that the bot may not read', () => {
  beforeEach(async () => {
    await begin();
    // Drawn once more, and noted as of that entry.
    const by = { guildId: GUILD, member: admin, reason: 'look at it' };
    await world.changes.freeze(by);
    await world.changes.unfreeze(by);
    await world.changes.idle();
  });

  test.each(['confirmed', 'sent'])('stays where the copy ends at “%s”', async (step) => {
    copyAfter(step);
    await pressOn(world.changes).confirm(world.click(change, manager));
    await world.changes.idle();
    const before = shownText();
    putBack();
    world.chat.look = forbidden;
    const next = world.start();
    await next.recover();
    for (let round = 0; round < 30; round++) {
      world.pass(2_000);
      await next.reconcile();
      await next.idle();
    }
    expect(shownText()).toBe(before);
    // What was made of the change is on one new card.
    expect(world.chat.inChannel(CHANNEL)).toHaveLength(2);
  });

  test('is posted again by no process that is only asked to show it', async () => {
    await pressOn(world.changes).cancel(world.click(change, manager));
    await world.changes.idle();
    world.chat.look = forbidden;
    for (let start = 0; start < 3; start++) {
      const next = world.start();
      await next.recover();
      const found = await next.find(GUILD, change.id);
      if (found === null) throw new Error('no such change');
      await next.cardAgain(GUILD, found, CHANNEL);
      await next.idle();
    }
    expect(world.chat.inChannel(CHANNEL)).toHaveLength(1);
  });

  test('stays after the loss was accepted', async () => {
    putBack = world.store.copy();
    await pressOn(world.changes).confirm(world.click(change, manager));
    await world.changes.idle();
    const before = shownText();
    putBack();
    world.chat.look = forbidden;
    const next = world.start();
    await expect(clickBy(next)).rejects.toThrow('missing');
    await acceptLoss(world, next);
    expect(shownText()).toBe(before);
    expect(world.chat.inChannel(CHANNEL)).toHaveLength(2);
  });

  test('is confirmed on itself, not on a private card', async () => {
    putBack = world.store.copy();
    await pressOn(world.changes).confirm(world.click(change, manager));
    await world.changes.idle();
    putBack();
    world.workspace.siteOf.set('main', 'site-a');
    world.chat.look = forbidden;
    const next = world.start();
    const click = await clickInPrivate(world, change, { by: next, member: second });
    await expect(pressOn(next).confirm(click)).rejects.toThrow('Confirm on the card itself');
    await expect(clickBy(next)).rejects.toThrow('entries of this server are missing');
    expect(world.workspace.sent).toHaveLength(1);
  });
});

test('gets its new card where it stood, not where the change was asked for', async () => {
  await begin();
  world.chat.messages.delete(messageId);
  const elsewhere = '200000000000000009';
  const reply = await world.changes.cardAgain(GUILD, change, CHANNEL);
  ({ messageId } = await world.chat.post(elsewhere, reply));
  await reply.onPosted?.({ channelId: elsewhere, messageId });
  await world.changes.idle();
  putBack = world.store.copy();
  await pressOn(world.changes).confirm(world.click(change, manager));
  await world.changes.idle();
  putBack();
  const post = world.chat.post.bind(world.chat);
  world.chat.post = async (channelId, ...rest) => {
    if (channelId === CHANNEL) throw new ChannelRefused({ channelId, reason: 'gone' });
    return post(channelId, ...rest);
  };
  const next = world.start();
  await next.recover();
  await next.idle();
  await acceptLoss(world, next);
  expect(world.chat.inChannel(elsewhere)).toHaveLength(2);
});
