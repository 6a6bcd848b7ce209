import { expect, test } from 'vitest';
import { entriesOf, KEY } from '../fakes/settings-harness.js';
import { createChangesHarness, GUILD, PEOPLE, pressOn } from '../fakes/changes-harness.js';

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
