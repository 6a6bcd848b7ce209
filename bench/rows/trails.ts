import { join } from 'node:path';
import { openEmbeddedStore } from '../../src/store/sqlite/sqlite.js';
import { cpuSeconds, median } from '../support/process-figures.js';
import { appendChanges } from '../support/seed-trails.js';
import { settle } from '../support/settle.js';
import { openHouse } from './own-bot.js';
import type { Row } from './row.js';

const ASK = 'a move asked for (ms)';
const CONFIRM = 'confirmed (ms)';
const CPU = 'CPU for each move (ms)';
const AFTER_START = 'the first one after a start, asked for (ms)';

/** P11: what a long trail costs those who ask and confirm. */
export const trails: Row = {
  id: 'P11',
  name: 'trails',
  what: 'moves in a server with 10,000 earlier changes',
  targets: [
    { figure: ASK, beside: '100 changes', atMost: 1.5 },
    { figure: CONFIRM, beside: '100 changes', atMost: 1.5 },
  ],
  mostRounds: 3,
  async open({ quick }) {
    const many = quick ? 1_000 : 10_000;
    const houses = new Map([
      [`${many} changes`, await openHouseWith(many)],
      ['100 changes', await openHouseWith(100)],
    ]);
    return {
      contenders: [...houses.keys()],
      async round(name) {
        const house = houses.get(name);
        if (house === undefined) throw new Error(`no ${name} here`);
        const { bot, discord, mover } = house;
        await bot.stop();
        bot.start();
        await discord.ready(60_000);
        const first = await timed(() => mover.ask());
        await mover.confirm(first.value);
        const [asks, confirms]: [number[], number[]] = [[], []];
        const before = cpuSeconds(bot.pid());
        const moves = quick ? 5 : 15;
        for (let each = 0; each < moves; each++) {
          const card = await timed(() => mover.ask());
          asks.push(card.ms);
          confirms.push((await timed(() => mover.confirm(card.value))).ms);
        }
        return {
          [ASK]: median(asks),
          [CONFIRM]: median(confirms),
          [CPU]: ((cpuSeconds(bot.pid()) - before) * 1_000) / moves,
          [AFTER_START]: first.ms,
        };
      },
      async close() {
        for (const house of houses.values()) await house.close();
      },
    };
  },
};

/** Replaces its trail with this one while the bot is stopped. */
async function openHouseWith(changes: number) {
  const house = await openHouse();
  await house.bot.stop();
  const store = await openEmbeddedStore(join(house.folder, 'data'));
  const { guildId, channelId: channel } = house.guild;
  await appendChanges(store, guildId, { changes, channel });
  await store.close();
  house.bot.start();
  await house.discord.ready(60_000);
  await settle(house.bot.pid());
  return house;
}

async function timed<Value>(work: () => Promise<Value>) {
  const begun = performance.now();
  const value = await work();
  return { value, ms: performance.now() - begun };
}
