import { expect, test } from 'vitest';
import { createChangesHarness, PEOPLE, pressOn } from '../fakes/changes-harness.js';

/** A change has the same name on its card and in every file. */

test('a change is never named by something that a spreadsheet would take for a formula', async () => {
  const world = createChangesHarness();
  for (let each = 0; each < 400; each++) {
    const { change } = await world.askToMove();
    expect(change.id).toMatch(/^\w[\w-]{21}$/);
    await pressOn(world.changes).cancel(world.click(change, PEOPLE.manager));
  }
});
