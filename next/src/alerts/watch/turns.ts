import { revenueDay } from '../measure/revenue.js';
import { nameOf, type WantedRead } from './reads.js';

const MINUTE = 60_000;
/** Of revenue that is not there yet, or could not be read. */
const ASK_AGAIN_MS = 30 * MINUTE;
const KEEP_EVERY_MS = 5 * MINUTE;

/** All reads of a server in a minute together. */
export const MOST_REQUESTS = 3;

/** What the watch remembers of a server between rounds; nothing is lost where it is forgotten. */
export interface Memory {
  /** By the read's name (ms). */
  readonly askedAt: Map<string, number>;
  readonly keptAt: Map<string, number>;
  /** Day whose revenue was read, by the read's name. */
  readonly revenueOf: Map<string, string>;
  siteNames: { readonly at: number; readonly names: ReadonlyMap<string, string> } | null;
}

export function newMemory(): Memory {
  return {
    askedAt: new Map(),
    keptAt: new Map(),
    revenueOf: new Map(),
    siteNames: null,
  };
}

/** The reads whose turn it is, at most `most`: those that waited longest. */
export function takeTurns(
  wanted: ReadonlyMap<string, WantedRead>,
  { askedAt, revenueOf }: Memory,
  { now, most }: { readonly now: number; readonly most: number },
): WantedRead[] {
  const last = (name: string) => askedAt.get(name) ?? 0;
  const due = [...wanted.values()].filter((read) => {
    if (read.kind !== 'revenue') return true;
    const day = revenueDay(now);
    const isRead = day === null || revenueOf.get(nameOf(read)) === day;
    return !isRead && now - last(nameOf(read)) >= ASK_AGAIN_MS;
  });
  const turns = due
    .toSorted((one, other) => last(nameOf(one)) - last(nameOf(other)))
    .slice(0, most);
  for (const read of turns) askedAt.set(nameOf(read), now);
  return turns;
}

/** How far apart the readings of one rule may be (ms), as reads take turns: then they are no gap. */
export function usualGap(wanted: ReadonlyMap<string, WantedRead>): number {
  return Math.max(4, wanted.size + 1) * MINUTE;
}

/** Whether the figures of a read are kept this time. */
export function isKeptNow({ keptAt }: Memory, name: string, now: number): boolean {
  if (now - (keptAt.get(name) ?? 0) < KEEP_EVERY_MS) return false;
  keptAt.set(name, now);
  return true;
}
