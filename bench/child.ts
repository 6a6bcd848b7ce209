import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Node with its flags and a file, on the second core. It keeps its log in the folder where it runs,
 * and ends with this process at the latest.
 */
export function startChild(folder: string, args: readonly string[], env: NodeJS.ProcessEnv) {
  const logFile = join(folder, 'log');
  const log = openSync(logFile, 'a');
  const pinned = ['-c', '1', process.execPath, ...args];
  const { PATH, HOME } = process.env;
  const stdio = ['ignore' as const, log, log, 'ipc' as const];
  const child = spawn('taskset', pinned, { cwd: folder, env: { PATH, HOME, ...env }, stdio });
  closeSync(log);
  const proc = `/proc/${child.pid}`;
  const read = (file: string) => readFileSync(`${proc}/${file}`, 'utf8');
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
      const threads = readdirSync(`${proc}/task`);
      const spent = threads.map((thread) => Number.parseInt(read(`task/${thread}/schedstat`), 10));
      return spent.reduce((sum, nanoseconds) => sum + nanoseconds, 0) / 1e6;
    },
    /** Resident now (`VmRSS`), or at most since `forgetPeak` (`VmHWM`). */
    mebibytes(name: 'VmRSS' | 'VmHWM'): number {
      return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(read('status'))?.[1]) / 1024;
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
