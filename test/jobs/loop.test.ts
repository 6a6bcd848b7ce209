import { beforeEach, expect, test } from 'vitest';
import { createMovableClock, type MovableClock } from '../../sandbox/movable-clock.js';
import { createJobs } from '../../src/jobs/leader-and-jobs.js';
import { silentLog as log } from '../support/silent-log.js';

let clock: MovableClock;
let isLeader: boolean;
let jobs: ReturnType<typeof createJobs>;

beforeEach(() => {
  clock = createMovableClock({ startAt: Date.UTC(2026, 10, 28), ticking: false });
  isLeader = true;
  jobs = createJobs({ clock, log }, { isLeader: () => isLeader });
});

test('each job runs at its own pace, only on the leader', async () => {
  const runs = { fast: 0, slow: 0 };
  jobs.add('fast', 1_000, async () => void (runs.fast += 1));
  jobs.add('slow', 5_000, async () => void (runs.slow += 1));
  await clock.advance(10_000);
  expect(runs).toEqual({ fast: 10, slow: 2 });
  isLeader = false;
  await clock.advance(10_000);
  expect(runs).toEqual({ fast: 10, slow: 2 });
});

test('a job that fails pauses for 30 s, and stops no other', async () => {
  const runs = { broken: 0, sound: 0 };
  jobs.add('broken', 1_000, async () => {
    runs.broken += 1;
    throw new Error('broken');
  });
  jobs.add('sound', 1_000, async () => void (runs.sound += 1));
  await clock.advance(60_000);
  expect(runs).toEqual({ broken: 2, sound: 60 });
});

test('stopping waits for what is under way', async () => {
  let isDone = false;
  jobs.add('slow', 1_000, async () => {
    await clock.sleep(3_000);
    isDone = true;
  });
  await clock.advance(1_000);
  const stopping = jobs.stop();
  await clock.advance(3_000);
  await stopping;
  expect(isDone).toBe(true);
});
