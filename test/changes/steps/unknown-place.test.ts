import { describe, expect, test } from 'vitest';
import {
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

test('where there is no card at all, it is closed and can be cancelled', async () => {
  const world = createChangesHarness();
  const input = { name: 'main', site: { id: 'site-b', name: 'Site B' } };
  const asked = { kind: 'subaccount-move', input, member: manager };
  const change = await world.ask(world.changes, asked);
  await pressOn(world.changes).cancel(
    await clickInPrivate(world, change, { by: world.changes, member: manager }),
  );
  expect((await world.changes.find(GUILD, change.id))?.state).toBe('cancelled');
});
