import { expect, test } from 'vitest';
import { KEY } from '../fakes/settings-harness.js';
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
