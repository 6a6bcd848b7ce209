import { expect, test } from 'vitest';
import {
  createChangesHarness,
  GUILD,
  PEOPLE,
  pressOn,
  reconcileFor,
} from '../fakes/changes-harness.js';

/** What is read back of changes that ended long ago. */

const { admin, manager, second } = PEOPLE;
const EVERY = 4;

test('a change that is seen in force after it left memory is entered, and its card says so', async () => {
  const world = createChangesHarness({ checkpointEvery: EVERY });
  world.workspace.appliesAtOnce = false;
  world.workspace.faults.nextWrites = ['timeout'];
  const { change, messageId } = await world.askToMove();
  await pressOn(world.changes).confirm(world.click(change, manager));
  const checked = await pressOn(world.changes).resolve(world.click(change, second), 'not there');
  await reconcileFor(world, 2 * 3_600_000);
  for (let each = 0; each < EVERY; each++) {
    await world.changes.freeze({ guildId: GUILD, member: admin, reason: 'drill' });
    await world.changes.unfreeze({ guildId: GUILD, member: admin, reason: 'over' });
  }
  expect((await world.changes.current(GUILD)).map(({ id }) => id)).not.toContain(change.id);

  world.workspace.siteOf.set('main', 'site-b');
  const now = world.clock.time;
  const listed = { what: 'subaccount', subaccount: 'main', id: '41201' } as const;
  const explained = await world.changes.differences.explain(GUILD, {
    record: 'subaccount 41201',
    times: 0,
    before: { ...listed, siteId: 'site-a', siteName: null },
    after: { ...listed, siteId: 'site-b', siteName: null },
    seenAt: now,
    storedAt: now,
    polls: { at: now, firstAt: now, areAgreed: true },
  });
  expect(explained).not.toBeNull();
  await world.changes.idle();
  expect((await world.changes.find(GUILD, checked.id))?.observed).toMatchObject({ at: now });
  expect(world.chat.text(messageId)).not.toContain('If Pitboss sees it later');
  expect(await world.changes.verifyTrail(GUILD)).toMatchObject({ broken: null });
});
