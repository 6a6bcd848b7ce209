import type { Logger } from 'pino';
import type { OpenWork } from '../cards/pool-state.js';
import type { Clock } from '../clock.js';
import type { Reply } from '../discord/reply.js';
import type { Guilds } from '../guilds/guilds.js';
import { enqueue, type OutboxPost } from '../jobs/outbox.js';
import { PoolError } from '../pool/pool-error.js';
import type { Store, Tx } from '../store/store.js';
import { collect, isPoolSilent, type Collected, type Moment } from './collect.js';
import { postReply } from './compose.js';
import { hasPost, MAX_LATENESS_MS, newestDue, nextDue, type Occurrence } from './due-times.js';
import { dueSchedules, moveDue, postKey, type ScheduleRow } from './rows.js';
import type { Schedule } from './schedule.js';
import { keepSnapshot, pruneDays, seriesOf, snapshotsBefore, type Snapshot } from './snapshots.js';

const MINUTE = 60_000;
/** A post that is made later than this says so. */
const LATE_AFTER_MS = 10 * MINUTE;
const AGAIN_AFTER_MS = 5 * MINUTE;
/** For so long a post waits for a pool that gives nothing at all. */
const PATIENCE_MS = 60 * MINUTE;
const AT_ONCE = 8;

export interface PostingParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly guilds: Guilds;
  readonly log: Logger;
  openWork(guildId: string): Promise<OpenWork>;
}

/** Makes the posts that are due; one that fails keeps no other from being made. */
export async function makeDuePosts(parts: PostingParts): Promise<void> {
  const { store, clock, log } = parts;
  const now = clock.now();
  const rows = await dueSchedules(store.db, { now, limit: AT_ONCE });
  const making = rows.map(async (row) => {
    try {
      await takeOn(parts, row, now);
    } catch (error) {
      log.error({ err: error, guild: row.guild, schedule: row.id }, 'a daily post was not made');
      await moveDue(store.db, row, now + AGAIN_AFTER_MS);
    }
  });
  await Promise.all(making);
}

async function takeOn(parts: PostingParts, row: ScheduleRow, now: number): Promise<void> {
  const { store, guilds, log } = parts;
  const { schedule } = row;
  const due = newestDue(schedule, now);
  const lateness = now - due.dueAt;
  const isPost = hasPost(schedule, due.date);
  const next = nextDue(schedule, now).dueAt;
  if (lateness > MAX_LATENESS_MS) {
    log.warn({ guild: row.guild, schedule: row.id, date: due.date }, 'a daily post was missed');
    await moveDue(store.db, row, next);
    return;
  }
  // On other days than a post's only the figures are kept.
  const wanted = isPost ? schedule : { ...schedule, sections: [] };
  const collected = await collect(guilds, wanted, { date: due.date, now });
  if (isPoolSilent(collected) && lateness < PATIENCE_MS) {
    await moveDue(store.db, row, now + AGAIN_AFTER_MS);
    return;
  }
  const made = { schedule, collected, date: due.date, now, isLate: lateness > LATE_AFTER_MS };
  const reply = isPost ? await compose(parts, made) : null;
  await store.inGuild(row.guild, async (tx) => {
    // Another process or an admin may have been faster.
    if (!(await moveDue(tx, row, next))) return;
    await keepFigures(tx, collected, due.date);
    if (reply && (await enterDate(tx, schedule, { date: due.date, at: now })))
      await enqueue(tx, outboxPost(schedule, due, reply));
  });
}

/** A post as it would be now, of which nothing is kept. @throws UserError while no key is connected */
export async function previewOf(parts: PostingParts, schedule: Schedule, moment: Moment) {
  const collected = await collect(parts.guilds, schedule, moment);
  return compose(parts, { schedule, collected, isLate: false, ...moment });
}

interface Made extends Moment {
  readonly schedule: Schedule;
  readonly collected: Collected;
  readonly isLate: boolean;
}

async function compose(parts: PostingParts, made: Made): Promise<Reply> {
  const { guild, currencies, scope } = made.collected;
  const kept = new Map<string, readonly Snapshot[]>();
  for (const { currency, summary } of currencies) {
    if (summary instanceof PoolError) continue;
    const series = seriesOf(currency, scope, summary.refused);
    const since = guild.key?.connectedAt ?? 0;
    const wanted = { series, date: made.date, since };
    kept.set(currency, await snapshotsBefore(parts.store.db, guild.id, wanted));
  }
  return postReply({ ...made, kept, open: await parts.openWork(guild.id) });
}

/** False if the date has its post already. */
async function enterDate(
  tx: Tx,
  { guildId: guild, id: schedule }: Schedule,
  { date, at }: { readonly date: string; readonly at: number },
): Promise<boolean> {
  const entered = await tx
    .insertInto('daily_post')
    .values({ guild, schedule, date, at, state: 'posting' })
    .onConflict((on) => on.doNothing())
    .returning('date')
    .executeTakeFirst();
  return entered !== undefined;
}

async function keepFigures(tx: Tx, { guild, currencies, scope }: Collected, date: string) {
  for (const { currency, summary: read } of currencies) {
    if (read instanceof PoolError) continue;
    await keepSnapshot(tx, guild.id, {
      series: seriesOf(currency, scope, read.refused),
      date,
      read,
    });
  }
  await pruneDays(tx, guild.id, date);
}

function outboxPost(schedule: Schedule, { date, dueAt }: Occurrence, reply: Reply): OutboxPost {
  const { guildId: guild, channel } = schedule;
  const endsAt = dueAt + MAX_LATENESS_MS;
  return {
    key: postKey(schedule, date),
    guild,
    channel,
    body: { kind: 'post', reply },
    dueAt,
    endsAt,
  };
}
