import { assert, asyncModelRun, asyncProperty, commands, type AsyncCommand } from 'fast-check';
import { expect, test } from 'vitest';
import { openTestStore } from '../store/support.js';
import type { Model } from './support/model.js';
import { checkPromises, checkTrail } from './support/promises.js';
import { createStillClock, newServer } from './support/server.js';
import { steps } from './support/steps.js';

const RUNS_FOR_MS = 12_000;
/** What histories must have led to; without it they would prove little. */
const ENDS = ['reported', 'declined', 'unknown', 'cancelled', 'expired', 'drifted'];
const STEPS = [...ENDS, 'requested', 'confirmed', 'refused', 'observed', 'checked', 'frozen'];

test(
  'every history of a server keeps the promises about changes',
  { timeout: 10 * RUNS_FOR_MS },
  async () => {
    const clock = createStillClock();
    const store = await openTestStore(clock);
    const counts = new Map<string, number>();
    const entries = new Map<string, number>();
    let underWay: Promise<void> = Promise.resolve();

    async function live(history: Iterable<AsyncCommand<Model, Model>>): Promise<void> {
      const server = await newServer(store, clock);
      const stored = await checkPromises(server, null);
      const model: Model = { server, stored, late: [], counts };
      try {
        await asyncModelRun(() => ({ model, real: model }), history);
        while (server.workspace.hanging() > 0) server.workspace.release();
        await Promise.all(model.late);
        model.stored = await checkPromises(server, model.stored);
        await checkTrail(server, model.stored);
      } finally {
        for (const { step } of model.stored.entries)
          entries.set(step, (entries.get(step) ?? 0) + 1);
        await server.processes[0].guilds.removed(server.guildId);
      }
    }

    await assert(
      asyncProperty(commands([steps], { maxCommands: 70, size: 'max' }), (history) => {
        underWay = live(history);
        return underWay;
      }),
      { numRuns: 100_000, interruptAfterTimeLimit: RUNS_FOR_MS, markInterruptAsFailure: false },
    );
    // The last history was not over when the time was.
    await underWay;
    await store.close();

    const told = JSON.stringify(Object.fromEntries([...counts, ...entries]), null, 1);
    const sum = (word: string) =>
      [...counts].reduce((total, [name, times]) => total + (name.endsWith(word) ? times : 0), 0);
    expect(sum('accepted'), told).toBeGreaterThan(sum('refused'));
    // On a busy machine there may be few.
    if (sum('accepted') + sum('refused') < 1_000) return;
    for (const step of STEPS)
      expect(entries.get(step) ?? 0, `${step} of ${told}`).toBeGreaterThan(0);
  },
);
