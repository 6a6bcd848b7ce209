import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { built } from '../../../sandbox/dist-paths.js';

export interface Child {
  readonly process: ChildProcess;
  /** Whole lines on stdout so far: what the child has definitely said. */
  readonly lines: string[];
  /** Everything on stderr so far. */
  errors(): string;
  firstLine(): Promise<void>;
  /** Resolves with the exit code, or null if it was killed. */
  ended(): Promise<number | null>;
}

/** Runs a built script, by its name in `dist`. */
export function runBuilt(script: string, args: string[], env: NodeJS.ProcessEnv = {}): Child {
  const child = spawn(process.execPath, [built(script), ...args], { env, stdio: 'pipe' });
  const ended = once(child, 'close');
  const lines: string[] = [];
  let [rest, errors] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const parts = (rest + text).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts);
    child.emit('lines');
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  return {
    process: child,
    lines,
    errors: () => errors,
    firstLine: async () => {
      if (lines.length === 0) await Promise.race([once(child, 'lines'), ended]);
      if (lines.length === 0) throw new Error(`the child said nothing: ${errors}`);
    },
    ended: async () => {
      await ended;
      return child.exitCode;
    },
  };
}
