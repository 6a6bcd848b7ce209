import type { BotProcess } from '../../bot-process.js';
import type { LoopbackDiscord } from '../../discord/loopback-discord.js';
import type { BotView } from '../protocol.js';

/** The playground's bot as people see it: started, restarted, killed, dead. */
export interface RunningBot {
  /** Resolves once it can be used; rejects with its last lines if it ends before that. */
  start(): Promise<void>;
  /** Never rejects; failures are reported. `between` runs while no bot does. */
  readonly restart: (between?: () => Promise<void>) => Promise<void>;
  /** Call this if the process ends although nobody stopped it. */
  readonly died: (how: string) => void;
}

interface RunningBotParts {
  /** Created late, because the process reports its death to this. */
  readonly process: () => BotProcess;
  readonly discord: LoopbackDiscord;
  readonly tell: (bot: BotView) => void;
  /** Gets its last words. */
  readonly onDeath: (words: string) => void;
}

const readyMs = 30_000;
const linesShown = 15;

export function createRunningBot(parts: RunningBotParts): RunningBot {
  const { discord, tell } = parts;
  let restarting = false;
  let failStart: (reason: Error) => void = () => undefined;

  async function start(): Promise<void> {
    const death = new Promise<never>((_resolve, reject) => {
      failStart = reject;
    });
    parts.process().start();
    await Promise.race([discord.ready(readyMs), death]);
    tell({ state: 'online', reason: '' });
  }

  return {
    start,
    died(how) {
      const lines = parts
        .process()
        .lines.slice(-linesShown)
        .map((line) => `\n  ${line}`);
      const words = `The bot ${how}. Its last lines:${lines.join('')}`;
      failStart(new Error(words));
      tell({ state: 'dead', reason: how });
      parts.onDeath(words);
    },
    async restart(between) {
      if (restarting) return;
      restarting = true;
      tell({ state: 'restarting', reason: '' });
      await parts.process().stop();
      await between?.();
      await start().catch((error: unknown) => {
        if (parts.process().state === 'running')
          tell({ state: 'dead', reason: `hangs: ${String(error)}` });
      });
      restarting = false;
    },
  };
}
