import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../store/schema.js';
import { loosened, type Loosening } from './loosening.js';
import { guildSettings, type GuildSettings } from './settings.js';

/** What a server's row says. Read in `inGuild`, it holds until the transaction ends. */
export interface GuildRow {
  /** The rules in force now. */
  readonly settings: GuildSettings;
  /** A weaker rule that waits. */
  readonly loosening: Loosening | null;
  readonly frozen: Frozen | null;
  /** Counts connected and deleted keys. */
  readonly keyVersion: number;
}

/** Who stopped all confirmations, when (ms) and why. */
export interface Frozen {
  readonly by: string;
  readonly at: number;
  readonly reason: string;
}

/**
 * A server without a row has the defaults. A weaker rule whose day has passed at `now` (ms) is in
 * force; nothing has to run for that.
 */
export async function readGuildRow(
  db: Kysely<Tables>,
  guildId: string,
  now: number,
): Promise<GuildRow> {
  const row = await db.selectFrom('guild').selectAll().where('id', '=', guildId).executeTakeFirst();
  return guildRowOf(row, now);
}

/** The same from the row that `inGuild` holds. */
export function guildRowOf(row: Selectable<Tables['guild']> | undefined, now: number): GuildRow {
  const stored = guildSettings.parse(JSON.parse(row?.settings ?? '{}'));
  const waiting: Loosening | null = row?.loosening ? JSON.parse(row.loosening) : null;
  const isInForce = waiting !== null && now >= waiting.effectiveAt;
  return {
    settings: isInForce ? loosened(stored, waiting) : stored,
    loosening: isInForce ? null : waiting,
    frozen: row?.frozen ? JSON.parse(row.frozen) : null,
    keyVersion: row?.key_version ?? 0,
  };
}
