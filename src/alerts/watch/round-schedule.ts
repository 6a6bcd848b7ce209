import PQueue from 'p-queue';
import { settlesWithin } from '../../domain/async/timeout.js';
import { othersFirst } from '../../domain/async/yield-to-others.js';
import { toResult } from '../../domain/errors/result.js';
import { offsetWithin } from '../../domain/time/spread-offset.js';
import type { Clock } from '../../domain/time/clock.js';
import { bucketOf, LEASE_LOOK_MS, type LeaseHolder } from './leases.js';
import { newMemory, type RoundMemory } from './round-memory.js';
import type { RoundTurn } from './guild-round.js';

export interface RoundsParts {
  /** Those with a key. */
  readonly servers: () => Promise<readonly string[]>;
  readonly leases: LeaseHolder;
  readonly clock: Clock;
  /** True where the server wants another look soon. */
  readonly round: (turn: RoundTurn) => Promise<boolean>;
  readonly roundMs: number;
  readonly onError: (what: string, error: unknown) => void;
  /** How long after its time a round has begun. */
  readonly onBegun: (lateMs: number) => void;
  /** It is watched no more, or by another process. */
  readonly onGone: (guildId: string) => void;
}

export interface Rounds {
  /** Begins what is due. */
  look(): Promise<void>;
  /** How many servers wait for their round. */
  waiting(): number;
  /** Resolves once nothing is running. */
  idle(): Promise<void>;
  start(): void;
  /** Begins nothing more, waits a little for what is under way, and lets go of its leases. */
  stop(): Promise<void>;
}

/** In a round: for clocks that jump, and for servers that were under way at their time. */
const LOOKS = 60;
/** A server that was connected is watched as soon as that. */
const REFRESH_MS = 30_000;
/** Mostly they wait for their pools. */
const MAX_CONCURRENT = 48;
/** A pool that takes longer keeps no place from other servers. */
const SLOW_MS = 3_000;
/** A second look comes after a quarter of a round. */
const AGAIN_PART = 4;
const STOP_WITHIN_MS = 4_000;

interface WatchedGuild {
  readonly guildId: string;
  readonly bucket: number;
  readonly offsetMs: number;
  readonly memory: RoundMemory;
  /** The number of its last round. */
  slot: number;
  againAt: number | null;
  isUnderWay: boolean;
}

/** Every server once in a round, at its own time within it. */
export function createRoundSchedule(parts: RoundsParts): Rounds {
  const { leases, clock, roundMs, onError } = parts;
  const queue = new PQueue({ concurrency: MAX_CONCURRENT });
  const watched = new Map<string, WatchedGuild>();
  const underWay = new Set<Promise<void>>();
  let [leasesAt, refreshedAt] = [-Infinity, -Infinity];
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function look(): Promise<void> {
    const now = clock.now();
    if (isPast(leasesAt, LEASE_LOOK_MS, now)) {
      await leases.look();
      leasesAt = now;
    }
    if (isPast(refreshedAt, Math.min(REFRESH_MS, roundMs), now)) {
      refresh(await parts.servers(), now);
      refreshedAt = now;
    }
    for (const each of watched.values()) beginIfDue(each, now);
  }

  function refresh(guildIds: readonly string[], now: number): void {
    const present = new Set(guildIds);
    for (const guildId of watched.keys())
      if (!present.has(guildId)) {
        watched.delete(guildId);
        parts.onGone(guildId);
      }
    for (const guildId of present) {
      if (watched.has(guildId)) continue;
      const offsetMs = offsetWithin(roundMs, `alert-round:${guildId}`);
      watched.set(guildId, {
        guildId,
        bucket: bucketOf(guildId),
        offsetMs,
        memory: newMemory(),
        slot: slotOf(now, { offsetMs, roundMs }),
        againAt: null,
        isUnderWay: false,
      });
    }
  }

  function beginIfDue(each: WatchedGuild, now: number): void {
    if (each.isUnderWay || isStopped) return;
    const slot = slotOf(now, { ...each, roundMs });
    if (slot !== each.slot) {
      // Of another process it is known when its turn is, and no more.
      each.slot = slot;
      each.againAt = null;
      if (!leases.holds(each.bucket)) {
        parts.onGone(each.guildId);
        return;
      }
      parts.onBegun(Math.max(0, now - (slot * roundMs + each.offsetMs)));
      begin(each, 'all');
    } else if (each.againAt !== null && now >= each.againAt) {
      each.againAt = null;
      begin(each, 'again');
    }
  }

  function begin(each: WatchedGuild, what: RoundTurn['what']): void {
    const { guildId, memory } = each;
    const isWanted = () => !isStopped && watched.has(guildId) && leases.holds(each.bucket);
    each.isUnderWay = true;
    void queue.add(async () => {
      await othersFirst();
      const work = perform(each, { guildId, memory, what, isWanted });
      underWay.add(work);
      void work.finally(() => underWay.delete(work));
      await settlesWithin(SLOW_MS, work);
    });
  }

  async function perform(each: WatchedGuild, turn: RoundTurn): Promise<void> {
    if (turn.isWanted()) {
      const done = await toResult(parts.round(turn));
      if (!done.ok) onError(`guild ${each.guildId} could not be watched`, done.error);
      else if (done.value) each.againAt = clock.now() + roundMs / AGAIN_PART;
    }
    each.isUnderWay = false;
  }

  async function idle(): Promise<void> {
    await queue.onIdle();
    await Promise.all(underWay);
  }

  async function lookAndSleep(): Promise<void> {
    const done = await toResult(look());
    if (!done.ok) onError('servers could not be watched', done.error);
    if (isStopped) return;
    beginUntilNextLook();
    timer = setTimeout(() => void lookAndSleep(), roundMs / LOOKS);
  }

  /** Each at its own time: those that begin together hold commands up together. */
  function beginUntilNextLook(): void {
    const now = clock.now();
    for (const each of watched.values()) {
      const dueAt = (each.slot + 1) * roundMs + each.offsetMs;
      const dueIn = dueAt - now;
      if (dueIn > 0 && dueIn <= roundMs / LOOKS)
        setTimeout(() => beginIfDue(each, clock.now()), dueIn).unref();
    }
  }

  return {
    look,
    waiting: () => queue.size,
    idle,
    start: () => void lookAndSleep(),
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      queue.clear();
      await settlesWithin(STOP_WITHIN_MS, idle());
      const done = await toResult(leases.letGo());
      if (!done.ok) onError('the leases of the watch could not be let go', done.error);
    },
  };
}

/** Also where the clock went back. */
function isPast(last: number, everyMs: number, now: number): boolean {
  return now < last || now - last >= everyMs;
}

interface RoundTiming {
  readonly offsetMs: number;
  readonly roundMs: number;
}

function slotOf(now: number, { offsetMs, roundMs }: RoundTiming): number {
  return Math.floor((now - offsetMs) / roundMs);
}
