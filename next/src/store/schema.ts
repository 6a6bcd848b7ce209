import type { Generated } from 'kysely';

/** One schema for SQLite and Postgres. Times are milliseconds since the epoch, JSON is text. */
export interface Tables {
  entries: EntryTable;
  guild: GuildTable;
  audit: AuditTable;
  change: ChangeTable;
  outbox: OutboxTable;
  lease: LeaseTable;
}

/** Keyv's: sealed keys, what buttons remember, recent ids. */
export interface EntryTable {
  space: string;
  key: string;
  value: string;
  expires: number | null;
}

export interface GuildTable {
  id: string;
  /** JSON of `GuildSettings`. */
  settings: string;
  /** JSON of who froze changes, when and why; null while they can be confirmed. */
  frozen: string | null;
  /** JSON of a weaker rule that waits for a second admin; null if none. */
  loosening: string | null;
  /** Counts connected keys, so that a change asked under an earlier key is not sent with a later one. */
  key_version: number;
  /** The last audit entry that was handed to the audit channel. */
  audit_posted: number;
}

/** Only ever inserted. */
export interface AuditTable {
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
}

/** The columns are what queries look for. */
export interface ChangeTable {
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
}

/** Posts that nobody waits for. */
export interface OutboxTable {
  /** Says what it is, so that it is entered once. */
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
}

export interface LeaseTable {
  name: string;
  holder: string;
  until: number;
}
