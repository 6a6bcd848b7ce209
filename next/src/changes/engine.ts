import type { Logger } from 'pino';
import type { Clock } from '../clock.js';
import type { Caller } from '../discord/command.js';
import { UserError } from '../errors.js';
import { readGuildRow } from '../guilds/guild-row.js';
import type { Pool } from '../pool/pool.js';
import type { Store, Tx } from '../store/store.js';
import type { Change } from './change.js';
import { findChange } from './rows.js';
import type { Moment } from './steps.js';

export interface Engine {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'error' | 'warn'>;
}

/** Who asks, and the workspace they see. */
export interface Asker extends Pick<Caller, 'guildId' | 'channelId' | 'member'> {
  readonly pool: Pool;
  /** Of the key that `pool` asks with. */
  readonly keyVersion: number;
}

export interface Deciding extends Moment {
  readonly change: Change;
}

/**
 * Runs `work` in a transaction in which nothing else of this server is decided. A UserError that it
 * returns is thrown once what `work` wrote is committed. @throws UserError
 */
export async function decide<Result>(
  { store, clock }: Engine,
  { guildId, number }: Pick<Change, 'guildId' | 'number'>,
  work: (tx: Tx, deciding: Deciding) => Promise<Result | UserError>,
): Promise<Result> {
  const result = await store.inGuild(guildId, async (tx) => {
    const now = clock.now();
    const row = await readGuildRow(tx, guildId, now);
    const change = await findChange(tx, guildId, number);
    return change === null ? noSuchChange() : work(tx, { change, row, now });
  });
  if (result instanceof UserError) throw result;
  return result;
}

export async function requireChange(
  { store }: Engine,
  guildId: string,
  number: number,
): Promise<Change> {
  const change = await findChange(store.db, guildId, number);
  if (change === null) throw noSuchChange();
  return change;
}

function noSuchChange(): UserError {
  return new UserError('No such change', '`/changes list` shows all.');
}
