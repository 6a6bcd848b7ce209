import type { OpenWork } from '../cards/pool-state.js';
import type { Changes } from '../changes/changes.js';
import type { Member } from '../discord/command.js';
import type { Reply } from '../discord/reply.js';
import { UserError } from '../errors.js';
import type { Alert } from '../alerts/alert.js';
import { recordStep } from '../guilds/audit-lines.js';
import { readGuildRow } from '../guilds/guild-row.js';
import type { Outbox } from '../jobs/outbox.js';
import type { Scope } from '../pool/pool.js';
import type { Tx } from '../store/store.js';
import { localDate, newestDue, nextDue, nextPost } from './due-times.js';
import { makeDuePosts, previewOf, type PostingParts } from './posting.js';
import { postHooks } from './refusals.js';
import {
  lastPost,
  newId,
  removeSchedule,
  retryWaiting,
  saveSchedule,
  scheduleRows,
  type ScheduleRow,
} from './rows.js';
import { MAX_SCHEDULES, type Schedule } from './schedule.js';
import { placeLine, type ScheduleStand } from './schedule-cards.js';
import { seriesOf, snapshotRecords, snapshotsBefore, type Snapshot } from './snapshots.js';

/** Daily, weekly and monthly posts, and the figures that are kept with them. */
export interface Daily {
  /** By time of day. */
  list(guildId: string): Promise<readonly ScheduleStand[]>;
  /** A new one, or with an `id` another form of that one, which is then on again. @throws UserError */
  save(by: Admin, draft: ScheduleDraft, id: string | null): Promise<ScheduleStand>;
  /** Its figures stay. Returns those that were there. */
  remove(by: Admin, ids: readonly string[]): Promise<readonly Schedule[]>;
  /** The post as it would be now. @throws UserError while no key is connected */
  preview(schedule: Schedule): Promise<Reply>;
  /** Kept figures, a record a day, oldest first. */
  records(guildId: string): Promise<readonly { readonly date: string }[]>;
  /** The kept days before today. */
  earlier(guildId: string, of: FiguresOf): Promise<EarlierDays>;
  /** What waits for somebody. */
  openWork(guildId: string): Promise<OpenWork>;
  /** Makes what is due; for the leader, every few seconds. */
  tick(): Promise<void>;
}

export type ScheduleDraft = Pick<
  Schedule,
  'channel' | 'time' | 'timeZone' | 'every' | 'currencies' | 'sections'
>;

interface Admin {
  readonly guildId: string;
  readonly member: Member;
}

export interface FiguresOf {
  readonly currency: string;
  readonly scope: Scope | undefined;
  readonly refused: readonly string[];
}

export interface EarlierDays {
  /** In the server's time zone. */
  readonly today: string;
  /** Newest first. */
  readonly days: readonly Snapshot[];
}

interface DailyParts extends Omit<PostingParts, 'openWork'> {
  readonly outbox: Pick<Outbox, 'handle'>;
  readonly changes: Pick<Changes, 'list' | 'row'>;
  readonly openAlerts: (guildId: string) => Promise<readonly Pick<Alert, 'event'>[]>;
}

export function createDaily({ outbox, changes, openAlerts, ...parts }: DailyParts): Daily {
  const { store, clock, guilds } = parts;
  const posting: PostingParts = { ...parts, openWork };
  outbox.handle('daily', postHooks(clock));

  async function openWork(guildId: string): Promise<OpenWork> {
    const [open, row, alerts] = await Promise.all([
      changes.list(guildId, { isOpen: true }),
      changes.row(guildId),
      openAlerts(guildId),
    ]);
    return {
      alerts: alerts.length,
      changedAtPool: alerts.filter(({ event }) => event?.kind === 'elsewhere').length,
      changes: open.length,
      unknown: open.filter(({ state }) => state === 'unknown').length,
      isFrozen: row.frozen !== null,
    };
  }

  async function standOf(row: ScheduleRow, tx?: Tx): Promise<ScheduleStand> {
    const { schedule, due_at: dueAt } = row;
    const last = await lastPost(tx ?? store.db, schedule, 'posted');
    const next =
      dueAt && nextPost(schedule, { date: newestDue(schedule, dueAt).date, dueAt }).dueAt;
    return { schedule, lastAt: last?.at ?? null, nextAt: next };
  }

  /** `did`: "set a daily post" */
  async function record(tx: Tx, { did, of }: { did: string; of: Schedule }, { member }: Admin) {
    const act = { guild: of.guildId, at: clock.now(), actor: member.id };
    const { auditChannel } = (await readGuildRow(tx, act.guild, act.at)).settings;
    const step = { ...act, step: 'daily', details: { did, schedule: of } };
    await recordStep(tx, step, [[auditChannel, `⚙️ <@${member.id}> ${did}: ${placeLine(of)}`]]);
  }

  /** At the same time a post that waits keeps its place; at another one, a date has one post still. */
  async function dueOf(tx: Tx, schedule: Schedule, before: ScheduleRow | undefined) {
    const isSameTime =
      before?.schedule.time === schedule.time && before.schedule.timeZone === schedule.timeZone;
    if (isSameTime && before.due_at !== null) return before.due_at;
    const last = await lastPost(tx, schedule);
    return nextDue(schedule, clock.now(), last?.date).dueAt;
  }

  return {
    list: async (guildId) =>
      Promise.all((await scheduleRows(store.db, guildId)).map((row) => standOf(row))),

    save: (by, draft, id) =>
      store.inGuild(by.guildId, async (tx) => {
        const { guildId, member } = by;
        const all = await scheduleRows(tx, guildId);
        const before = all.find((row) => row.id === id);
        if (id !== null && !before) throw noSuchPost();
        if (!before && all.length >= MAX_SCHEDULES) throw tooMany();
        const isOn = { refused: null, offSince: null };
        const schedule = { ...draft, ...isOn, guildId, id: id ?? newId(), setBy: member.id };
        const dueAt = await dueOf(tx, schedule, before);
        const row = await saveSchedule(tx, schedule, dueAt);
        await retryWaiting(tx, schedule, clock.now());
        const did = before ? 'changed a daily post' : 'set a daily post';
        await record(tx, { did, of: schedule }, by);
        return standOf(row, tx);
      }),

    remove: (by, ids) =>
      store.inGuild(by.guildId, async (tx) => {
        const { guildId } = by;
        const all = (await scheduleRows(tx, guildId)).map(({ schedule }) => schedule);
        const removed = all.filter(({ id }) => ids.includes(id));
        for (const schedule of removed) {
          await removeSchedule(tx, schedule);
          await record(tx, { did: 'removed a daily post', of: schedule }, by);
        }
        return removed;
      }),

    preview(schedule) {
      const now = clock.now();
      return previewOf(posting, schedule, { date: localDate(now, schedule.timeZone), now });
    },

    records: (guildId) => snapshotRecords(store.db, guildId),

    async earlier(guildId, { currency, scope, refused }) {
      const { settings, key } = await guilds.find(guildId);
      const today = localDate(clock.now(), settings.timeZone);
      const series = seriesOf(currency, scope, refused);
      const wanted = { series, date: today, since: key?.connectedAt ?? 0 };
      return { today, days: await snapshotsBefore(store.db, guildId, wanted) };
    },

    openWork,
    tick: () => makeDuePosts(posting),
  };
}

export function noSuchPost(): UserError {
  return new UserError('No such daily post', '`/daily show` lists them with their ids.');
}

function tooMany(): UserError {
  const sentence = `${MAX_SCHEDULES} are the most: \`/daily off\` removes one.`;
  return new UserError('Too many daily posts', sentence);
}
