import type { Kysely } from 'kysely';
import type { Tables } from '../store/schema.js';
import { guildSettings, type GuildSettings } from './settings.js';

/** What a server's row says now. Read in `inGuild`, it holds until the transaction ends. */
export interface GuildRow {
  readonly settings: GuildSettings;
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

/** A server without a row has the defaults. */
export async function readGuildRow(db: Kysely<Tables>, guildId: string): Promise<GuildRow> {
  const row = await db
    .selectFrom('guild')
    .select(['settings', 'frozen', 'key_version'])
    .where('id', '=', guildId)
    .executeTakeFirst();
  return {
    settings: guildSettings.parse(JSON.parse(row?.settings ?? '{}')),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `freeze` alone
    frozen: row?.frozen ? (JSON.parse(row.frozen) as Frozen) : null,
    keyVersion: row?.key_version ?? 0,
  };
}
