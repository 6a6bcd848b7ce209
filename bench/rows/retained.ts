import { setTimeout as sleep } from 'node:timers/promises';
import { askFigures, preload } from '../support/ask-figures.js';
import type { Contender } from '../support/contender.js';
import { GUILDS, openContenders, summaries } from './contenders.js';
import type { Row } from './row.js';

const RETAINED = 'retained of each of 10,000 asks (B)';
/** Longer than the pool's answers are cached. */
const FORGOTTEN_MS = 5_500;
const pace = { atOnce: GUILDS };

/** P6: what each ask leaves behind for good, in one process, round after round. */
export const retained: Row = {
  id: 'P6',
  name: 'retained',
  what: 'memory over time',
  targets: [{ figure: RETAINED, atMost: 50 }],
  quickRounds: 1,
  async open({ quick }) {
    const count = quick ? 1_000 : 10_000;
    let before = NaN;
    return openContenders({
      names: ['pitboss'],
      flags: ['--expose-gc', preload('heap')],
      async round(bot) {
        if (Number.isNaN(before)) before = await restingHeap(bot);
        await bot.ask({ ...summaries(count), pace });
        const after = await restingHeap(bot);
        const each = (after - before) / count;
        before = after;
        return { [RETAINED]: each };
      },
    });
  },
};

/** Answers that are too old are dropped when the next is kept, so everybody asks once more. */
async function restingHeap(bot: Contender): Promise<number> {
  await sleep(FORGOTTEN_MS);
  await bot.ask({ ...summaries(GUILDS), pace });
  return (await askFigures(bot))['bytes'] ?? NaN;
}
