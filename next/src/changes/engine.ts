import type { Logger } from 'pino';
import type { Clock } from '../clock.js';
import type { Caller, Member } from '../discord/command.js';
import { UserError } from '../errors.js';
import { guildRowOf } from '../guilds/guild-row.js';
import type { Pool } from '../pool/pool.js';
import type { Store, Tx } from '../store/store.js';
import type { Change } from './change.js';
import { findChange } from './rows.js';
import { recordChangeStep, type Moment } from './steps.js';

export interface Engine {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'error'>;
  /** The pool was found to list what a change asked for. */
  readonly onDone?: (tx: Tx, change: Change) => Promise<void>;
}

/** Who decides. */
export type Decider = Pick<Caller, 'guildId' | 'member'>;

/** Who asks, and the workspace they see. */
export interface Asker extends Decider, Pick<Caller, 'channelId'> {
  readonly pool: Pool;
  /** Of the key that `pool` asks with. */
  readonly keyVersion: number;
}

export interface Deciding extends Moment {
  readonly change: Change;
}

/** Runs `work` in a transaction in which nothing else of this server is decided. */
export function inGuild<Result>(
  { store, clock }: Pick<Engine, 'store' | 'clock'>,
  guildId: string,
  work: (moment: Moment) => Promise<Result>,
): Promise<Result> {
  return store.inGuild(guildId, (tx, guild) => {
    const now = clock.now();
    return work({ tx, row: guildRowOf(guild, now), now });
  });
}

/**
 * The same for one change. A UserError that `work` returns is thrown once what it wrote is
 * committed. @throws UserError
 */
export async function decide<Result>(
  engine: Engine,
  { guildId, number }: Pick<Change, 'guildId' | 'number'>,
  work: (deciding: Deciding) => Promise<Result | UserError>,
): Promise<Result> {
  const result = await inGuild(engine, guildId, async (moment) => {
    const change = await findChange(moment.tx, guildId, number);
    return change === null ? noSuchChange() : work({ ...moment, change });
  });
  if (result instanceof UserError) throw result;
  return result;
}

/** Enters the attempt in the trail. Returns the refusal, for `decide` to throw. */
export async function refuse(
  { change, ...moment }: Deciding,
  { id }: Member,
  { attempt, refusal }: { readonly attempt: string; readonly refusal: UserError },
): Promise<UserError> {
  const reason = refusal.title;
  const words = reason.charAt(0).toLowerCase() + reason.slice(1);
  await recordChangeStep(moment, change, {
    name: 'refused',
    actor: id,
    line: `⛔ **#${change.number}** <@${id}> couldn’t ${attempt}: ${words}`,
    details: { attempt, reason },
  });
  return refusal;
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
