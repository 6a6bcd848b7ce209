import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Program {
  /** Node's own flags, the file, and what it is given. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Where it runs, and writes its log to. */
  readonly folder: string;
}

/** However this process ends, it leaves none behind. */
const running = new Set<ChildProcess>();
process.once('exit', () => running.forEach((each) => each.kill('SIGKILL')));

/** A program of Node that is started and stopped again; its output goes to a file, as in service. */
export function createChild({ args, env, folder }: Program) {
  const logFile = join(folder, 'log');
  let child: ChildProcess | null = null;

  function died(which: ChildProcess, how: string): void {
    if (which !== child) return;
    const lines = readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-20);
    throw new Error(`${args.join(' ')} ended with ${how}:\n${lines.join('\n')}`);
  }

  return {
    logFile,
    pid: () => child?.pid ?? 0,
    start(): void {
      const log = openSync(logFile, 'a');
      const started = spawn(process.execPath, args, {
        cwd: folder,
        env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
        stdio: ['ignore', log, log],
      });
      closeSync(log);
      child = started;
      running.add(started);
      started.once('close', (code, signal) => {
        running.delete(started);
        died(started, String(signal ?? code));
      });
    },
    async stop(): Promise<void> {
      const ending = child;
      child = null;
      if (ending === null) return;
      const closed = once(ending, 'close');
      ending.kill('SIGTERM');
      const timer = setTimeout(() => ending.kill('SIGKILL'), 12_000);
      await closed;
      clearTimeout(timer);
    },
  };
}
