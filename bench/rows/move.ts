import { setTimeout as sleep } from 'node:timers/promises';
import { askFigures, preload } from '../support/ask-figures.js';
import { median } from '../support/process-figures.js';
import { openHouse } from './house.js';
import type { Row } from './row.js';

const READS = 'store reads';
const WRITES = 'store writes';
const SYNCS = 'waits for the disk (fdatasync)';
/** For what is written after the card is drawn. */
const AFTER_MS = 300;

/** P12: what one move asks of the store, counted in the bot; from the command to the last card. */
export const move: Row = {
  id: 'P12',
  name: 'move',
  what: 'a move: asked, confirmed, sent, reported',
  targets: [
    { figure: READS, atMost: 15 },
    { figure: SYNCS, atMost: 5 },
  ],
  async open({ quick }) {
    const house = await openHouse([preload('store')]);
    const asked = { pid: house.bot.pid, folder: house.folder };
    // Warm: schedules, witnesses and the like are read once.
    for (let warm = 0; warm < 2; warm++) await house.mover.confirm(await house.mover.ask());
    async function counted() {
      await sleep(AFTER_MS);
      const before = await askFigures(asked);
      await house.mover.confirm(await house.mover.ask());
      await sleep(AFTER_MS);
      const after = await askFigures(asked);
      return (name: string) => (after[name] ?? NaN) - (before[name] ?? NaN);
    }
    return {
      contenders: ['pitboss'],
      // The sweep, every 2 s, comes into some of them: the median is of a move without it.
      async round() {
        const moves: Awaited<ReturnType<typeof counted>>[] = [];
        for (let each = 0; each < (quick ? 3 : 7); each++) moves.push(await counted());
        const of = (name: string) => median(moves.map((count) => count(name)));
        return { [READS]: of('reads'), [WRITES]: of('writes'), [SYNCS]: of('syncs') };
      },
      close: () => house.close(),
    };
  },
};
