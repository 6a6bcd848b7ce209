import { beforeEach, describe, expect, test } from 'vitest';
import { isAttributionUsed } from '../../../../src/changes/attribution/used-attributions.js';
import { externalChangeTitle } from '../../../../src/views/alerts/external-change.js';
import { createChangesHarness, GUILD, PEOPLE } from '../../../changes/fakes/changes-harness.js';
import { KEY } from '../../../changes/fakes/settings-harness.js';
import { findings, KNOWN, listAs, OTHER, payTo, watched } from '../watched.js';

/** A payout change that waits at the pool when another key of the workspace is connected. */

const WAITS = 'The status of payment settings changed';
const PAID = 'A new payout address';
const PERHAPS = 'perhaps through change #1';
const NOT = 'not through Pitboss';

let harness: Awaited<ReturnType<typeof watched>>;
beforeEach(async () => {
  const world = createChangesHarness({ checkpointEvery: 1 });
  world.workspace.requiresApproval = true;
  world.workspace.appliesAtOnce = false;
  harness = await watched(world);
  await harness.turns(8);
  await payTo(world, OTHER);
  world.guilds.now = world.clock.now();
  await world.changes.settings.connectKey({ guildId: GUILD, member: PEOPLE.admin }, KEY);
  await harness.turns(6);
});

/** Told once the pool lists this. */
async function toldOf(address: string, status: string): Promise<string[]> {
  const before = (await findings(harness.world)).length;
  listAs(harness.world, address, status);
  await harness.turns(14);
  const all = await findings(harness.world);
  return all.slice(before).map(({ details }) => externalChangeTitle(details));
}

describe('what it brings is perhaps its own', () => {
  test('that it waits and then its effect, which it has once', async () => {
    expect(await toldOf(KNOWN, 'PENDING_APPROVAL')).toEqual([`${WAITS}, ${PERHAPS}`]);
    expect(await toldOf(OTHER, 'ACTIVE')).toEqual([`${PAID}, ${PERHAPS}`]);
    expect(await toldOf(KNOWN, 'ACTIVE')).toEqual([`${PAID}, ${NOT}`]);
    expect(await toldOf(OTHER, 'ACTIVE')).toEqual([`${PAID}, ${NOT}`]);
    expect(await toldOf(OTHER, 'PENDING_APPROVAL')).toEqual([`${WAITS}, ${NOT}`]);
  });

  test('also that it no longer waits, once', async () => {
    expect(await toldOf(KNOWN, 'PENDING_APPROVAL')).toEqual([`${WAITS}, ${PERHAPS}`]);
    expect(await toldOf(KNOWN, 'ACTIVE')).toEqual([`${WAITS}, ${PERHAPS}`]);
    expect(await toldOf(KNOWN, 'PENDING_APPROVAL')).toEqual([`${WAITS}, ${NOT}`]);
    expect(await toldOf(KNOWN, 'ACTIVE')).toEqual([`${WAITS}, ${NOT}`]);
    expect(await toldOf(OTHER, 'ACTIVE')).toEqual([`${PAID}, ${PERHAPS}`]);
  });

  test('as a new process knows from its checkpoint, too', async () => {
    expect(await toldOf(KNOWN, 'PENDING_APPROVAL')).toEqual([`${WAITS}, ${PERHAPS}`]);
    harness = await watched(harness.world, harness.world.start());
    expect(await toldOf(OTHER, 'ACTIVE')).toEqual([`${PAID}, ${PERHAPS}`]);
    expect(await toldOf(KNOWN, 'ACTIVE')).toEqual([`${PAID}, ${NOT}`]);
  });
});

test('a finding of an earlier version, which doesn’t say which it was, counts as the effect', () => {
  const earlier = [{ key: 'a', perhapsBy: 1 }];
  expect(isAttributionUsed(1, { key: 'b' }, earlier)).toBe(true);
  expect(isAttributionUsed(1, { key: 'b' }, [{ key: 'a', perhapsBy: 1, waiting: 'ends' }])).toBe(
    false,
  );
});
