import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

export interface Program {
  /** Node's flags and the file. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Where it runs and keeps its log. */
  readonly folder: string;
}

const canPin = availableParallelism() > 1 && spawnSync('taskset', ['--version']).status === 0;

/** Keeps this process, and with it the loopback, to the first core, where that is possible. */
export function stayOnFirstCore(): void {
  if (canPin) spawnSync('taskset', ['-a', '-c', '-p', '0', String(process.pid)]);
}

/** A Node program on the second core, which ends with this process at the latest. */
export function startChild({ args, env, folder }: Program) {
  const logFile = join(folder, 'log');
  const log = openSync(logFile, 'a');
  const pinned = canPin ? ['taskset', '-c', '1'] : [];
  const [command = '', ...rest] = [...pinned, process.execPath, ...args];
  const child = spawn(command, rest, {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
    stdio: ['ignore', log, log, 'ipc'],
  });
  closeSync(log);
  const proc = `/proc/${child.pid}`;
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const closed = once(child, 'close');

  async function died(): Promise<never> {
    await closed;
    const lines = readFileSync(logFile, 'utf8').trimEnd().split('\n');
    throw new Error(`${args.at(-1)} ended: ${lines.slice(-5).join(' | ')}`);
  }
  /** The result of the work, unless the program ends before. */
  const whileAlive = <Result>(work: Promise<Result>) => Promise.race([work, died()]);
  /** The next message that it sends. */
  const said = async (): Promise<unknown> => (await once(child, 'message'))[0];

  return {
    whileAlive,
    said,
    /** Milliseconds of processor time of all its threads so far. */
    cpuMs: (): number => {
      const nanoseconds = readdirSync(`${proc}/task`).map((thread) =>
        Number(readFileSync(`${proc}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
      );
      return nanoseconds.reduce((sum, each) => sum + each, 0) / 1e6;
    },
    /** Resident now (`VmRSS`), or at most since `forgetPeak` (`VmHWM`). */
    mebibytes(name: 'VmRSS' | 'VmHWM'): number {
      const status = readFileSync(`${proc}/status`, 'utf8');
      return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
    },
    forgetPeak: () => writeFileSync(`${proc}/clear_refs`, '5'),
    /** One question at a time, to `observed.ts` or `bare.ts`. */
    call: async (question: string, value = 0): Promise<number> => {
      const answer = said();
      child.send({ question, value });
      return Number(await whileAlive(answer));
    },
    async stop(): Promise<void> {
      child.kill('SIGTERM');
      const timer = setTimeout(kill, 10_000);
      await closed;
      clearTimeout(timer);
      process.off('exit', kill);
    },
  };
}
