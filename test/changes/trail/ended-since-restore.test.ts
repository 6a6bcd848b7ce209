import { expect, test } from 'vitest';
import { endedSinceShown } from '../../../src/changes/trail/ended-since-restore.js';
import { createCopyOnWriteMap } from '../../../src/domain/changes/state/copy-on-write-map.js';
import { NO_CHANGES } from '../../../src/domain/changes/state/state.js';
import { HOUR_MS } from '../../../src/domain/time/units.js';

test('one that ended since is found behind many older ones that were asked for again', async () => {
  const ended = (id: string, at: number) => ({
    id,
    state: 'cancelled' as const,
    closed: { at, by: 'pitboss' as const },
  });
  const all = [
    ended('ended since', 100 * HOUR_MS),
    ...Array.from({ length: 40 }, (_, at) => ended(`asked again ${at}`, 1)),
  ];
  const digests = new Map(
    all.map(({ id, state }, at) => [
      id,
      { state, isGuess: false, seq: at, number: at, entries: [], seal: '' },
    ]),
  );
  const state = { ...NO_CHANGES, digests: createCopyOnWriteMap(digests) };
  const changeOf = async (id: string) => all.find((each) => each.id === id);
  expect(await endedSinceShown(state, { drawnAt: 99 * HOUR_MS }, changeOf)).toEqual([
    'ended since',
  ]);
});
