import { describe, expect, test } from 'vitest';
import { changeIdOf } from '../../../src/changes/steps/change-id.js';
import { createChangesHarness } from '../fakes/changes-harness.js';

/** A change has the same name on its card and in every file. */
describe('a change is never named by something that a spreadsheet would take for a formula', () => {
  test('whatever its random bytes are', () => {
    for (let first = 0; first < 256; first++)
      expect(changeIdOf(Buffer.alloc(16, first))).toMatch(/^\w[\w-]{21}$/);
  });

  test('and what is asked for is named so', async () => {
    for (let each = 0; each < 150; each++) {
      const { change } = await createChangesHarness().askToMove();
      expect(change.id).toMatch(/^\w[\w-]{21}$/);
    }
  });
});
