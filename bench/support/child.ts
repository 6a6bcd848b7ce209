import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Program {
  /** Node's own flags, the file, and its arguments. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Where it runs and writes its log. */
  readonly folder: string;
}

/** However this process ends, it leaves none behind. */
const running = new Set<ChildProcess>();
process.once('exit', () => running.forEach((each) => each.kill('SIGKILL')));

/** A Node program that is started and stopped again; its output goes to a file, as in service. */
export function createChild({ args, env, folder }: Program) {
  const logFile = join(folder, 'log');
  let child: ChildProcess | null = null;
  let death = new Promise<never>(() => undefined);

  /** Rejects if it ends although nobody stopped it. */
  async function untilDeath(of: ChildProcess): Promise<never> {
    const [code, signal]: unknown[] = await once(of, 'close');
    running.delete(of);
    if (of !== child) return new Promise(() => undefined);
    const lines = readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-20);
    process.stderr.write(`${args.join(' ')}:\n${lines.join('\n')}\n`);
    throw new Error(`a bot ended with ${String(signal ?? code)}`);
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
      death = untilDeath(started);
      // Anyone waiting for something is told; nobody may be waiting.
      death.catch(() => undefined);
    },
    /** The result of the work, unless the program dies first. */
    whileAlive: <Value>(work: Promise<Value>): Promise<Value> => Promise.race([work, death]),
    async stop(): Promise<void> {
      const ending = child;
      child = null;
      if (ending === null || ending.exitCode !== null || ending.signalCode !== null) return;
      const closed = once(ending, 'close');
      ending.kill('SIGTERM');
      const timer = setTimeout(() => ending.kill('SIGKILL'), 12_000);
      await closed;
      clearTimeout(timer);
    },
  };
}
