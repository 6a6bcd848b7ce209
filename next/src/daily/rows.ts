import { randomInt } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import type { DailyTable, Tables } from '../store/schema.js';
import type { Tx } from '../store/store.js';
import type { Schedule } from './schedule.js';

export interface ScheduleRow extends Selectable<DailyTable> {
  readonly schedule: Schedule;
}

/** By time of day. */
export async function scheduleRows(db: Kysely<Tables>, guild: string): Promise<ScheduleRow[]> {
  const rows = await db.selectFrom('daily').selectAll().where('guild', '=', guild).execute();
  return rows
    .map(withSchedule)
    .toSorted((one, other) => one.schedule.time.localeCompare(other.schedule.time));
}

export async function findSchedule(
  db: Kysely<Tables>,
  guild: string,
  id: string,
): Promise<ScheduleRow | null> {
  const row = await db
    .selectFrom('daily')
    .selectAll()
    .where('guild', '=', guild)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? withSchedule(row) : null;
}

/** Of all servers. */
export async function dueSchedules(
  db: Kysely<Tables>,
  { now, limit }: { readonly now: number; readonly limit: number },
): Promise<ScheduleRow[]> {
  const rows = await db
    .selectFrom('daily')
    .selectAll()
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(limit)
    .execute();
  return rows.map(withSchedule);
}

export async function saveSchedule(
  tx: Tx,
  schedule: Schedule,
  dueAt: number | null,
): Promise<ScheduleRow> {
  const { guildId: guild, id } = schedule;
  const news = { due_at: dueAt, data: JSON.stringify(schedule) };
  await tx
    .insertInto('daily')
    .values({ guild, id, ...news })
    .onConflict((on) => on.columns(['guild', 'id']).doUpdateSet(news))
    .execute();
  return { guild, id, ...news, schedule };
}

/** A post that its channel refused is tried at once, in the schedule's present channel. */
export async function retryWaiting(tx: Tx, schedule: Schedule, now: number): Promise<void> {
  await tx
    .updateTable('outbox')
    .set({ channel: schedule.channel, due_at: now })
    .where('key', 'like', `${postKey(schedule, '')}%`)
    .execute();
}

/** With a post that waits. */
export async function removeSchedule(tx: Tx, schedule: Schedule): Promise<void> {
  const { guildId: guild, id } = schedule;
  await tx.deleteFrom('daily').where('guild', '=', guild).where('id', '=', id).execute();
  await tx
    .deleteFrom('outbox')
    .where('key', 'like', `${postKey(schedule, '')}%`)
    .execute();
}

/** Of the outbox. */
export function postKey({ guildId, id }: Pick<Schedule, 'guildId' | 'id'>, date: string): string {
  return `daily:${guildId}:${id}:${date}`;
}

/** False if the schedule was changed or taken on meanwhile. */
export async function moveDue(
  tx: Tx | Kysely<Tables>,
  { guild, id, due_at, data }: ScheduleRow,
  dueAt: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('daily')
    .set({ due_at: dueAt })
    .where('guild', '=', guild)
    .where('id', '=', id)
    .where('due_at', '=', due_at)
    .where('data', '=', data)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The newest date of which a post was made or given up. */
export async function lastPost(
  db: Kysely<Tables>,
  { guildId, id }: Pick<Schedule, 'guildId' | 'id'>,
  state?: 'posted',
): Promise<{ readonly date: string; readonly at: number } | null> {
  let query = db
    .selectFrom('daily_post')
    .select(['date', 'at'])
    .where('guild', '=', guildId)
    .where('schedule', '=', id);
  if (state !== undefined) query = query.where('state', '=', state);
  return (await query.orderBy('date', 'desc').limit(1).executeTakeFirst()) ?? null;
}

const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

export function newId(): string {
  return Array.from({ length: 5 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}

function withSchedule(row: Selectable<DailyTable>): ScheduleRow {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `saveSchedule` alone
  return { ...row, schedule: JSON.parse(row.data) as Schedule };
}
