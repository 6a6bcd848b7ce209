import { expect, test } from 'vitest';
import { createRetries } from '../../../src/domain/async/retry-for-a-day.js';
import { ChannelRefused } from '../../../src/domain/errors/channel-refused.js';

const SECOND = 1_000;
const DAY = 86_400_000;

function harness() {
  const clock = { time: 0 };
  return {
    clock,
    retries: createRetries<string>(
      () => clock.time,
      () => 1,
    ),
  };
}

test('what failed is handed out once, at growing gaps, until it succeeds', () => {
  const { clock, retries } = harness();
  const gaps: number[] = [];
  retries.failed('a', 'A', [new Error('away')]);
  for (let last = 0; gaps.length < 12; clock.time += SECOND) {
    if (retries.take().length === 0) continue;
    gaps.push((clock.time - last) / SECOND);
    last = clock.time;
    // In progress: anyone who looks meanwhile starts nothing.
    expect(retries.take()).toEqual([]);
    clock.time += DAY / 1000;
    last = clock.time;
    expect(retries.take()).toEqual([]);
    retries.failed('a', 'A', [new Error('away')]);
  }
  expect(gaps.slice(0, 6)).toEqual([1, 2, 4, 8, 16, 32]);
  expect(gaps.at(-1)).toBe(300);
  retries.succeeded('a');
  clock.time += DAY;
  expect(retries.take()).toEqual([]);
});

test('what is gone by all that went wrong is forgotten, and what failed for a day', () => {
  const { clock, retries } = harness();
  const gone = new ChannelRefused({ channelId: '1', reason: 'gone' });
  const forbidden = new ChannelRefused({ channelId: '1', reason: 'forbidden' });
  retries.failed('gone', 'gone', [gone]);
  retries.failed('half', 'half', [gone, new Error('503')]);
  retries.failed('forbidden', 'forbidden', [forbidden]);
  clock.time += SECOND;
  expect(retries.take()).toEqual(['half', 'forbidden']);
  clock.time += DAY;
  retries.failed('half', 'half', [new Error('503')]);
  clock.time += DAY;
  expect(retries.take()).toEqual([]);
});
