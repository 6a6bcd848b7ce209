import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** The real bot as a child process, with only the environment it is given. */
export interface BotProcess {
  readonly state: 'running' | 'stopped' | 'dead';
  /** Undefined unless it runs. */
  readonly pid: number | undefined;
  /** Its last lines on standard output and standard error, newest last. */
  readonly lines: readonly string[];
  start(): void;
  /** SIGTERM, then SIGKILL if it hasn't ended within `graceMs`. Resolves once it has ended. */
  stop(graceMs?: number): Promise<void>;
  readonly kill: () => void;
}

export interface BotProcessOptions {
  /** Absolute path of the built `main.js`. */
  readonly main: string;
  /** Placed before it on the command line. */
  readonly nodeFlags?: readonly string[];
  /** A folder without a `.env`, so that a person's own settings never reach this bot. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly onLine: (line: string) => void;
  /** It ended although nobody stopped it. */
  readonly onDeath: (how: string) => void;
}

const keptLines = 200;

/**
 * Loaded before the bot itself: a parent killed outright can't end anything, but its pipe breaks.
 */
const endsWithParent =
  'data:text/javascript,import{isMainThread}from"node:worker_threads";' +
  'if(isMainThread)process.stdin.on("close",()=>process.exit(1)).resume().unref()';

export function createBotProcess(options: BotProcessOptions): BotProcess {
  const lines: string[] = [];
  let child: ChildProcess | null = null;
  let state: BotProcess['state'] = 'stopped';

  function keep(line: string): void {
    lines.push(line);
    if (lines.length > keptLines) lines.shift();
    options.onLine(line);
  }

  function ended(which: ChildProcess, how: string): void {
    if (which !== child) return;
    child = null;
    if (state === 'stopped') return;
    state = 'dead';
    options.onDeath(how);
  }

  // However this process ends, it leaves no bot behind looking for a Discord that is gone.
  process.once('exit', () => child?.kill('SIGKILL'));

  return {
    get state() {
      return state;
    },
    get pid() {
      return child?.pid;
    },
    lines,
    start() {
      if (child) return;
      const flags = options.nodeFlags ?? [];
      const args = [...flags, '--import', endsWithParent, options.main];
      const started = spawn(process.execPath, args, {
        cwd: options.cwd,
        env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...options.env },
        stdio: ['pipe', 'pipe', 'pipe'],
      });
      child = started;
      state = 'running';
      for (const stream of [started.stdout, started.stderr]) {
        if (stream) createInterface({ input: stream }).on('line', keep);
      }
      started.once('error', (error) => ended(started, error.message));
      started.once('close', (code, signal) => ended(started, howItEnded(code, signal)));
    },
    async stop(graceMs = 12_000) {
      const running = child;
      state = 'stopped';
      if (!running) return;
      const closed = once(running, 'close');
      running.kill('SIGTERM');
      const timer = setTimeout(() => running.kill('SIGKILL'), graceMs);
      await closed;
      clearTimeout(timer);
    },
    kill() {
      child?.kill('SIGKILL');
    },
  };
}

function howItEnded(code: number | null, signal: NodeJS.Signals | null): string {
  return signal ? `ended by ${signal}` : `ended with exit code ${code ?? 'unknown'}`;
}
