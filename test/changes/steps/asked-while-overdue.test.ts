import { expect, test } from 'vitest';
import {
  createChangesHarness,
  EXPIRY_MS,
  GUILD,
  PEOPLE,
  pressOn,
} from '../fakes/changes-harness.js';

/** Its card may say that it was sent, in entries that an older copy took away. */

const { manager, second } = PEOPLE;
const NOT_CLOSED = 'over, but it isn’t closed yet';

test('what is over keeps the same from being asked for until it is closed', async () => {
  const world = createChangesHarness();
  await world.askToMove();
  world.pass(EXPIRY_MS);
  await expect(world.askToMove(second)).rejects.toThrow(NOT_CLOSED);
  await world.changes.reconcile();
  await world.changes.idle();
  await expect(world.askToMove(second)).resolves.toMatchObject({});
});

test.each(['before the start has looked at the cards', 'while Discord shows no card'])(
  'nor is it sent again from an older copy, asked for %s',
  async (when) => {
    const world = createChangesHarness();
    world.guilds.set(GUILD, { auditChannelId: undefined });
    const { change, messageId } = await world.askToMove();
    await world.changes.idle();
    const putBack = world.store.copy();
    await pressOn(world.changes).confirm(world.click(change, manager));
    await world.changes.idle();
    world.pass(EXPIRY_MS + 60_000);
    putBack();
    world.workspace.siteOf.set('main', 'site-a');
    const next = world.start();
    const look = world.chat.look.bind(world.chat);
    if (when.startsWith('while')) {
      world.chat.look = async () => Promise.reject(new Error('502'));
      await next.recover();
      await next.idle();
      world.chat.look = look;
    }
    await expect(world.askToMove(second, next)).rejects.toThrow(NOT_CLOSED);
    world.pass(60_000);
    await next.reconcile();
    await next.idle();
    expect(await next.behind(GUILD)).toMatchObject({ where: 'card', card: change.id });
    expect(world.chat.text(messageId)).toContain('the pool answered');
    expect(world.workspace.sent).toHaveLength(1);
  },
);
