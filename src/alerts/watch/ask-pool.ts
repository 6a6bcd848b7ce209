import { PoolError, PoolKeyRefused } from '../../domain/errors/pool-errors.js';
import type { PoolEvent } from '../../domain/alerts/reading.js';
import { toResult } from '../../domain/errors/result.js';
import type { PoolClient } from '../../pool-api/client.js';
import { fetchRead, type ReadAnswer } from './fetch-reads.js';
import type { RoundOutcome } from './measure/pool.js';
import type { WantedRead } from './wanted-reads.js';
import { MINUTE_MS } from '../../domain/time/units.js';
import { isWithin } from '../../domain/time/is-within.js';

/** A server whose turn it is. */
export interface GuildTurn {
  readonly guildId: string;
  readonly pool: PoolClient;
  /** When the key that `pool` asks with was connected, in ms. */
  readonly since: number;
}

/** Looks for changes that others made at the pool. */
export interface ExternalChangesWatch {
  /** Reads what is due. Rejects with a `PoolError` if the pool didn't give it. */
  turn(guild: GuildTurn, now: number): Promise<ExternalChangesTurn>;
  /** Of the sites of all subaccounts that it has seen, by id. */
  siteNames(guildId: string): Promise<ReadonlyMap<string, string>>;
  /** The server is watched no more, or by another process: nothing is remembered of it. */
  letGo(guildId: string): void;
  /** Deletes what it stored of the server's lists. */
  forget(guildId: string): Promise<void>;
}

export interface ExternalChangesTurn {
  readonly occurrences: readonly PoolEvent[];
  /** It found something that a second read has to confirm soon. */
  readonly again: boolean;
  /** How many lists it read; 1 unless given. */
  readonly reads?: number;
  /** Some of what is watched couldn't be read when it was last tried; `unknown` soon after a start. */
  readonly isPartial?: boolean | 'unknown';
  /** Called once the occurrences are among the server's alerts. */
  readonly noted?: () => Promise<void>;
}

export interface RoundAnswers {
  /** By the read's key. Null = the pool gave nothing usable. */
  readonly answers: ReadonlyMap<string, ReadAnswer | null>;
  /** Null = it failed. */
  readonly externalChanges: ExternalChangesTurn | null;
  readonly outcome: RoundOutcome;
  readonly requests: number;
}

export interface PoolRound extends GuildTurn {
  /** Chosen once it is known how many lists were read. */
  readonly readsBeside: (lists: number) => readonly WantedRead[];
  readonly externalChanges: ExternalChangesWatch;
  readonly now: () => number;
  readonly onError: (what: string, error: unknown) => void;
}

/**
 * Longer than any with its retries: this process stood still while the answer came, so it may be
 * hours old.
 */
const MAX_READ_MS = 8 * MINUTE_MS;

/** One after another, so that a slow pool takes only one connection per server. */
export async function askPool(asking: PoolRound): Promise<RoundAnswers> {
  const { guildId, pool, now, onError } = asking;
  const answers = new Map<string, ReadAnswer | null>();
  let tried = 0;
  let failed = 0;
  let requests = 0;
  let isKeyRefused = false;

  async function attempt<Value>(work: (begun: number) => Promise<Value>): Promise<Value | null> {
    tried++;
    const begun = now();
    const found = await toResult(work(begun));
    const isFresh = isWithin(begun, now(), MAX_READ_MS);
    if (found.ok && isFresh) return found.value;
    failed++;
    if (found.ok) return null;
    isKeyRefused ||= found.error instanceof PoolKeyRefused;
    if (!(found.error instanceof PoolError))
      onError(`a figure of guild ${guildId} could not be read`, found.error);
    return null;
  }

  const externalChanges = await attempt((begun) => asking.externalChanges.turn(asking, begun));
  const lists = externalChanges?.reads ?? 1;
  // A turn without a read says nothing about the pool.
  if (lists === 0) tried--;
  requests += lists;
  for (const read of asking.readsBeside(lists)) {
    const answer = await attempt((begun) => fetchRead(pool, read, begun));
    requests += answer?.requests ?? 1;
    answers.set(read.key, answer);
  }
  return {
    answers,
    externalChanges,
    outcome: { at: now(), tried, failed, isKeyRefused },
    requests,
  };
}
