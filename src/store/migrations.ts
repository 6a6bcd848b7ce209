import { Migrator, sql, type Migration } from 'kysely';
import { FatalError } from '../errors.js';
import type { Db } from './schema.js';

/** Carried out once, in the order of their names. A change of the schema is one more entry. */
const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '001': migration(
    `create table entries (
       space text not null, key text not null, value text not null, expires bigint,
       primary key (space, key))`,
    `create index entries_expires on entries (expires)`,
    `create table guild (
       id text primary key, settings text not null, frozen text, loosening text,
       key_version bigint not null)`,
    `create table audit (
       guild text not null, seq bigint not null, at bigint not null, actor text not null,
       step text not null, change bigint, details text not null,
       previous_hash text not null, hash text not null,
       primary key (guild, seq))`,
    `create table outbox (
       key text primary key, guild text not null, channel text not null, body text not null,
       due_at bigint not null, ends_at bigint not null, tries bigint not null default 0,
       posting_since bigint)`,
    `create index outbox_due on outbox (due_at)`,
    `create table lease (name text primary key, holder text not null, until bigint not null)`,
    `create table change (
       guild text not null, number bigint not null, state text not null, touches text not null,
       is_open bigint not null, requester text not null, due_at bigint, data text not null,
       primary key (guild, number))`,
    `create unique index change_open on change (guild, touches) where is_open = 1`,
    `create index change_due on change (due_at) where due_at is not null`,
    `create table document (
       guild text not null, kind text not null, id text not null, at bigint, data text not null,
       primary key (guild, kind, id))`,
    `create index document_at on document (kind, at) where at is not null`,
  ),
};

/** Statements that SQLite and Postgres both take, one at a time. */
function migration(...statements: readonly string[]): Migration {
  return {
    async up(db) {
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  };
}

/** Brings the schema up to date. @throws FatalError */
export async function migrate(db: Db): Promise<void> {
  const provider = { getMigrations: async () => MIGRATIONS };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  // Kysely's message if the database has a migration that this version lacks.
  if (String(error).includes('corrupted migrations'))
    throw new FatalError(
      'The database was written by a newer Pitboss: start that version, or restore an older backup.',
    );
  if (error !== undefined) throw error;
}
