import { beforeEach, describe, expect, test } from 'vitest';
import { StoreUnavailable } from '../../../../src/domain/errors/store-errors.js';
import { BY_ADMIN, entriesOf, KEY } from '../../fakes/settings-harness.js';
import {
  createChangesHarness,
  GUILD,
  PEOPLE,
  pressOn,
  type ChangesHarness,
} from '../../fakes/changes-harness.js';

/** The store's key is one thing, the trail's newest entry of a key another. */

const { admin, second } = PEOPLE;

test('what was asked for with the key before isn’t confirmed, though the store has that key again', async () => {
  const world = createChangesHarness();
  const { change } = await world.askToMove();
  await world.changes.settings.connectKey({ guildId: GUILD, member: admin }, KEY);
  // One row of the store is older than the rest.
  world.guilds.reconnect(GUILD, change.keySince);
  const confirmed = pressOn(world.changes).confirm(world.click(change, second));
  await expect(confirmed).rejects.toThrow(/API key has changed since the request/);
  expect(world.workspace.sent).toEqual([]);
  expect(await world.steps()).not.toContain('confirmed');
});

test('a key whose entry failed is entered once it can be, and what is asked for with it is confirmed', async () => {
  const world = createChangesHarness();
  world.guilds.set(GUILD, { auditChannelId: undefined });
  await world.changes.settings.connectKey({ guildId: GUILD, member: admin }, KEY);
  world.guilds.now = 99_000;
  const append = world.store.append.bind(world.store);
  world.store.append = () => Promise.reject(new Error('disk full'));
  const other = world.changes.settings.connectKey({ guildId: GUILD, member: admin }, `${KEY}2`);
  await expect(other).rejects.toThrow(/doesn’t list it yet/);
  await world.changes.reconcile();
  world.store.append = append;
  const { change, messageId } = await world.askToMove();
  expect(world.chat.text(messageId)).not.toContain('requested with an API key that was');
  await world.changes.reconcile();
  await world.changes.idle();
  const entries = (await entriesOf(world)).filter(({ step }) => step === 'set');
  expect(entries.at(-1)?.details).toMatchObject({ by: 'found' });
  await pressOn(world.changes).confirm(world.click(change, second));
  expect(world.workspace.sent).toHaveLength(1);
});

test('which key is newer is told by the trail, not by times: a clock was ahead when the first was connected', async () => {
  const world = createChangesHarness();
  world.guilds.now = 99_000;
  await world.changes.settings.connectKey({ guildId: GUILD, member: admin }, KEY);
  const { change, messageId } = await world.askToMove();
  world.guilds.now = 50_000;
  await world.changes.settings.connectKey({ guildId: GUILD, member: admin }, `${KEY}2`);
  await world.changes.idle();
  expect(world.chat.text(messageId)).toContain('requested with an API key that was');
  world.guilds.reconnect(GUILD, 99_000);
  const confirmed = pressOn(world.changes).confirm(world.click(change, second));
  await expect(confirmed).rejects.toThrow(/API key has changed since the request/);
  expect(world.workspace.sent).toEqual([]);
});

test('a first key that another process left without an entry is entered before a change is asked for', async () => {
  const world = createChangesHarness();
  world.guilds.known = [GUILD];
  await world.guilds.forgetKey(GUILD);
  await world.start().recover();
  await world.changes.recover();
  expect(await world.steps()).toEqual(['set']);
  world.guilds.now = 99_000;
  await world.guilds.saveKey(GUILD, KEY, '1');
  await world.askToMove();
  expect(await world.steps()).toEqual(['set', 'set', 'asked']);
});

describe('a store that does its work and whose answer is lost', () => {
  const lost = () => new StoreUnavailable('away', 'connection closed');
  let world: ChangesHarness;
  beforeEach(async () => {
    world = createChangesHarness();
    world.guilds.known = [GUILD];
    await world.start().recover();
    world.guilds.now = 99_000;
    const save = world.guilds.saveKey.bind(world.guilds);
    const forget = world.guilds.forgetKey.bind(world.guilds);
    world.guilds.saveKey = async (...args) => {
      await save(...args);
      throw lost();
    };
    world.guilds.forgetKey = async (...args) => {
      await forget(...args);
      throw lost();
    };
  });
  const keyEntries = async () =>
    (await entriesOf(world)).flatMap((entry) =>
      entry.step === 'set' ? [[entry.details.by, entry.details.changed[0]?.what]] : [],
    );

  test('a new key is entered as found, and the admin is told that it may be connected', async () => {
    const connected = world.changes.settings.connectKey({ guildId: GUILD, member: admin }, KEY);
    await expect(connected).rejects.toThrow(/may be connected all the same/);
    await world.changes.reconcile();
    expect((await keyEntries()).slice(1)).toEqual([['found', 'key']]);
  });

  test('a change is asked for with it only once an entry tells of it', async () => {
    const connected = world.changes.settings.connectKey({ guildId: GUILD, member: admin }, KEY);
    await expect(connected).rejects.toThrow();
    const { change } = await world.askToMove();
    expect((await world.steps()).slice(1)).toEqual(['set', 'asked']);
    await pressOn(world.changes).confirm(world.click(change, second));
    expect(world.workspace.sent).toHaveLength(1);
  });

  test('cards of what was sent with the key before say that nothing is watched for any more', async () => {
    const { change, messageId } = await world.askToMove();
    await pressOn(world.changes).confirm(world.click(change, second));
    await world.changes.idle();
    expect(world.chat.text(messageId)).toContain('checks the pool until');
    const connected = world.changes.settings.connectKey({ guildId: GUILD, member: admin }, KEY);
    await expect(connected).rejects.toThrow();
    await world.changes.reconcile();
    await world.changes.idle();
    expect(world.chat.text(messageId)).toContain('the API key was disconnected or changed since');
  });

  test('a card that waits says that nobody can confirm it any more', async () => {
    const { messageId } = await world.askToMove();
    const connected = world.changes.settings.connectKey({ guildId: GUILD, member: admin }, KEY);
    await expect(connected).rejects.toThrow();
    await world.changes.reconcile();
    await world.changes.idle();
    expect(world.chat.text(messageId)).toContain('requested with an API key that was');
    expect(world.chat.buttons(messageId)).not.toContain('Confirm');
  });

  test('several who ask at once all wait for that entry', async () => {
    const connected = world.changes.settings.connectKey({ guildId: GUILD, member: admin }, KEY);
    await expect(connected).rejects.toThrow();
    const all = await Promise.allSettled([world.askToMove(), world.askToMove(), world.askToMove()]);
    const words = all.flatMap((each) =>
      each.status === 'rejected' ? [String(each.reason)] : ['asked'],
    );
    expect(words.filter((each) => each.includes('changing this server’s API key'))).toEqual([]);
    expect(words.filter((each) => each === 'asked')).toHaveLength(1);
  });

  test('a store that says it is locked wrote nothing, and says so itself', async () => {
    world.guilds.saveKey = () => Promise.reject(new StoreUnavailable('locked', 'busy'));
    const connected = world.changes.settings.connectKey({ guildId: GUILD, member: admin }, KEY);
    await expect(connected).rejects.toThrow(StoreUnavailable);
  });

  test('a key that is deleted is entered as found', async () => {
    const gone = world.changes.settings.disconnect(GUILD, BY_ADMIN);
    await expect(gone).rejects.toThrow(/may be deleted all the same/);
    await world.changes.reconcile();
    expect((await keyEntries()).slice(1)).toEqual([['found', 'key']]);
    expect(await world.guilds.keyInfo(GUILD)).toBeNull();
  });
});
