import { expect, test } from 'vitest';
import { createMovableClock } from '../../sandbox/movable-clock.js';

const START = Date.UTC(2026, 10, 28);

function frozen() {
  const clock = createMovableClock({ startAt: START, ticking: false });
  const log: string[] = [];
  const note = (text: string) => log.push(`${text} at ${clock.now() - START}`);
  return { clock, log, note };
}

test('what is due on the way runs in order, each at its own time', async () => {
  const { clock, log, note } = frozen();
  clock.every(2_000, async () => void note('slow'));
  clock.every(1_000, async () => void note('fast'));
  void clock.sleep(1_500).then(() => note('awake'));
  await clock.advance(2_500);
  expect(log).toEqual(['fast at 1000', 'awake at 1500', 'slow at 2000', 'fast at 2000']);
});

test('the next run comes after the last one ended', async () => {
  const { clock, log, note } = frozen();
  clock.every(1_000, async () => {
    note('starts');
    await clock.sleep(500);
    note('ends');
  });
  await clock.advance(3_000);
  expect(log).toEqual(['starts at 1000', 'ends at 1500', 'starts at 2500', 'ends at 3000']);
});

test('after a jump everything that became due runs once', async () => {
  const { clock, log, note } = frozen();
  clock.every(1_000, async () => void note('run'));
  await clock.jump(3_600_000);
  expect(log).toEqual(['run at 3600000']);
  await clock.advance(1_000);
  expect(log).toEqual(['run at 3600000', 'run at 3601000']);
});
