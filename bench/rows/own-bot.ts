import { startLoopbackDiscord } from '../../sandbox/discord/server.js';
import { startPool } from '../../sandbox/pool/server.js';
import { createBenchBot } from '../support/bench-bot.js';
import { connectGuild } from '../support/connect-guild.js';
import { createMover } from '../support/moving.js';

const SUBACCOUNTS = 40;

/** Our bot between the sandbox's servers, with one connected guild that moves subaccounts. */
export async function openHouse(flags: readonly string[] = []) {
  const [discord, pool] = await Promise.all([startLoopbackDiscord(), startPool()]);
  const house = await createBenchBot(discord, pool.url, { flags });
  house.bot.start();
  await discord.ready(60_000);
  const { key } = pool.addWorkspace({ sites: 3, subaccounts: SUBACCOUNTS });
  const guild = await connectGuild(discord, key);
  return {
    ...house,
    discord,
    guild,
    mover: createMover({ discord, pool, key, guild }),
    async close() {
      await house.close();
      await Promise.all([discord.close(), pool.close()]);
    },
  };
}
