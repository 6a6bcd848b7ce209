import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { othersFirst } from '../../../src/domain/async/yield-to-others.js';

/** Works through whole turns of the event loop, one after the other; gives how many there were. */
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
