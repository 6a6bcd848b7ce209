import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { batchLines } from '../../src/ops/batched-lines.js';
import { createLog } from '../../src/ops/log.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A log, and what was written of it: the number of lines per write, by level. */
function logInBatches() {
  const writes: string[][] = [];
  const lines = batchLines((text) => {
    const levels = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).level);
    writes.push(levels);
  });
  return { log: createLog('info', lines), lines, writes };
}

it('writes a line at once after a quiet moment, and what follows together', () => {
  const { log, writes } = logInBatches();
  log.info('first');
  expect(writes).toEqual([['info']]);
  log.info('second');
  log.info('third');
  expect(writes).toHaveLength(1);
  vi.advanceTimersByTime(250);
  expect(writes).toEqual([['info'], ['info', 'info']]);
  log.info('still busy');
  expect(writes).toHaveLength(2);
  vi.advanceTimersByTime(250);
  expect(writes).toHaveLength(3);
  vi.advanceTimersByTime(250);
  expect(vi.getTimerCount()).toBe(0);
  log.info('quiet again');
  expect(writes).toHaveLength(4);
});

it.each(['warn', 'error', 'fatal'] as const)('keeps no %s back, nor what came before', (level) => {
  const { log, writes } = logInBatches();
  log.info('first');
  log.info('held');
  log[level]('at once');
  expect(writes).toEqual([['info'], ['info', level]]);
  log.info('held again');
  expect(writes).toHaveLength(2);
});

it('holds no more than some kilobytes', () => {
  const { log, writes } = logInBatches();
  log.info('first');
  for (let count = 0; count < 100; count++) log.info('x'.repeat(100));
  expect(writes.length).toBeGreaterThan(3);
  for (const levels of writes) expect(levels.length).toBeLessThan(50);
});

it('gives up what it holds when asked, once', () => {
  const { log, lines, writes } = logInBatches();
  log.info('first');
  log.info('held');
  lines.flushSync();
  lines.flushSync();
  expect(writes).toEqual([['info'], ['info']]);
});
