import { expect, test } from 'vitest';
import { attachedStream } from '../../../src/views/files/file-reply.js';
import { changeColumns } from '../../../src/views/changes/record/change-columns.js';
import { createChangesHarness, GUILD, PEOPLE, pressOn } from '../fakes/changes-harness.js';

/** All changes as rows for finance. */

async function csvOf(world: ReturnType<typeof createChangesHarness>): Promise<string[]> {
  const batches = world.changes.exportChanges(GUILD);
  const { files } = await attachedStream('changes', changeColumns, {
    batches,
    attachmentLimit: undefined,
  });
  return new TextDecoder().decode(files[0]?.data).trimEnd().split('\r\n');
}

test('has one row a change, oldest first, also of those that ended long ago', async () => {
  const world = createChangesHarness({ checkpointEvery: 4 });
  const { change } = await world.askToMove();
  await pressOn(world.changes).confirm(world.click(change, PEOPLE.second));
  for (let each = 0; each < 60; each++) {
    world.workspace.siteOf.set('main', 'site-a');
    const { change: next } = await world.askToMove();
    await pressOn(world.changes).cancel(world.click(next, PEOPLE.manager));
  }
  const [heading = '', first, ...others] = await csvOf(world);
  expect(heading).toMatch(/number,id,requested at,/);
  const at = new Date(change.askedAt).toISOString();
  const who = `${at},Person 2,2,${at},Person 3,3`;
  const what = 'Move a subaccount,main → Site B,Site: Site site-a (site-a),Site: Site B (site-b)';
  expect(first).toMatch(`1,${change.id},${who},${what},why not,reported,PENDING,,${at},`);
  expect(others.map((row) => row.split(',')[0])).toEqual(
    Array.from({ length: 60 }, (_, each) => String(each + 2)),
  );
});

test('runs nothing in a spreadsheet, whatever anybody typed', async () => {
  const world = createChangesHarness();
  const input = { name: 'main', site: { id: 'site-b', name: '=cmd()' } };
  const asking = { kind: 'subaccount-move', input, reason: '=HYPERLINK("x")' };
  await world.ask(world.changes, { ...asking, member: { ...PEOPLE.manager, displayName: '+1' } });
  const [, row = ''] = await csvOf(world);
  expect(row).toContain('"\'=HYPERLINK(""x"")"');
  expect(row).toContain(",'+1,");
  expect(row).not.toMatch(/,[=+@]/);
});
