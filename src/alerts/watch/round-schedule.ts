import PQueue from 'p-queue';
import { createPollLoop } from '../../domain/async/poll-loop.js';
import { reportFailure } from '../../domain/async/report-failure.js';
import { settlesWithin } from '../../domain/async/timeout.js';
import { othersFirst } from '../../domain/async/yield-to-others.js';
import { toResult } from '../../domain/errors/result.js';
import { staggerWithin } from '../../domain/time/stagger.js';
import type { Clock } from '../../domain/time/clock.js';
import { bucketOf, LEASE_LOOK_MS, type LeaseHolder } from './leases.js';
import { newMemory, type RoundMemory } from './round-memory.js';
import type { RoundTurn } from './guild-round.js';
import { SECOND_MS } from '../../domain/time/units.js';

export interface RoundsParts {
  /** Those with a key. */
  readonly servers: () => Promise<readonly string[]>;
  readonly leases: LeaseHolder;
  readonly clock: Clock;
  /** True where the server wants another look soon. */
  readonly round: (turn: RoundTurn) => Promise<boolean>;
  /** Resolves once nothing runs that rounds began and didn't wait for. */
  readonly begunByRounds: () => Promise<unknown>;
  readonly roundMs: number;
  readonly onError: (what: string, error: unknown) => void;
  /** How long after its time a round has begun. */
  readonly onBegun: (lateMs: number) => void;
  /** It is watched no more, or by another process. */
  readonly onGone: (guildId: string) => void;
}

/** For clocks that jump, and for servers that were under way at their time. */
const LOOKS_PER_ROUND = 60;
/** How often to read which servers have a key: a new one is watched this soon at the latest. */
const REFRESH_MS = 30 * SECOND_MS;
/** Mostly they wait for their pools. */
const MAX_CONCURRENT = 48;
/** A round that takes longer leaves its place to another server's, and goes on beside it. */
const SLOW_MS = 3 * SECOND_MS;
/** A second look comes after a quarter of a round. */
const RETRY_DIVISOR = 4;
/** So many may pass at a busy moment, and while another process takes over. */
const MISSED_ROUNDS = 5;

interface WatchedGuild {
  readonly guildId: string;
  readonly bucket: number;
  readonly offsetMs: number;
  readonly memory: RoundMemory;
  /** The number of its last round. */
  slot: number;
  againAt: number | null;
  isUnderWay: boolean;
  /** When it was last looked at, or left to another process, in ms. */
  seenAt: number;
}

/** Every server once in a round, at its own time within it. */
export function createRoundSchedule(parts: RoundsParts) {
  const { leases, clock, roundMs, onError } = parts;
  const queue = new PQueue({ concurrency: MAX_CONCURRENT });
  const watched = new Map<string, WatchedGuild>();
  const underWay = new Set<Promise<void>>();
  let leasesAt = -Infinity;
  let refreshedAt = -Infinity;
  let startedAt: number | null = null;
  const loop = createPollLoop({
    look: lookOnce,
    drain() {
      queue.clear();
      return idle();
    },
  });

  /** Begins what is due. */
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
      const offsetMs = staggerWithin(roundMs, `alert-round:${guildId}`);
      watched.set(guildId, {
        guildId,
        bucket: bucketOf(guildId),
        offsetMs,
        memory: newMemory(),
        slot: slotOf(now, { offsetMs, roundMs }),
        againAt: null,
        isUnderWay: false,
        seenAt: now,
      });
    }
  }

  function beginIfDue(guild: WatchedGuild, now: number): void {
    if (guild.isUnderWay || loop.isStopped()) return;
    const slot = slotOf(now, { ...guild, roundMs });
    if (slot !== guild.slot) {
      guild.slot = slot;
      guild.againAt = null;
      // Another process watches it; here only its slot is kept up to date.
      if (!leases.holds(guild.bucket)) {
        parts.onGone(guild.guildId);
        if (leases.isHeldElsewhere(guild.bucket)) guild.seenAt = now;
        return;
      }
      parts.onBegun(Math.max(0, now - (slot * roundMs + guild.offsetMs)));
      begin(guild, 'all');
    } else if (guild.againAt !== null && now >= guild.againAt) {
      guild.againAt = null;
      begin(guild, 'again');
    }
  }

  function begin(guild: WatchedGuild, what: RoundTurn['what']): void {
    const { guildId, memory } = guild;
    const isWanted = () => !loop.isStopped() && watched.has(guildId) && leases.holds(guild.bucket);
    guild.isUnderWay = true;
    void queue.add(async () => {
      await othersFirst();
      const work = perform(guild, { guildId, memory, what, isWanted });
      underWay.add(work);
      void work.finally(() => underWay.delete(work));
      await settlesWithin(SLOW_MS, work);
    });
  }

  async function perform(guild: WatchedGuild, turn: RoundTurn): Promise<void> {
    if (turn.isWanted()) {
      const done = await toResult(parts.round(turn));
      if (!done.ok) onError(`guild ${guild.guildId} could not be watched`, done.error);
      else {
        guild.seenAt = clock.now();
        if (done.value) guild.againAt = clock.now() + roundMs / RETRY_DIVISOR;
      }
    }
    guild.isUnderWay = false;
  }

  /** Resolves once nothing is running. */
  async function idle(): Promise<void> {
    await queue.onIdle();
    await Promise.all(underWay);
    await parts.begunByRounds();
  }

  async function lookOnce(): Promise<number> {
    await reportFailure(look(), 'servers could not be watched', onError);
    if (!loop.isStopped()) beginUntilNextLook();
    return roundMs / LOOKS_PER_ROUND;
  }

  /** Each at its own time: those that begin together hold commands up together. */
  function beginUntilNextLook(): void {
    const now = clock.now();
    for (const each of watched.values()) {
      const dueAt = (each.slot + 1) * roundMs + each.offsetMs;
      const dueIn = dueAt - now;
      if (dueIn > 0 && dueIn <= roundMs / LOOKS_PER_ROUND)
        setTimeout(() => beginIfDue(each, clock.now()), dueIn).unref();
    }
  }

  return {
    look,
    /**
     * Since when a server with a key should have been looked at by this process or another, in ms; null
     * where it is, give or take a few rounds, or where nobody is to look.
     */
    unwatchedSince(guildId: string): number | null {
      if (startedAt === null) return null;
      const guild = watched.get(guildId);
      if (guild?.isUnderWay === true) return null;
      const since = guild?.seenAt ?? Math.max(startedAt, refreshedAt);
      const allowed = MISSED_ROUNDS * roundMs + LEASE_LOOK_MS + REFRESH_MS;
      return clock.now() - since > allowed ? since : null;
    },
    /** How many servers wait for their round. */
    waiting: () => queue.size,
    idle,
    start(): void {
      startedAt = clock.now();
      loop.start();
    },
    /** Begins nothing more, waits a little for what is under way, and lets go of its leases. */
    async stop(): Promise<void> {
      await loop.stop();
      await reportFailure(leases.letGo(), 'the leases of the watch could not be let go', onError);
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
