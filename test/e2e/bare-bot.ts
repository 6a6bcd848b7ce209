import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { builtBot } from '../../sandbox/dist-paths.js';

/** The bot's process and how it ends, for tests that start it wrongly or beside another. */
export interface BareBot {
  readonly out: readonly string[];
  readonly err: readonly string[];
  /** The exit code, or the name of the signal that ended it. */
  readonly ended: Promise<number | string>;
  signal(signal: 'SIGTERM' | 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void;
}

/** For one test file, or for tests that run side by side. */
export function bareBots() {
  const running = new Set<BareBot>();
  return {
    /** `env` is its whole environment apart from PATH. */
    runBot: (cwd: string, env: Readonly<Record<string, string>>): BareBot => {
      const bot = startBot(cwd, env);
      running.add(bot);
      void bot.ended.finally(() => running.delete(bot));
      return bot;
    },
    /** For the end: leaves none behind. */
    endAll: async (): Promise<void> => {
      const all = [...running];
      for (const bot of all) bot.signal('SIGKILL');
      await Promise.all(all.map(({ ended }) => ended));
    },
  };
}

export const { runBot, endAll } = bareBots();

function startBot(cwd: string, env: Readonly<Record<string, string>>): BareBot {
  const child = spawn(process.execPath, [...builtBot.nodeFlags, builtBot.main], {
    cwd,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const out: string[] = [];
  const err: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => out.push(line));
  createInterface({ input: child.stderr }).on('line', (line) => err.push(line));
  const ended = new Promise<number | string>((settle, fail) => {
    child.once('error', fail);
    child.once('close', (code, signal) => settle(code ?? signal ?? 'nothing'));
  });
  return { out, err, ended, signal: (signal) => void child.kill(signal) };
}
