import { assert, asyncModelRun, asyncProperty, boolean, commands } from 'fast-check';
import { expect } from 'vitest';
import { createChangesHarness, GUILD } from '../fakes/changes-harness.js';
import type { Model, Real } from './model.js';
import { trailOf } from './invariants.js';
import { steps } from './steps.js';

/** Two files run half each, because a single core takes long for all. */
export const HALF_OF_HISTORIES = Math.ceil(Number(process.env['CHANGES_MODEL_RUNS'] ?? 2_000) / 2);

/**
 * Random histories of a guild: people of every rank ask, click and freeze in two processes, the
 * pool fails or is changed by somebody else, admins tighten and loosen the rule, processes are
 * killed at any call, the clock jumps, and older copies of the store are restored after people saw
 * what the newer one held. The model holds only what people really did; after every step it is
 * checked against the trail and the pool's count of requests.
 */
export async function keepsPromisesThrough(histories: number): Promise<void> {
  const seen = new Map<string, number>();
  await assert(
    asyncProperty(
      commands(steps, { maxCommands: 30, size: 'max' }),
      boolean(),
      async (...lived) => {
        const [history, givesRevisions] = lived;
        // So often that most starts begin from a checkpoint.
        const world = createChangesHarness({ checkpointEvery: 3, givesRevisions });
        world.guilds.set(GUILD, { approval: { payments: 'self', others: 'self' } });
        const model: Model = {
          clicks: [],
          lost: [],
          copy: null,
          rule: 'self',
          askedUnder: new Map(),
          wish: null,
          haveRoles: true,
        };
        const real: Real = { world, processes: [world.start(), world.start()] };
        await asyncModelRun(() => ({ model, real }), history);
        expect(await world.start().verifyTrail(GUILD)).toMatchObject({ broken: null });
        const checkpoint = await world.store.notes('trail-checkpoints').get(GUILD);
        if (checkpoint !== undefined) seen.set('a checkpoint', (seen.get('a checkpoint') ?? 0) + 1);
        for (const entry of trailOf(world)) {
          const each = entry.step === 'set' ? `set ${entry.details.by}` : entry.step;
          seen.set(each, (seen.get(each) ?? 0) + 1);
        }
      },
    ),
    { numRuns: histories },
  );
  // Histories in which nothing happens would prove nothing.
  for (const each of [
    'reported',
    'failed',
    'unknown',
    'drifted',
    'expired',
    'frozen',
    'observed',
    'loosening-asked',
    'set loosened',
    'loosening-withdrawn',
    'behind',
    'restore-accepted',
    'a checkpoint',
  ]) {
    expect(seen.get(each) ?? 0, each).toBeGreaterThan(0);
  }
}
