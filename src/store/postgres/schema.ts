import type { Pool } from 'pg';
import { StoreUnusable } from '../unusable.js';

/** What this bot writes. A store written by a newer one is left alone. */
const VERSION = 1;

/** Any number, the same for all: processes that start together make the tables in turn. */
const LOCK = 7_482_016_339;

/** Keys and names are compared byte by byte, whatever the database's collation. */
const TABLES = `
CREATE TABLE IF NOT EXISTS pitboss_store (version integer NOT NULL);
CREATE TABLE IF NOT EXISTS pitboss_entries (
  space text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  value text NOT NULL,
  expires timestamptz,
  PRIMARY KEY (space, key)
);
CREATE INDEX IF NOT EXISTS pitboss_entries_expires ON pitboss_entries (expires)
  WHERE expires IS NOT NULL;
CREATE TABLE IF NOT EXISTS pitboss_streams (
  stream text COLLATE "C" NOT NULL,
  seq bigint NOT NULL,
  entry text NOT NULL,
  PRIMARY KEY (stream, seq)
);
INSERT INTO pitboss_store SELECT ${VERSION} WHERE NOT EXISTS (SELECT FROM pitboss_store);`;

/** Makes the tables if they are missing. Throws `StoreUnusable` for those of a newer bot. */
export async function prepareTables(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(`SELECT pg_advisory_xact_lock(${LOCK})`);
    // A user who may use the tables but not make any can start if they exist.
    const { rows } = await client.query<{ there: boolean }>(
      `SELECT to_regclass('pitboss_streams') IS NOT NULL AS there`,
    );
    if (rows[0]?.there !== true) await client.query(TABLES);
    const found = await client.query<{ version: number }>('SELECT version FROM pitboss_store');
    await client.query('COMMIT');
    const version = found.rows[0]?.version;
    if (version !== VERSION) throw new StoreUnusable(versionSentence(version));
  } finally {
    // Ending the connection rolls back whatever it holds.
    client.release(true);
  }
}

function versionSentence(version: number | undefined): string {
  return `The Postgres store is of version ${version ?? 'none'}, and this Pitboss knows version ${VERSION}. Nothing has been changed. Start the version of Pitboss that wrote it, or a newer one.`;
}
