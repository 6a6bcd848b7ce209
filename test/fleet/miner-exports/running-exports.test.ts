import { expect, test } from 'vitest';
import { createExportNotes } from '../../../src/fleet/miner-exports/export-notes.js';
import { ExportEnded } from '../../../src/fleet/miner-exports/running-export.js';
import { createRunningExports } from '../../../src/fleet/miner-exports/running-exports.js';
import { createSharedStore } from '../../daily/fakes/shared-store.js';

test('a server that removed the bot loses its exports, and no other server', () => {
  const clock = { now: () => 0 };
  const exports = createRunningExports(createExportNotes(createSharedStore(clock)));
  const begin = (guildId: string) => {
    const begun = exports.begin(guildId, 'someone');
    if (begun === null) throw new Error('no room');
    return begun;
  };
  const [first, second, other] = [begin('1'), begin('1'), begin('2')];
  // Its message is about to be shown.
  second.settle();
  exports.forget('1');
  expect(first.signal.reason).toBeInstanceOf(ExportEnded);
  expect(first.signal.reason).toMatchObject({ reason: { kind: 'removed' } });
  expect([second, other].map(({ signal }) => signal.aborted)).toEqual([false, false]);
  for (const each of [first, second, other]) each.leave();
});
