import { setTimeout as sleep } from 'node:timers/promises';
import { askFigures, preload } from '../support/ask-figures.js';
import { median } from '../support/process-figures.js';
import { openHouse } from './own-bot.js';
import type { Row } from './row.js';

const READS = 'store reads';
const WRITES = 'store writes';
const SYNCS = 'waits for the disk (fdatasync)';
const IDLE = 'store reads a second, idle';
/** For what is written after the card is drawn. */
const AFTER_MS = 300;
/** Covers several passes of the reconciler, one every 2 s. */
const IDLE_MS = 6_000;

/** P12: what one move asks of the store, counted in the bot, from the command to the last card. */
export const move: Row = {
  id: 'P12',
  name: 'move',
  what: 'a move: asked, confirmed, sent, reported',
  targets: [
    { figure: READS, atMost: 15 },
    { figure: SYNCS, atMost: 5 },
  ],
  mostRounds: 3,
  quickRounds: 1,
  async open({ quick }) {
    const house = await openHouse([preload('store')]);
    const asked = { pid: house.bot.pid, folder: house.folder };
    // Warm-up: schedules, restoreDetector and the like are read once.
    for (let warm = 0; warm < 2; warm++) await house.mover.confirm(await house.mover.ask());
    async function counted(work: () => Promise<unknown>) {
      const before = await askFigures(asked);
      const begun = performance.now();
      await work();
      await sleep(AFTER_MS);
      const after = await askFigures(asked);
      const seconds = (performance.now() - begun) / 1_000;
      const count = (name: string) => (after[name] ?? NaN) - (before[name] ?? NaN);
      return { reads: count('reads'), writes: count('writes'), syncs: count('syncs'), seconds };
    }
    return {
      contenders: ['pitboss'],
      async round() {
        const idle = await counted(() => sleep(IDLE_MS));
        const idleReads = idle.reads / idle.seconds;
        const moves: (typeof idle)[] = [];
        for (let each = 0; each < (quick ? 3 : 9); each++)
          moves.push(await counted(async () => house.mover.confirm(await house.mover.ask())));
        return {
          [READS]: median(moves.map(({ reads, seconds }) => reads - idleReads * seconds)),
          [WRITES]: median(moves.map(({ writes }) => writes)),
          [SYNCS]: median(moves.map(({ syncs }) => syncs)),
          [IDLE]: idleReads,
        };
      },
      close: () => house.close(),
    };
  },
};
