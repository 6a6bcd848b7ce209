import { readdirSync, readFileSync } from 'node:fs';
import type { Outcome } from '../../sandbox/discord/loopback-discord.js';

/** What the benchmarks read from a process (Linux), and compute from many figures. */

export const MIB = 1024 * 1024;

/** User and system time of all its threads, as the kernel counts it, in nanoseconds. */
export function cpuSeconds(pid: number): number {
  let seconds = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`))
    seconds += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
  return seconds / 1e9;
}

/** In bytes: resident now, or the most since the process began. */
export function memoryOf(pid: number, what: 'VmRSS' | 'VmHWM' = 'VmRSS'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${what}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) * 1024;
}

/** The value below which that share lies; NaN if there are none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** One command after the other, at a steady pace however long answers take, until stopped. */
export function askSteadily(ask: () => Promise<Outcome>, everyMs: number) {
  const outcomes: Promise<Outcome>[] = [];
  const timer = setInterval(() => outcomes.push(ask()), everyMs);
  return {
    /** Milliseconds to each first response; Infinity for one that was never answered. */
    async stop(): Promise<number[]> {
      clearInterval(timer);
      const asked = await Promise.all(outcomes);
      await Promise.allSettled(asked.map((each) => each.settled()));
      return asked.map(({ firstResponseMs }) => firstResponseMs ?? Infinity);
    },
  };
}
