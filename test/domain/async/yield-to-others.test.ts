import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { othersFirst, yieldToOthers } from '../../../src/domain/async/yield-to-others.js';

/** Works through whole turns of the event loop, one after the other; returns how many. */
function keepBusy(turns: number): () => number {
  let done = 0;
  const work = () => {
    const until = performance.now() + 10;
    while (performance.now() < until);
    if (++done < turns) setImmediate(work);
  };
  setImmediate(work);
  return () => done;
}

test('waits until others have done what they have to do', async () => {
  const done = keepBusy(5);
  await othersFirst();
  expect(done()).toBe(5);
});

test('but not for ever', async () => {
  const done = keepBusy(60);
  await othersFirst();
  expect(done()).toBeLessThan(60);
  while (done() < 60) await sleep(10);
});

test('of all long work, one slice is done in each turn of the event loop', async () => {
  let [turn, stopped] = [0, false];
  const countTurns = () => {
    turn++;
    if (!stopped) setImmediate(countTurns);
  };
  setImmediate(countTurns);
  const slices: { readonly job: number; readonly turn: number }[] = [];
  await Promise.all(
    Array.from({ length: 12 }, async (_, job) => {
      for (let slice = 0; slice < 5; slice++) {
        await yieldToOthers();
        slices.push({ job, turn });
      }
    }),
  );
  stopped = true;
  const turns = slices.map((each) => each.turn);
  expect(new Set(turns).size).toBe(turns.length);
  // None waits for another to end.
  expect(new Set(slices.slice(0, 12).map((each) => each.job)).size).toBe(12);
});
