import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtBot } from '../../sandbox/dist-paths.js';
import type { LoopbackDiscord } from '../../sandbox/discord/loopback-discord.js';
import { createChild } from './child.js';

export interface BenchBot {
  /** Not started yet. */
  readonly bot: ReturnType<typeof createChild>;
  /** Its own folder, in which the bot's is `data`. */
  readonly folder: string;
  readonly masterKey: Buffer;
  /** Stops the bot, reports what it wrote to standard error, and removes the folder. */
  readonly close: () => Promise<void>;
}

/** The bot as `npm start` runs it, between the sandbox's Discord and a pool. */
export async function createBenchBot(
  discord: LoopbackDiscord,
  poolUrl: string,
  { env = {}, flags = [] }: Extras = {},
): Promise<BenchBot> {
  const folder = await mkdtemp(join(tmpdir(), 'pitboss-bench-'));
  const masterKey = randomBytes(32);
  const bot = createChild({
    args: [...flags, ...builtBot.nodeFlags, builtBot.main],
    folder,
    env: {
      DISCORD_TOKEN: discord.token,
      DISCORD_API_URL: discord.apiUrl,
      POOL_API_URL: poolUrl,
      MASTER_KEY: masterKey.toString('base64'),
      DATA_DIR: join(folder, 'data'),
      ALERT_ROUND_SECONDS: '0',
      ...env,
    },
  });
  return {
    bot,
    folder,
    masterKey,
    async close() {
      await bot.stop();
      for (const line of complaintsIn(bot.logFile)) process.stderr.write(`${line}\n`);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface Extras {
  readonly env?: Readonly<Record<string, string>>;
  /** Node's flags. */
  readonly flags?: readonly string[];
}

function complaintsIn(logFile: string): string[] {
  const lines = existsSync(logFile) ? readFileSync(logFile, 'utf8').split('\n') : [];
  return lines.filter((line) => /"level":"(warn|error|fatal)"/.test(line)).slice(0, 20);
}
