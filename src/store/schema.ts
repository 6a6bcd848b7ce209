import type { Generated, Kysely } from 'kysely';

/** One schema for SQLite and Postgres. Times are milliseconds since the epoch, JSON is text. */
export interface Tables {
  /** Keyv's: encrypted keys, what buttons remember, recent ids. */
  entries: { space: string; key: string; value: string; expires: number | null };
  guild: {
    id: string;
    /** JSON of `GuildSettings`. */
    settings: string;
    /** JSON of `Frozen`; null while changes can be confirmed. */
    frozen: string | null;
    /** JSON of `Loosening`; null if no weaker rule waits. */
    loosening: string | null;
    /** Counts connected keys, so that a change requested under an earlier key is not sent with a later one. */
    key_version: number;
  };
  /** Only ever inserted. */
  audit: {
    guild: string;
    seq: number;
    at: number;
    /** User id, or `pitboss`. */
    actor: string;
    step: string;
    /** Number of the change that it is about. */
    change: number | null;
    details: string;
    previous_hash: string;
    hash: string;
  };
  /** The columns are what queries look for. */
  change: {
    guild: string;
    number: number;
    state: string;
    touches: string;
    /** 1 while nothing else may change the same thing, else 0. */
    is_open: number;
    requester: string;
    due_at: number | null;
    /** JSON of a `Change`. */
    data: string;
  };
  /** Rules, alerts, silences, schedules, followed actions, figures, and lists of the pool as last seen. */
  document: {
    guild: string;
    kind: string;
    id: string;
    /** The moment it is looked for by: when it is due, or ended. */
    at: number | null;
    data: string;
  };
  /** Posts that nobody waits for. */
  outbox: {
    key: string;
    guild: string;
    channel: string;
    /** JSON of an `OutboxBody`. */
    body: string;
    due_at: number;
    ends_at: number;
    tries: Generated<number>;
    /** Set before a try, so that a crash in the middle is seen. */
    posting_since: number | null;
  };
  /** Who does the background work. */
  lease: { name: string; holder: string; until: number };
}

export type Db = Kysely<Tables>;
