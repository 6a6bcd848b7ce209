import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtBot } from '../../sandbox/built.js';
import { createBotProcess, type BotProcess } from '../../sandbox/bot-process.js';
import type { LoopbackDiscord } from '../../sandbox/discord/loopback-discord.js';

export interface BenchBot {
  /** Not started yet. */
  readonly bot: BotProcess;
  /** A folder of its own, in which the bot's is `data`. */
  readonly folder: string;
  readonly masterKey: Buffer;
  /** Stops the bot and removes the folder. */
  readonly close: () => Promise<void>;
}

/** The bot as it is built, between these two. What it complains of is said on standard error. */
export async function createBenchBot(
  discord: LoopbackDiscord,
  poolUrl: string,
  env: Readonly<Record<string, string>> = {},
): Promise<BenchBot> {
  const folder = await mkdtemp(join(tmpdir(), 'pitboss-bench-'));
  const masterKey = randomBytes(32);
  const bot = createBotProcess({
    ...builtBot,
    cwd: folder,
    env: {
      DISCORD_TOKEN: discord.token,
      DISCORD_API_URL: discord.apiUrl,
      POOL_API_URL: poolUrl,
      MASTER_KEY: masterKey.toString('base64'),
      DATA_DIR: join(folder, 'data'),
      ...env,
    },
    onLine: (line) =>
      /"level":"(warn|error|fatal)"/.test(line) ? process.stderr.write(`${line}\n`) : undefined,
    onDeath(how) {
      process.stderr.write(`The bot ${how}.\n`);
      process.exit(1);
    },
  });
  return {
    bot,
    folder,
    masterKey,
    async close() {
      await bot.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
