import { expect, test } from 'vitest';
import type { Change } from '../../../../src/domain/changes/change.js';
import { changeColumns } from '../../../../src/views/changes/record/change-columns.js';
import type { Changes } from '../../../../src/changes/changes.js';
import {
  acceptLoss,
  CHANNEL,
  createChangesHarness,
  EXPIRY_MS,
  GUILD,
  PEOPLE,
  pressOn,
  type ChangesHarness,
} from '../../fakes/changes-harness.js';

/**
 * A request took the place of an earlier one, which an accepted restore makes unknown: its card goes on
 * saying what had become of that.
 */

const { admin, manager } = PEOPLE;

async function drift(world: ChangesHarness, change: Change): Promise<string> {
  world.workspace.siteOf.set('main', 'site-c');
  const { replacedBy = '' } = await pressOn(world.changes).confirm(world.click(change, manager));
  return replacedBy;
}

async function askAgain(world: ChangesHarness, change: Change): Promise<string> {
  return (await world.changes.askAgain(world.click(change, manager), CHANNEL)).id;
}

async function expire(world: ChangesHarness, change: Change): Promise<string> {
  world.pass(EXPIRY_MS + 1);
  await world.changes.reconcile();
  return askAgain(world, change);
}

async function cancel(world: ChangesHarness, change: Change): Promise<string> {
  await pressOn(world.changes).cancel(world.click(change, manager));
  return askAgain(world, change);
}

/** What was entered since is lost, and an admin accepts that. */
async function restore(world: ChangesHarness): Promise<Changes> {
  await world.changes.idle();
  world.pass(60_000);
  const putBack = world.store.copy();
  await world.changes.freeze({ guildId: GUILD, member: admin, reason: 'x' });
  await world.changes.unfreeze({ guildId: GUILD, member: admin, reason: 'y' });
  await world.changes.idle();
  world.pass(60_000);
  putBack();
  const changes = world.start();
  await changes.recover();
  await changes.idle();
  await acceptLoss(world, changes);
  return changes;
}

async function confirmerOf(changes: Changes, { id }: Change): Promise<unknown> {
  const column = changeColumns.find(({ heading }) => heading === 'confirmed by');
  for await (const rows of changes.exportChanges(GUILD))
    for (const row of rows) if (row.change.id === id) return column?.value(row);
  throw new Error('the change was not exported');
}

test.each([
  ['drifted', drift, ['Replaces an earlier request', 'because the pool’s data had changed']],
  ['expired', expire, ['Asked again', 'expired unconfirmed']],
  ['cancelled', cancel, ['Asked again', 'was cancelled']],
] as const)('%s', async (_, end, words) => {
  const world = createChangesHarness();
  await world.changes.recover();
  const { change } = await world.askToMove();
  const replacedBy = await end(world, change);
  const confirmer = await confirmerOf(world.changes, change);
  const changes = await restore(world);
  expect(await changes.find(GUILD, change.id)).toMatchObject({ state: 'unknown' });
  const card = JSON.stringify(await changes.forOne(GUILD, replacedBy));
  for (const each of words) expect(card).toContain(each);
  expect(card).not.toContain('was checked');
  expect(await confirmerOf(changes, change)).toBe(confirmer);
});

test('checked after the restore, and asked again', async () => {
  const world = createChangesHarness();
  await world.changes.recover();
  const { change } = await world.askToMove();
  await pressOn(world.changes).cancel(world.click(change, manager));
  const { change: open } = await world.askToMove();
  const changes = await restore(world);
  for (const each of [change, open])
    await pressOn(changes).resolve(world.click(each, admin), 'looked');
  const again = await changes.askAgain(world.click(change, manager), CHANNEL);
  const card = JSON.stringify(await changes.forOne(GUILD, again.id));
  expect(card).toContain('had an unknown outcome and was checked');
});
