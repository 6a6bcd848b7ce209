import { expect, test } from 'vitest';
import { endedSinceShown } from '../../../src/changes/trail/ended-since.js';
import type { Change } from '../../../src/domain/changes/change.js';
import { createCopyOnWriteMap } from '../../../src/domain/changes/state/copy-on-write-map.js';
import { NO_CHANGES } from '../../../src/domain/changes/state/state.js';
import { HOUR_MS } from '../../../src/domain/time/units.js';

test('one that ended since is found behind many older ones that were asked for again', async () => {
  const ended = (id: string, at: number) => ({ id, closed: { at, by: 'pitboss' } });
  const all = [
    ended('ended since', 100 * HOUR_MS),
    ...Array.from({ length: 40 }, (_, at) => ended(`asked again ${at}`, 1)),
  ];
  const digests = new Map(
    all.map(({ id }, at) => [
      id,
      { state: 'cancelled' as const, isGuess: false, seq: at, number: at, entries: [], seal: '' },
    ]),
  );
  const state = { ...NO_CHANGES, digests: createCopyOnWriteMap(digests) };
  const changeOf = async (id: string) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that is looked at
    ({ ...all.find((each) => each.id === id), state: 'cancelled' }) as unknown as Change;
  expect(await endedSinceShown(state, 99 * HOUR_MS, changeOf)).toEqual(['ended since']);
});
