import { expect, test } from 'vitest';
import { createWorld, GUILD, PEOPLE } from '../fakes/world.js';

test('a click on a card without its embed confirms nothing, and the card is drawn again', async () => {
  const world = createWorld();
  const { change, messageId } = await world.askToMove();
  const click = world.click(change, PEOPLE.manager);
  const shown = world.chat.shown(messageId);
  const bare = { ...click, shown: { ...shown, footer: null } };
  await expect(world.changes.checkConfirm(bare)).rejects.toThrow(/does not show the change/);
  await expect(world.changes.confirm(bare)).rejects.toThrow(/does not show the change/);
  await world.changes.idle();
  expect(world.workspace.sent).toEqual([]);
  expect((await world.changes.find(GUILD, change.id))?.state).toBe('pending');
  expect((await world.changes.confirm({ ...click, shown })).state).toBe('reported');
});
