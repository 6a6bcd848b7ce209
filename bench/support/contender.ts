import { resolve } from 'node:path';
import { createBotProcess } from '../../sandbox/bot-process.js';
import type { LoopbackDiscord } from '../../sandbox/discord/loopback-discord.js';
import { startLoopbackDiscord } from '../../sandbox/discord/server.js';
import type { LoopbackPool } from '../../sandbox/pool/loopback-pool.js';
import { asking, type Ask } from './asking.js';
import { createBenchBot } from './bench-bot.js';

/** A bot that answers `/summary`, in a Discord of its own, of a workspace of its own. */
export interface Contender {
  readonly name: 'pitboss' | 'raw' | 'raw, deferring';
  readonly discord: LoopbackDiscord;
  readonly pid: () => number;
  readonly ask: Ask;
  /** Resolves, once it can be asked, with the ms until it identified. */
  start(): Promise<number>;
  stop(): Promise<void>;
  haveGuilds(count: number): void;
  close(): Promise<void>;
}

export async function openContender(
  name: Contender['name'],
  pool: LoopbackPool,
): Promise<Contender> {
  const discord = await startLoopbackDiscord();
  const guild = discord.addGuild({ name: 'Northwind Mining', channels: ['pool-ops'] });
  const [channelId = ''] = guild.channels.keys();
  const actor = discord.as(guild.addPerson({ name: 'Adam', manageGuild: true }), channelId);
  const { key, workspace } = pool.addWorkspace({ miners: 50, days: 7, subaccounts: 12 });
  const { bot, close } = await (name === 'pitboss'
    ? createBenchBot(discord, pool.url)
    : createRawBot(discord, pool.url, { key, defer: name === 'raw, deferring' }));

  async function start(): Promise<number> {
    const begun = performance.now();
    const identified = new Promise<number>((done) => {
      const forget = discord.onChange((change) => {
        if (change.kind !== 'bot' || !change.online) return;
        forget();
        done(performance.now() - begun);
      });
    });
    bot.start();
    const ms = await identified;
    await discord.ready();
    return ms;
  }

  await start();
  if (name === 'pitboss') {
    const form = await actor.command('setup key');
    await (await actor.submit(form, { key })).settled();
  }
  const names = [...workspace.subaccounts].map((each) => each.name);
  return {
    name,
    discord,
    pid: () => bot.pid ?? 0,
    ask: asking(actor, names),
    start,
    stop: () => bot.stop(),
    haveGuilds(count) {
      for (let have = discord.guilds.size; have < count; have++)
        discord.addGuild({ name: `Guild ${have}` });
    },
    async close() {
      await close();
      await discord.close();
    },
  };
}

async function createRawBot(
  discord: LoopbackDiscord,
  poolUrl: string,
  { key, defer }: { readonly key: string; readonly defer: boolean },
) {
  const bot = createBotProcess({
    main: resolve(import.meta.dirname, 'raw-bot.js'),
    cwd: import.meta.dirname,
    env: {
      DISCORD_TOKEN: discord.token,
      DISCORD_API_URL: discord.apiUrl,
      POOL_API_URL: poolUrl,
      POOL_KEY: key,
      ...(defer ? { DEFER: '1' } : {}),
    },
    onLine: (line) => void process.stderr.write(`raw: ${line}\n`),
    onDeath: (how) => void process.stderr.write(`The raw bot ${how}.\n`),
  });
  return { bot, close: () => bot.stop() };
}
