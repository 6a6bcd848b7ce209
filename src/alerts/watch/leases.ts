import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../../domain/time/clock.js';
import type { Store } from '../../store/store.js';
import { openSharedRows } from '../../store/rows.js';
import { SECOND_MS } from '../../domain/time/units.js';

/**
 * Which process watches which servers. They fall into buckets, and a process holds a bucket by a
 * lease. All leases are one small document, changed by compare and set. Where clocks differ, two
 * processes may watch a server for a while: what they write is judged twice, and told once.
 */

const SPACE = 'alert-leases';
const KEY = 'buckets';
export const BUCKETS = 64;
const LEASE_MS = 90 * SECOND_MS;
/** Well before a lease ends. */
const RENEWED_AFTER_MS = 30 * SECOND_MS;
/** How often to look, which is the longest that a bucket can be unwatched. */
export const LEASE_LOOK_MS = 15 * SECOND_MS;

const lease = z.object({ by: z.string(), until: z.number() });
const leases = z.object({
  /** Watching processes by name, with the time until which they count. */
  processes: z.record(z.string(), z.number()).default({}),
  buckets: z.record(z.string(), lease).default({}),
});
export type Leases = z.output<typeof leases>;

export const NO_LEASES: Leases = { processes: {}, buckets: {} };

/** A lease that ends further ahead than any we give comes from a wrong clock and is ignored. */
function isInForce(until: number | undefined, now: number): boolean {
  return until !== undefined && until > now && until <= now + LEASE_MS;
}

/**
 * What a process may hold: it renews its own, takes what nobody holds, and lets go of what is more
 * than its share. The very same leases where there is nothing to do.
 */
export function withShare(now: Leases, by: string, at: number): Leases {
  const until = at + LEASE_MS;
  const living = Object.entries(now.processes).filter(
    ([name, end]) => name !== by && isInForce(end, at),
  );
  const share = Math.ceil(BUCKETS / (living.length + 1));
  const inForce = Object.entries(now.buckets).filter(([, each]) => isInForce(each.until, at));
  const own = inForce.filter(([, each]) => each.by === by).slice(0, share);
  const others = inForce.filter(([, each]) => each.by !== by);
  const taken = new Set(inForce.map(([bucket]) => bucket));
  const free = Array.from({ length: BUCKETS }, (_, bucket) => String(bucket)).filter(
    (bucket) => !taken.has(bucket),
  );
  const more = free.slice(0, share - own.length);
  const isSame =
    more.length === 0 &&
    own.length === inForce.length - others.length &&
    isInForce(now.processes[by], at) &&
    [now.processes[by] ?? 0, ...own.map(([, each]) => each.until)].every(
      (end) => end > at + LEASE_MS - RENEWED_AFTER_MS,
    );
  if (isSame) return now;
  const leased = [...own.map(([bucket]) => bucket), ...more].map(
    (bucket) => [bucket, { by, until }] as const,
  );
  return {
    processes: Object.fromEntries([...living, [by, until]]),
    buckets: Object.fromEntries([...others, ...leased]),
  };
}

export function withoutProcess({ processes, buckets }: Leases, by: string): Leases {
  const { [by]: _, ...rest } = processes;
  const kept = Object.entries(buckets).filter(([, each]) => each.by !== by);
  return { processes: rest, buckets: Object.fromEntries(kept) };
}

export function bucketOf(guildId: string): number {
  return createHash('sha256').update(`alerts:${guildId}`).digest().readUInt32BE(0) % BUCKETS;
}

export type LeaseHolder = ReturnType<typeof createLeaseHolder>;

export function createLeaseHolder(
  store: Pick<Store, 'namespace' | 'compareAndSet'>,
  clock: Clock,
  by: string,
) {
  const rows = openSharedRows(store, { space: SPACE, schema: leases });
  let known: Leases = NO_LEASES;

  async function change(step: (now: Leases) => Leases): Promise<Leases> {
    let next = NO_LEASES;
    // Damaged ones are given anew: otherwise no process would ever watch any server again.
    await rows.replace(KEY, (now = NO_LEASES) => {
      next = step(now);
      return next === now ? null : next;
    });
    return next;
  }

  return {
    /** Takes and renews what is this process's. */
    async look(): Promise<void> {
      known = await change((now) => withShare(now, by, clock.now()));
    },
    holds(bucket: number): boolean {
      const found = known.buckets[bucket];
      return found?.by === by && isInForce(found.until, clock.now());
    },
    /** As of the last look. */
    isHeldElsewhere(bucket: number): boolean {
      const found = known.buckets[bucket];
      return found !== undefined && found.by !== by && isInForce(found.until, clock.now());
    },
    /** Another process may take them at once. */
    async letGo(): Promise<void> {
      if (known.processes[by] === undefined) return;
      known = NO_LEASES;
      await change((now) => withoutProcess(now, by));
    },
  };
}
