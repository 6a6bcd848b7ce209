import { expect, test } from 'vitest';
import { createChangesRig, PEOPLE, pressOn } from '../fakes/changes-rig.js';

/** A change has the same name on its card and in every file. */

test('a change is never named by something that a spreadsheet would take for a formula', async () => {
  const world = createChangesRig();
  for (let each = 0; each < 400; each++) {
    const { change } = await world.askToMove();
    expect(change.id).toMatch(/^\w[\w-]{21}$/);
    await pressOn(world.changes).cancel(world.click(change, PEOPLE.manager));
  }
});
