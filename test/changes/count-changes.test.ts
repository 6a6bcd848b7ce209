import { expect, test } from 'vitest';
import { countChanges } from '../../src/changes/count-changes.js';
import { NO_CHANGES, type ChangesState } from '../../src/domain/changes/state/state.js';

/** A trail with changes in these states; `looked` = somebody has checked it. */
function trailOf(...states: readonly string[]): ChangesState {
  const changes = states.map((state, index) => [
    String(index),
    state === 'looked' ? { state: 'unknown', resolved: {} } : { state },
  ]);
  return { ...NO_CHANGES, ...Object({ changes: new Map(Object(changes)) }) };
}

const note = (unresolved?: number) => ({
  seq: 9,
  stored: '',
  ...(unresolved === undefined ? {} : { unresolved }),
});

test('counts open changes and unknown ones that nobody has looked into, each server once', () => {
  const remembered = new Map([
    ['1', trailOf('pending', 'pending', 'reported', 'unknown', 'looked')],
    ['2', trailOf('sent', 'failed')],
    ['away', trailOf('pending', 'unknown')],
  ]);
  // An older note disagrees about servers 1 and 2; 3 and 4 had nothing due at the start.
  const notes = new Map([
    ['1', note(5)],
    ['2', note(5)],
    ['3', note(2)],
    ['4', note()],
    ['away too', note(7)],
  ]);
  const counts = countChanges(
    { trail: { allRemembered: () => remembered }, reconciled: { allKnown: () => notes } },
    (guildId) => !guildId.startsWith('away'),
  );
  expect(Object.fromEntries(counts)).toEqual({ pending: 2, confirmed: 0, sent: 1, unknown: 3 });
});
