import { expect, test } from 'vitest';
import { askPool } from '../../../src/alerts/watch/ask-pool.js';
import { wantedReads } from '../../../src/alerts/watch/wanted-reads.js';
import { aRule } from '../fakes/alert-harness.js';
import { createFakePool } from '../fakes/fake-pool.js';
import { createClock } from '../../daily/fakes/daily-harness.js';
import { GUILD, MINUTE, QUIET } from '../fakes/watch-harness.js';

/** Asks for one rule's figure while this many minutes pass. */
async function askFor(minutes: number) {
  const clock = createClock(0);
  const pool = createFakePool(clock);
  const wanted = wantedReads({ rules: [aRule()], currency: 'BTC', roundMs: MINUTE });
  Object.defineProperty(pool, 'gate', {
    get: async () => void (clock.at += minutes * MINUTE),
  });
  const asked = await askPool({
    guildId: GUILD,
    pool: pool.client,
    since: 0,
    readsBeside: () => wanted,
    externalChanges: QUIET,
    now: () => clock.at,
    onError: (what) => expect.unreachable(what),
  });
  return { ...asked, answers: [...asked.answers.values()] };
}

test('an answer on which the process stood still for half an hour is none', async () => {
  const inTime = await askFor(1);
  expect(inTime.answers).toEqual([expect.objectContaining({ kind: 'summary' })]);
  expect(inTime.outcome).toMatchObject({ tried: 1, failed: 0 });
  for (const minutes of [30, -30]) {
    const late = await askFor(minutes);
    expect(late.answers).toEqual([null]);
    expect(late.outcome).toMatchObject({ tried: 1, failed: 1 });
  }
});
