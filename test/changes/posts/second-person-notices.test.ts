import * as fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { reminderAt } from '../../../src/changes/posts/second-person-notices.js';
import { ChannelRefused } from '../../../src/domain/errors/channel-refused.js';
import type { Changes } from '../../../src/changes/changes.js';
import { createKillableProcess } from '../fakes/killable-process.js';
import {
  ANSWER_WITHIN_MS,
  CHANNEL,
  createChangesHarness,
  EXPIRY_MS,
  GUILD,
  PEOPLE,
  reconcileFor,
  type ChangesHarness,
  pressOn,
} from '../fakes/changes-harness.js';

/** The second person is told of a request, and once before it expires; nobody else is. */

const { manager, second, admin } = PEOPLE;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ROLE = '700000000000000007';

let world: ChangesHarness;
beforeEach(() => {
  world = createChangesHarness();
  inForce({ others: 'second', ping: ROLE });
});

function inForce({ others, ping }: { others: 'self' | 'second'; ping?: string }): void {
  world.guilds.set(GUILD, { approval: { payments: 'second', others }, pingRoleId: ping });
}

/** The notices as they stand, in order. */
function notices() {
  return world.chat
    .inChannel(CHANNEL)
    .map((id) => world.chat.messages.get(id)?.reply)
    .filter((reply) => JSON.stringify(reply).includes('"change-notice:'));
}

const contents = () => notices().map((reply) => reply?.content?.replaceAll(/<t:\d+/g, '<t:…'));
const reminders = () => contents().filter((text) => text?.includes('⏳'));

/** Discord remembers a nonce for only some minutes. */
function forgetNonces(): void {
  const post = world.chat.post.bind(world.chat);
  world.chat.post = async (channelId, reply) => {
    // Gives others time to interfere.
    await new Promise((resolve) => setTimeout(resolve, 20));
    return post(channelId, reply);
  };
}

async function reconcileOnce(changes: Changes = world.changes): Promise<void> {
  await changes.reconcile();
  await changes.idle();
}

describe('when it is due', () => {
  test('a tenth of its life before its end, between five minutes and two hours', () => {
    const lead = (life: number) => life - reminderAt({ askedAt: 0, expiresAt: life });
    expect(
      [15 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 24 * HOUR, 72 * HOUR].map(
        (life) => lead(life) / MINUTE,
      ),
    ).toEqual([5, 5, 6, 12, 120, 120]);
    expect(lead(MINUTE)).toBe(20_000);
  });

  test('always after the request and before the end', () => {
    fc.assert(
      fc.property(fc.integer({ min: MINUTE, max: 72 * HOUR }), fc.nat(), (life, askedAt) => {
        const at = reminderAt({ askedAt, expiresAt: askedAt + life });
        expect(at).toBeGreaterThan(askedAt + life / 2);
        expect(at).toBeLessThan(askedAt + life);
      }),
    );
  });
});

describe('a change that needs a second person', () => {
  test('tells the role once when it was asked, and once before it expires, as replies to its card', async () => {
    const { change, messageId } = await world.askToMove();
    await reconcileFor(world, 9 * MINUTE);
    const card = `https://discord.com/channels/${GUILD}/${CHANNEL}/${messageId}`;
    expect(contents()).toEqual([
      `<@&${ROLE}> 👥 **Second person needed:** Move a subaccount, main → Site B. Requested by <@2>, who can’t confirm it. It expires <t:…:R>. [Open the card](${card}).`,
    ]);
    await reconcileFor(world, 10 * MINUTE);
    expect(reminders()).toEqual([
      `<@&${ROLE}> ⏳ **Expires <t:…:R>** unless a second person confirms: Move a subaccount, main → Site B. Requested by <@2>, who can’t confirm it. [Open the card](${card}).`,
    ]);
    for (const notice of notices())
      expect(notice).toMatchObject({ pings: ROLE, repliesTo: messageId });
    expect(notices()).toHaveLength(2);
    expect((await world.changes.find(GUILD, change.id))?.state).toBe('expired');
    expect(world.troubles).toEqual([]);
  });

  test('without a role to ping is only reminded of, and pings nobody', async () => {
    inForce({ others: 'second' });
    await world.askToMove();
    await reconcileFor(world, EXPIRY_MS);
    expect(notices()).toHaveLength(1);
    expect(contents()[0]).toMatch(/^⏳ \*\*Expires/);
    expect(notices()[0]?.pings).toBeUndefined();
  });

  test('names who may confirm above its card until it is decided, and a redraw pings nobody', async () => {
    const { change, messageId } = await world.askToMove();
    const card = () => world.chat.messages.get(messageId)?.reply;
    const line =
      '👥 **Second person needed:** <@&approvers> <@&managers> can confirm this, but not <@2>, who requested it.';
    expect(card()?.content).toBe(line);
    await world.changes.freeze({ guildId: GUILD, member: manager, reason: 'x' });
    await world.changes.idle();
    expect(card()?.content).toBeUndefined();
    await world.changes.unfreeze({ guildId: GUILD, member: admin, reason: 'x' });
    await world.changes.idle();
    expect(card()?.content).toBe(line);
    expect(card()?.pings).toBeUndefined();
    await pressOn(world.changes).confirm(world.click(change, second));
    await world.changes.idle();
    expect(card()?.content).toBeUndefined();
  });

  test.each(['confirmed', 'cancelled', 'frozen'] as const)(
    'and is %s is reminded of no more',
    async (what) => {
      const { change } = await world.askToMove();
      await reconcileOnce();
      if (what === 'confirmed') await pressOn(world.changes).confirm(world.click(change, second));
      if (what === 'cancelled') await pressOn(world.changes).cancel(world.click(change, manager));
      if (what === 'frozen')
        await world.changes.freeze({ guildId: GUILD, member: manager, reason: 'x' });
      await reconcileFor(world, EXPIRY_MS);
      expect(reminders()).toEqual([]);
    },
  );

  test('is told of once by several processes, and after a restart', async () => {
    await world.askToMove();
    const others = [world.start(), world.start()];
    for (let pass = 0; pass < 8; pass++) {
      await Promise.all([world.changes, ...others].map((each) => reconcileOnce(each)));
      world.pass(2 * MINUTE - 1);
    }
    await reconcileOnce(world.start());
    expect([notices().length, reminders().length]).toEqual([2, 1]);
  });

  test('is told of once by several processes at once, by a Discord that knows no nonces', async () => {
    forgetNonces();
    await world.askToMove();
    const others = [world.start(), world.start()];
    await Promise.all([world.changes, ...others].map((each) => reconcileOnce(each)));
    world.pass(11 * MINUTE);
    for (let pass = 0; pass < 3; pass++)
      await Promise.all([world.changes, ...others].map((each) => reconcileOnce(each)));
    expect([notices().length, reminders().length]).toEqual([2, 1]);
  });

  test('is told of once where the bot may not look for what it posted', async () => {
    forgetNonces();
    world.chat.find = async () => null;
    await world.askToMove();
    for (const changes of [world.changes, world.start(), world.start()])
      await reconcileOnce(changes);
    expect(notices()).toHaveLength(1);
  });

  test.each(['its card', 'the audit channel'])(
    'in a copy of the store that was put back is not told of, as %s alone tells',
    async (evidence) => {
      const { change, messageId } = await world.askToMove();
      if (evidence === 'its card') world.guilds.set(GUILD, { auditChannelId: undefined });
      await reconcileOnce();
      const putBack = world.store.copy();
      await pressOn(world.changes).cancel(world.click(change, manager));
      await world.changes.idle();
      putBack();
      if (evidence !== 'its card') world.chat.messages.delete(messageId);
      world.pass(11 * MINUTE);
      const again = world.start();
      await reconcileOnce(again);
      expect(await again.behind(GUILD)).not.toBeNull();
      expect(reminders()).toEqual([]);
    },
  );
});

test.each([
  ['that may not be posted in for a while', 'forbidden', 1],
  ['that is gone', 'gone', 0],
] as const)('in a channel %s it is told of once it may be', async (_, reason, told) => {
  await world.askToMove();
  const post = world.chat.post.bind(world.chat);
  world.chat.post = (channelId) => Promise.reject(new ChannelRefused({ channelId, reason }));
  await reconcileOnce();
  world.chat.post = post;
  await reconcileFor(world, 2 * MINUTE);
  expect(notices()).toHaveLength(told);
  await reconcileFor(world, EXPIRY_MS);
  expect(reminders()).toHaveLength(1);
});

test('a clock that is days ahead takes no reminder away, and brings no second one', async () => {
  await world.askToMove();
  await reconcileOnce();
  world.pass(11 * MINUTE);
  world.clock.time += 3 * 86_400_000;
  await reconcileOnce();
  await world.store.deleteExpired();
  world.clock.time -= 3 * 86_400_000;
  await reconcileOnce(world.start());
  expect(reminders()).toHaveLength(1);
});

test('a change that its requester may confirm is told to nobody', async () => {
  inForce({ others: 'self', ping: ROLE });
  const { messageId } = await world.askToMove();
  await reconcileFor(world, EXPIRY_MS);
  expect(notices()).toEqual([]);
  expect(world.chat.messages.get(messageId)?.reply.content).toBeUndefined();
});

describe('a Discord that is away', () => {
  test('hears of it once it is back', async () => {
    await world.askToMove();
    world.chat.isAway = true;
    await reconcileFor(world, 12 * MINUTE);
    world.chat.isAway = false;
    await reconcileFor(world, 150_000);
    expect([notices().length, reminders().length]).toEqual([1, 1]);
  });

  test('until the change has expired hears of it no more', async () => {
    await world.askToMove();
    await reconcileOnce();
    world.chat.isAway = true;
    await reconcileFor(world, EXPIRY_MS);
    world.chat.isAway = false;
    await reconcileFor(world, 10 * MINUTE);
    expect(reminders()).toEqual([]);
  });

  test('but took it all the same is not told twice, though it forgot the nonce', async () => {
    await world.askToMove();
    await reconcileOnce();
    const post = world.chat.post.bind(world.chat);
    world.chat.post = async (channelId, reply) => {
      const { messageId } = await post(channelId, reply);
      if (reply.content?.includes('⏳') === true) throw new Error('no answer');
      return { messageId };
    };
    await reconcileFor(world, 13 * MINUTE);
    expect(reminders()).toHaveLength(1);
  });
});

describe('a process that is killed while it tells', () => {
  const kills = (['before', 'after'] as const).flatMap((when) =>
    Array.from({ length: 24 }, (_, index) => ({ atCall: index + 1, when })),
  );
  test.each(kills)('$when its call $atCall: the next one tells once', async (kill) => {
    await world.askToMove();
    await reconcileOnce();
    world.pass(11 * MINUTE);
    const killable = createKillableProcess(kill);
    const dying = world.start(killable);
    await Promise.race([dying.reconcile().then(() => dying.idle()), killable.death]);
    forgetNonces();
    world.pass(ANSWER_WITHIN_MS + MINUTE);
    const next = world.start();
    for (let pass = 0; pass < 3; pass++) await reconcileOnce(next);
    expect(reminders()).toHaveLength(1);
  });
});
