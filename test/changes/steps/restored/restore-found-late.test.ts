import { beforeEach, describe, expect, test } from 'vitest';
import type { Changes } from '../../../../src/changes/changes.js';
import { LOOSENING_WAITS_MS } from '../../../../src/domain/changes/settings/loosening.js';
import { ChannelRefused } from '../../../../src/domain/errors/channel-refused.js';
import { StoreUnavailable } from '../../../../src/domain/errors/store-errors.js';
import {
  acceptLoss,
  AUDIT_CHANNEL,
  CHANNEL,
  confirmUndrawn,
  createChangesHarness,
  EXPIRY_MS,
  GUILD,
  PEOPLE,
  pressOn,
  type ChangesHarness,
} from '../../fakes/changes-harness.js';

/** An older copy was put back, and what tells of it fails, comes late or can't be read. */

const { manager, second, admin } = PEOPLE;

let world: ChangesHarness;
beforeEach(() => {
  world = createChangesHarness();
});

const away = new StoreUnavailable('away', 'no disk');

/** The store doesn't take that entries are missing. */
function refuseBehind(store: ChangesHarness['store']): { isOver: boolean } {
  const refusal = { isOver: false };
  const append = store.append.bind(store);
  store.append = async (stream, seq, entry) => {
    if (!refusal.isOver && entry.includes('"step":"behind"')) throw away;
    return append(stream, seq, entry);
  };
  return refusal;
}

describe('a change that only the audit channel tells to be sent', () => {
  let next: Changes;
  let click: ReturnType<ChangesHarness['click']>;
  let newest: ChangesHarness['chat']['newest'];

  beforeEach(async () => {
    const { change, messageId } = await world.askToMove();
    await world.changes.idle();
    const putBack = world.store.copy();
    await confirmUndrawn(world, change, world.changes);
    putBack();
    // As while it waits for approval at the pool.
    world.workspace.siteOf.set('main', 'site-a');
    next = world.start();
    const on = { channelId: CHANNEL, messageId };
    click = { ...world.click(change, second), on, shown: world.chat.shown(messageId) };
    newest = world.chat.newest.bind(world.chat);
  });

  const discordIsAway = async () => Promise.reject(new Error('502'));

  async function expectNothingSentAgain(): Promise<void> {
    await expect(pressOn(next).confirm(click)).rejects.toThrow('couldn’t show the audit channel');
    expect(world.workspace.sent).toHaveLength(1);
  }

  test('isn’t sent again after the store took no entry of it, and Discord is away since', async () => {
    const refusal = refuseBehind(world.store);
    await expect(pressOn(next).confirm(click)).rejects.toThrow('no disk');
    refusal.isOver = true;
    world.chat.newest = discordIsAway;
    await expectNothingSentAgain();
  });

  test('isn’t sent again after the store could not be read', async () => {
    const { store } = world;
    const entryAt = store.entryAt.bind(store);
    world.chat.newest = async (channelId) => {
      const posts = await newest(channelId);
      store.entryAt = async () => Promise.reject(away);
      return posts;
    };
    await expect(pressOn(next).confirm(click)).rejects.toThrow('no disk');
    store.entryAt = entryAt;
    world.chat.newest = discordIsAway;
    await expectNothingSentAgain();
  });

  test('isn’t sent by another click while the store is slow to tell', async () => {
    const { store } = world;
    const entryAt = store.entryAt.bind(store);
    let tell: () => void = () => undefined;
    let reads = 0;
    world.chat.newest = async (channelId) => {
      if (reads++ > 0) return discordIsAway();
      const posts = await newest(channelId);
      store.entryAt = async (stream, seq) => {
        store.entryAt = entryAt;
        await new Promise<void>((done) => (tell = done));
        return entryAt(stream, seq);
      };
      return posts;
    };
    const first = pressOn(next).confirm(click);
    const refused = expect(first).rejects.toThrow('entries of this server are missing');
    await expect.poll(() => reads).toBeGreaterThan(0);
    const other = pressOn(next).confirm({ ...click, member: manager });
    // What it waits for begins after its click.
    const otherRefused = expect(other).rejects.toThrow();
    tell();
    await Promise.all([refused, otherRefused]);
    expect(world.workspace.sent).toHaveLength(1);
  });
});

describe('a loosening that was withdrawn in the lost entries', () => {
  beforeEach(async () => {
    world.guilds.set(GUILD, { approval: { payments: 'second', others: 'second' } });
    world.guilds.known = [GUILD];
    await world.start().recover();
    const { loosening } = await world.changes.settings.set(
      { guildId: GUILD, member: admin, by: 'roles' },
      (now) => ({ ...now, approval: { payments: 'second', others: 'self' } }),
    );
    if (loosening === null) throw new Error('it took effect at once');
    await world.changes.idle();
    const putBack = world.store.copy();
    const { seq, head } = loosening;
    await world.changes.loosenings.withdraw({
      guildId: GUILD,
      member: admin,
      asked: { seq, head },
    });
    await world.changes.idle();
    putBack();
    world.pass(LOOSENING_WAITS_MS + 1_000);
  });

  test('doesn’t take effect after the store took no entry of that', async () => {
    const refusal = refuseBehind(world.store);
    const next = world.start();
    await next.recover();
    for (let round = 0; round < 10; round++) {
      world.pass(2_000);
      await next.reconcile();
      await next.idle();
      refusal.isOver = round > 2;
    }
    expect((await world.guilds.settings(GUILD)).approval.others).toBe('second');
    expect(await next.behind(GUILD)).not.toBeNull();
  });

  test('is found below a post that reuses its number', async () => {
    const lost = world.chat.inChannel(AUDIT_CHANNEL).at(-1);
    if (lost === undefined) throw new Error('nobody was told');
    // Another process, which couldn't read the channel, went on from the older copy.
    const newest = world.chat.newest.bind(world.chat);
    world.chat.newest = async () => [];
    const blind = world.start();
    await world.ask(blind, {
      kind: 'subaccount-move',
      input: { name: 'main', site: { id: 'site-b', name: 'Site B' } },
      member: manager,
    });
    await blind.idle();
    world.chat.newest = newest;
    const shown = world.chat.inChannel(AUDIT_CHANNEL).length;
    expect(shown).toBeGreaterThan(1);
    const fresh = world.start();
    await fresh.recover();
    await fresh.idle();
    expect(await fresh.behind(GUILD)).toMatchObject({ where: 'audit-channel' });
  });
});

describe('a card that the bot may not read, and that tells what came of the lost request', () => {
  let next: Changes;
  let messageId: string;
  let before: string;
  let click: ReturnType<ChangesHarness['click']>;

  beforeEach(async () => {
    world.guilds.set(GUILD, { auditChannelId: undefined });
    const asked = await world.askToMove();
    messageId = asked.messageId;
    await world.changes.idle();
    const putBack = world.store.copy();
    await pressOn(world.changes).confirm(world.click(asked.change, manager));
    await world.changes.idle();
    before = world.chat.text(messageId);
    expect(before).toContain('the pool answered');
    putBack();
    world.chat.look = async (channelId) =>
      Promise.reject(new ChannelRefused({ channelId, reason: 'forbidden' }));
    next = world.start();
    const on = { channelId: CHANNEL, messageId };
    click = { ...world.click(asked.change, second), on, shown: world.chat.shown(messageId) };
  });

  async function rounds(): Promise<void> {
    for (let round = 0; round < 5; round++) {
      world.pass(2_000);
      await next.reconcile();
      await next.idle();
    }
  }

  test('stays as it was once an admin has accepted the loss; another one tells', async () => {
    await expect(pressOn(next).confirm(click)).rejects.toThrow('missing');
    await acceptLoss(world, next);
    await rounds();
    expect(world.chat.text(messageId)).toBe(before);
    const texts = world.chat.inChannel(CHANNEL).map((each) => world.chat.text(each));
    expect(texts.filter((text) => text.includes('Outcome unknown'))).toHaveLength(1);
  });

  test('stays as it was once its time is over', async () => {
    world.pass(EXPIRY_MS + 60_000);
    await next.recover();
    await rounds();
    expect(world.chat.text(messageId)).toBe(before);
  });
});

test('a card that the bot may not read is drawn where it stands once somebody clicked it', async () => {
  const { change, messageId } = await world.askToMove();
  await world.changes.idle();
  world.chat.look = async (channelId) =>
    Promise.reject(new ChannelRefused({ channelId, reason: 'forbidden' }));
  const next = world.start();
  const on = { channelId: CHANNEL, messageId };
  const click = { ...world.click(change, second), on, shown: world.chat.shown(messageId) };
  await pressOn(next).confirm(click);
  await next.idle();
  expect(world.chat.text(messageId)).toContain('the pool answered');
  expect(world.chat.inChannel(CHANNEL)).toHaveLength(1);
});
