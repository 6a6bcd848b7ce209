import type { WantedRead } from './wanted-reads.js';
import { MINUTE_MS } from '../../domain/time/units.js';

/** Of a server, in a minute: what the pool may be asked. */
export const MAX_REQUESTS = 3;
/** Of those, for reading figures: one is for payment settings or subaccounts. */
export const MOST_FOR_FIGURES = MAX_REQUESTS - 1;

/** Of long lists, so that they don't keep other reads away for long. */
const MAX_OVERDRAWN = 6;
/** A process that didn't look for longer knows nothing of the time between. */
const AWAKE_WITHIN_MS = 4 * MINUTE_MS;

/** What a process remembers of a server from round to round. */
export interface RoundMemory {
  /** When each read was last begun, in ms. */
  readonly lastAt: Map<string, number>;
  /** Requests over what a round may make: later ones make fewer. */
  overdrawn: number;
  /** The last look, and since when none came late; in ms. */
  lookedAt: number;
  awakeSince: number;
}

export function newMemory(): RoundMemory {
  return { lastAt: new Map(), overdrawn: 0, lookedAt: -Infinity, awakeSince: Infinity };
}

/** A second look within a round is one request of the next. */
export function chargeRequests(memory: RoundMemory, requests: number, what: 'all' | 'again'): void {
  const allowed = what === 'all' ? MAX_REQUESTS : 0;
  memory.overdrawn = Math.min(MAX_OVERDRAWN, Math.max(0, memory.overdrawn + requests - allowed));
}

export function noteLook(memory: RoundMemory, now: number): void {
  const isAwake = now >= memory.lookedAt && now - memory.lookedAt <= AWAKE_WITHIN_MS;
  if (!isAwake) memory.awakeSince = now;
  memory.lookedAt = now;
}

/** How long a read really waited for its turn, if the process looked all the time; else 0. */
export function waitOf({ lastAt, awakeSince }: RoundMemory, key: string, now: number): number {
  const last = lastAt.get(key);
  return last === undefined || last < awakeSince || last > now ? 0 : now - last;
}

export function forgetOthers({ lastAt }: RoundMemory, wanted: readonly WantedRead[]): void {
  if (lastAt.size <= wanted.length) return;
  const keys = new Set(wanted.map(({ key }) => key));
  for (const key of lastAt.keys()) if (!keys.has(key)) lastAt.delete(key);
}
