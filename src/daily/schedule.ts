import type { Kysely, Selectable } from 'kysely';
import type { PoolCurrency } from '../guilds/settings.js';
import type { Tables } from '../store/schema.js';
import type { Tx } from '../store/store.js';

/** In the order a post shows them. */
export const SECTIONS = [
  'figures',
  'revenue',
  'chart',
  'miners',
  'payments',
  'derivatives',
] as const;
export type Section = (typeof SECTIONS)[number];
export const USUAL_SECTIONS: readonly Section[] = SECTIONS.slice(0, 5);

export const PERIODS = ['day', 'week', 'month'] as const;
export type Every = (typeof PERIODS)[number];

/** A daily, weekly or monthly post that an admin asked for. */
export interface Schedule {
  readonly guildId: string;
  /** Five letters or digits that people can type. */
  readonly id: string;
  readonly channel: string;
  /** Local, `HH:MM`. */
  readonly time: string;
  readonly timeZone: string;
  readonly every: Every;
  readonly currencies: readonly PoolCurrency[];
  readonly sections: readonly Section[];
  /** User id. */
  readonly setBy: string;
  /** When its next post is made (ms). */
  readonly dueAt: number;
  /** Its last post: the local date, and when it came (ms). */
  readonly last: { readonly date: string; readonly at: number } | null;
  /** Since when (ms) the channel has refused every post: "Pitboss lacks Embed Links". */
  readonly refused: { readonly since: number; readonly why: string } | null;
}

const WHEN: Readonly<Record<Every, string>> = {
  day: '',
  week: 'Mondays ',
  month: '1st of the month ',
};

/** `Mondays 08:00 UTC` */
export function scheduleTime({ every, time, timeZone }: Schedule): string {
  return `${WHEN[every]}${time} ${timeZone}`;
}

/** By time of day. */
export async function readSchedules(db: Kysely<Tables>, guild: string): Promise<Schedule[]> {
  const rows = await db.selectFrom('daily').selectAll().where('guild', '=', guild).execute();
  return rows.map(parse).toSorted((one, other) => one.time.localeCompare(other.time));
}

/** Due schedules of all servers. */
export async function dueSchedules(db: Kysely<Tables>, now: number, limit: number) {
  const due = db.selectFrom('daily').selectAll().where('due_at', '<=', now);
  return (await due.orderBy('due_at').limit(limit).execute()).map(parse);
}

export async function saveSchedule(tx: Tx, schedule: Schedule): Promise<void> {
  const { guildId: guild, id, dueAt } = schedule;
  const news = { due_at: dueAt, data: JSON.stringify(schedule) };
  await tx
    .insertInto('daily')
    .values({ guild, id, ...news })
    .onConflict((on) => on.columns(['guild', 'id']).doUpdateSet(news))
    .execute();
}

/** False if it was removed or handled meanwhile. */
export async function moveDue(
  db: Kysely<Tables>,
  { guildId, id, dueAt }: Schedule,
  next: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('daily')
    .set({ due_at: next })
    .where('guild', '=', guildId)
    .where('id', '=', id)
    .where('due_at', '=', dueAt)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

function parse({ data, due_at }: Selectable<Tables['daily']>): Schedule {
  const schedule: Schedule = JSON.parse(data);
  return { ...schedule, dueAt: due_at };
}
