import { moment } from '../cards/kit/times.js';
import { HOUR, MINUTE, type Clock } from '../clock.js';
import { localDate } from '../days.js';
import type { Reply } from '../discord/reply.js';
import { guildIn, inGuild, type InGuild } from '../guilds/transaction.js';
import { post, type OutboxHooks, type PostRow } from '../jobs/outbox.js';
import { PoolError } from '../pool/pool-error.js';
import type { Tx } from '../store/store.js';
import { collect, type Collected, type PostingParts } from './collect.js';
import { newestDue, nextDue } from './due-times.js';
import { postReply } from './post-card.js';
import { placeLine, schedules, type Schedule } from './schedule.js';
import { keepSnapshot } from './snapshots.js';

/** A post that is made later than this says so. */
const LATE_AFTER_MS = 10 * MINUTE;
/** A post that comes later than this is not made. */
const MAX_LATENESS_MS = 6 * HOUR;
const AGAIN_AFTER_MS = 5 * MINUTE;
/** How long a post waits for a pool that gives nothing at all. */
const PATIENCE_MS = HOUR;
const AT_ONCE = 4;

/** Makes the posts that are due; one that fails does not stop the others. */
export async function makeDuePosts(parts: PostingParts): Promise<void> {
  const { store, clock, log } = parts;
  const now = clock.now();
  const makeOne = async (schedule: Schedule) => {
    try {
      await make(parts, schedule, now);
    } catch (error) {
      const { guildId: guild, id } = schedule;
      log.error({ err: error, guild, schedule: id }, 'a daily post was not made');
      await moveDue(parts, schedule, now + AGAIN_AFTER_MS);
    }
  };
  // Each post that was made is due another day.
  let due: readonly Schedule[];
  do {
    due = await schedules.due(store.db, now, AT_ONCE);
    await Promise.all(due.map(makeOne));
  } while (due.length === AT_ONCE);
}

async function make(parts: PostingParts, schedule: Schedule, now: number): Promise<void> {
  const { log } = parts;
  const { guildId: guild, id, channel } = schedule;
  const { date, dueAt } = newestDue(schedule, now);
  const next = nextDue(schedule, now).dueAt;
  const lateness = now - dueAt;
  if (lateness > MAX_LATENESS_MS) {
    log.warn({ guild, schedule: id, date }, 'a daily post was missed');
    await moveDue(parts, schedule, next);
    return;
  }
  const isLate = lateness > LATE_AFTER_MS;
  const collected = await collect(parts, schedule, { date, now, isLate });
  if (isPoolSilent(collected) && lateness < PATIENCE_MS) {
    await moveDue(parts, schedule, now + AGAIN_AFTER_MS);
    return;
  }
  const reply = await postReply(collected);
  await inGuild(parts, guild, async (inside) => {
    const { tx } = inside;
    const present = await schedules.find(tx, schedule);
    // Another process or an admin may have been faster.
    if (present?.dueAt !== schedule.dueAt) return;
    await schedules.save(tx, { ...present, dueAt: next, made: date });
    await keepFigures(tx, collected);
    if (present.made === date) return;
    const lasts = MAX_LATENESS_MS - lateness;
    await post({ ...inside, now }, { key: postKey(schedule, date), channel, reply, lasts });
  });
}

/** Unless it was removed or handled meanwhile. */
async function moveDue(parts: PostingParts, schedule: Schedule, dueAt: number): Promise<void> {
  await inGuild(parts, schedule.guildId, async ({ tx }) => {
    const present = await schedules.find(tx, schedule);
    if (present?.dueAt === schedule.dueAt) await schedules.save(tx, { ...present, dueAt });
  });
}

/** A post as it would be now; nothing of it is kept. @throws UserError while no key is connected */
export async function previewOf(
  parts: PostingParts,
  schedule: Parameters<typeof collect>[1],
): Promise<Reply> {
  const now = parts.clock.now();
  const date = localDate(now, schedule.timeZone);
  return postReply(await collect(parts, schedule, { date, now, isLate: false }));
}

/** Whether nothing at all could be read, and waiting may help. */
function isPoolSilent({ currencies }: Collected): boolean {
  return currencies.every(({ summary }) => summary instanceof PoolError && summary.mayPass);
}

async function keepFigures(tx: Tx, { guild, currencies, place, date }: Collected): Promise<void> {
  const of = { guildId: guild.id, scope: place.scope, date };
  for (const { currency, summary } of currencies)
    if (!(summary instanceof PoolError)) await keepSnapshot(tx, { ...of, currency, ...summary });
}

export function postKey({ guildId, id }: Schedule, date: string): string {
  return `daily:${guildId}:${id}:${date}`;
}

/** Notes what happens to posts, in the outbox's transactions. */
export function postHooks({ now }: Pick<Clock, 'now'>): OutboxHooks {
  return {
    async posted({ tx }, posted) {
      const schedule = await scheduleOf(tx, posted);
      if (schedule) await schedules.save(tx, { ...schedule, refused: null, postedAt: now() });
    },
    refused: (taking, row, { sentence }) => noteRefusal(guildIn(taking, now()), row, sentence),
    async givenUp(taking, row, refusal) {
      if (refusal) await noteRefusal(guildIn(taking, now()), row, refusal.sentence);
    },
  };
}

/** The audit channel is told of the first refusal. */
async function noteRefusal(guild: InGuild, row: PostRow, why: string): Promise<void> {
  const { tx, guildId, now, settings } = guild;
  const schedule = await scheduleOf(tx, row);
  if (!schedule) return;
  await schedules.save(tx, {
    ...schedule,
    refused: { since: schedule.refused?.since ?? now, why },
  });
  const { auditChannel: channel } = settings;
  if (schedule.refused || channel === null) return;
  const key = `daily-trouble:${guildId}:${schedule.id}:${now}`;
  const content = `⚠️ Refused since ${moment(now, 'R')}: daily post ${placeLine(schedule)}: ${why}`;
  await post(guild, { key, channel, reply: { content } });
}

/** The key is `daily:<guild>:<schedule>:<date>`. */
function scheduleOf(tx: Tx, { guild, key }: PostRow): Promise<Schedule | null> {
  return schedules.find(tx, { guildId: guild, id: key.split(':')[2] ?? '' });
}
