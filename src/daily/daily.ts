import type { Alert } from '../alerts/alert.js';
import type { OpenWork } from '../cards/pool-health.js';
import type { Changes } from '../changes/changes.js';
import type { Caller } from '../discord/command.js';
import { UserError } from '../errors.js';
import { inGuild, record, type InGuild } from '../guilds/transaction.js';
import type { Outbox } from '../jobs/outbox.js';
import { localDate } from '../days.js';
import { newId } from '../text.js';
import { nextDue } from './due-times.js';
import type { PostingParts } from './collect.js';
import { makeDuePosts, postHooks, postKey, previewOf } from './due-posts.js';
import {
  placeLine,
  readSchedules,
  schedules,
  usualDraft,
  type Asking,
  type Schedule,
  type ScheduleDraft,
} from './schedule.js';
import { snapshotRecords, snapshotsBefore, type Covered } from './snapshots.js';

const MAX_SCHEDULES = 5;

type Admin = Pick<Caller, 'guildId' | 'member'>;

interface DailyParts extends Omit<PostingParts, 'openWork'> {
  readonly outbox: Pick<Outbox, 'handle'>;
  readonly changes: Pick<Changes, 'list'>;
  readonly openAlerts: (guildId: string) => Promise<readonly Pick<Alert, 'condition'>[]>;
}

export type Daily = ReturnType<typeof createDaily>;

/** Daily, weekly and monthly posts, and the figures that are kept with them. */
export function createDaily({ outbox, changes, openAlerts, ...parts }: DailyParts) {
  const { store, clock, guilds } = parts;
  outbox.handle('daily', postHooks(clock));

  const openWork = (guildId: string) =>
    store.kept(guildId, 'open work', async (): Promise<OpenWork> => {
      const [open, row, alerts] = await Promise.all([
        changes.list(guildId, { isOpen: true }),
        guilds.find(guildId),
        openAlerts(guildId),
      ]);
      return {
        alerts: alerts.length,
        changedAtPool: alerts.filter(({ condition }) => condition === 'changed-elsewhere').length,
        changes: open.length,
        unknown: open.filter(({ state }) => state === 'unknown').length,
        isFrozen: row.frozen !== null,
      };
    });

  const posting: PostingParts = { ...parts, openWork };

  /** `did`: "set a daily post" */
  async function recordChange(
    guild: InGuild,
    schedule: Schedule,
    { by: { member }, did }: { readonly by: Admin; readonly did: string },
  ): Promise<void> {
    const line = `⚙️ <@${member.id}> ${did}: ${placeLine(schedule)}`;
    await record(guild, { actor: member.id, step: 'daily', details: { did, schedule } }, line);
  }

  const list = (guildId: string) => readSchedules(store.db, guildId);

  /** The one with the typed id, or the only one. @throws UserError */
  async function chosen({ guildId }: Pick<Caller, 'guildId'>, typed?: string): Promise<Schedule> {
    const all = await list(guildId);
    if (typed !== undefined) {
      const found = all.find(({ id }) => id === typed.toLowerCase());
      if (found === undefined) throw noSuchPost();
      return found;
    }
    const [only, ...others] = all;
    if (only === undefined) throw new UserError('No daily posts', '`/daily set` sets one.');
    if (others.length > 0)
      throw new UserError('Which daily post?', 'Give its id as `schedule`: `/daily show` has it.');
    return only;
  }

  return {
    list,
    chosen,

    /** A new post, or with an `id` a changed one. @throws UserError */
    save: (by: Admin, draft: ScheduleDraft, id: string | null): Promise<Schedule> =>
      inGuild(parts, by.guildId, async (guild) => {
        const { tx, guildId, now } = guild;
        const all = await readSchedules(tx, guildId);
        const before = all.find((schedule) => schedule.id === id);
        if (id !== null && !before) throw noSuchPost();
        if (!before && all.length >= MAX_SCHEDULES)
          throw new UserError(
            'Too many daily posts',
            'Five is the limit: `/daily off` removes one.',
          );
        const { made = null, postedAt = null } = before ?? {};
        const { dueAt } = nextDue(draft, now, made ?? undefined);
        const own = { guildId, id: id ?? newId(), setBy: by.member.id };
        const schedule = { ...draft, ...own, dueAt, made, postedAt, refused: null };
        await schedules.save(tx, schedule);
        // A post that its channel refused is tried at once, in the present channel.
        const { channel } = schedule;
        const waiting = tx.updateTable('outbox').set({ channel, due_at: now });
        await waiting.where('key', 'like', postKey(schedule, '%')).execute();
        const did = before ? 'changed a daily post' : 'set a daily post';
        await recordChange(guild, schedule, { by, did });
        return schedule;
      }),

    /** Removes it with its waiting posts; figures stay. @throws UserError */
    remove: (by: Admin, id: string): Promise<Schedule> =>
      inGuild(parts, by.guildId, async (guild) => {
        const { tx, guildId } = guild;
        const removed = await schedules.find(tx, { guildId, id });
        if (!removed) throw noSuchPost();
        await schedules.remove(tx, removed);
        await tx.deleteFrom('outbox').where('key', 'like', postKey(removed, '%')).execute();
        await recordChange(guild, removed, { by, did: 'removed a daily post' });
        return removed;
      }),

    /** The chosen post as it would be now; the usual one where none is set. @throws UserError */
    async preview(asking: Asking, typed?: string) {
      const { guildId } = asking;
      const isUsual = typed === undefined && (await list(guildId)).length === 0;
      const schedule = isUsual ? { ...usualDraft(asking), guildId } : await chosen(asking, typed);
      return { channel: schedule.channel, reply: await previewOf(posting, schedule) };
    },

    records: (guildId: string) => snapshotRecords(store, guildId),

    /** The kept days before today, newest first. */
    async earlier(guildId: string, covered: Covered) {
      const guild = await guilds.find(guildId);
      const today = localDate(clock.now(), guild.settings.timeZone);
      return { today, days: await snapshotsBefore(store, guild, { ...covered, date: today }) };
    },

    openWork,

    /** Makes the posts that are due; for the leader, every few seconds. */
    tick: () => makeDuePosts(posting),
  };
}

function noSuchPost(): UserError {
  return new UserError('No such daily post', '`/daily show` lists them with their ids.');
}
