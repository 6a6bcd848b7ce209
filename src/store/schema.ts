import type { Generated } from 'kysely';

/** One schema for SQLite and Postgres. Times are milliseconds since the epoch, JSON is text. */
export interface Tables {
  /** Keyv's: sealed keys, what buttons remember, recent ids. */
  entries: {
    space: string;
    key: string;
    value: string;
    expires: number | null;
  };
  guild: {
    id: string;
    /** JSON of `GuildSettings`. */
    settings: string;
    /** JSON of who froze changes, when and why; null while they can be confirmed. */
    frozen: string | null;
    /** JSON of a weaker rule that waits for a second admin; null if none. */
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
    /** Number of the change, if it is about one. */
    change: number | null;
    /** JSON. */
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
  alert_rule: {
    guild: string;
    id: string;
    /** JSON of a `Rule`. */
    data: string;
  };
  alert: {
    guild: string;
    id: string;
    /** 1 while it is pending, firing or recovering, else 0. */
    is_open: number;
    ended_at: number | null;
    /** JSON of an `Alert`. */
    data: string;
  };
  silence: {
    guild: string;
    /** Empty: all rules. */
    rule: string;
    from_at: number;
    until_at: number;
    /** JSON of a `Silence`. */
    data: string;
  };
  /** Figures that rules compare with later, and that small charts show. */
  reading: {
    guild: string;
    /** Id of the rule. */
    series: string;
    at: number;
    /** One figure, in the pool's digits. */
    data: string;
  };
  /** A list of the pool as last read, and differences that were seen once. */
  seen: {
    guild: string;
    /** The currency of payment settings, or `subaccounts`. */
    list: string;
    /** Version of the key that it was read with. */
    key_version: number;
    /** When it was read. */
    seen_at: number;
    /** JSON of a `Seen` by thing. */
    things: string;
  };
  daily: {
    guild: string;
    id: string;
    /** When its next post is due. */
    due_at: number;
    /** JSON of a `Schedule`. */
    data: string;
  };
  /** One row for each schedule and local date with a post. */
  daily_post: {
    guild: string;
    schedule: string;
    date: string;
  };
  /** Figures of a day, kept for 400 days. */
  snapshot: {
    guild: string;
    /** What they cover: the currency and the scope. */
    series: string;
    date: string;
    at: number;
    /** JSON. */
    data: string;
  };
  follow: {
    guild: string;
    id: string;
    due_at: number;
    /** JSON of a `Follow`. */
    data: string;
  };
  /** Posts that nobody waits for. */
  outbox: {
    /** Identifies it, so that it is entered once. */
    key: string;
    guild: string;
    channel: string;
    /** JSON of an `OutboxBody`. */
    body: string;
    due_at: number;
    /** When it is given up. */
    ends_at: number;
    tries: Generated<number>;
    /** Set before a try, so that a crash in the middle is seen. */
    posting_since: number | null;
  };
  lease: {
    name: string;
    holder: string;
    until: number;
  };
}

export type AuditTable = Tables['audit'];
export type ChangeTable = Tables['change'];
export type OutboxTable = Tables['outbox'];
