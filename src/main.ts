import { existsSync } from 'node:fs';
import { systemClock } from './clock.js';
import { readConfig, withoutQuotes } from './config.js';
import { FatalError } from './errors.js';
import { start } from './start.js';

function exit(code: number, sentence?: string): never {
  if (sentence !== undefined) process.stderr.write(`${sentence}\n`);
  process.exit(code);
}

try {
  if (existsSync('.env')) process.loadEnvFile();
  // discord.js reads these two itself, and takes neither quotes nor blanks.
  for (const name of ['SHARDS', 'SHARD_COUNT']) {
    const value = withoutQuotes(process.env[name] ?? '');
    if (value === '') delete process.env[name];
    else process.env[name] = value;
  }
  const bot = await start(readConfig(process.env), { clock: systemClock, exit });
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => void bot.stop().then(() => exit(0)));
} catch (error) {
  if (error instanceof FatalError) exit(1, error.message);
  throw error;
}
