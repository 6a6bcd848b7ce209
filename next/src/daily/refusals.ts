import type { Clock } from '../clock.js';
import { readGuildRow } from '../guilds/guild-row.js';
import { enqueue, type OutboxHooks, type PostRow } from '../jobs/outbox.js';
import type { Tx } from '../store/store.js';
import { findSchedule, saveSchedule } from './rows.js';
import type { Schedule } from './schedule.js';
import { troubleNotice } from './schedule-cards.js';

const DAY = 86_400_000;
/** A channel that has refused for this long gets no more posts. */
const OFF_AFTER_MS = 5 * DAY;

/** What becomes of posts, noted in the outbox's transactions. */
export function postHooks({ now }: Pick<Clock, 'now'>): OutboxHooks {
  return {
    async posted(tx, post) {
      const { id, date } = idsIn(post);
      await tx
        .updateTable('daily_post')
        .set({ state: 'posted', at: now() })
        .where('guild', '=', post.guild)
        .where('schedule', '=', id)
        .where('date', '=', date)
        .execute();
      const found = await findSchedule(tx, post.guild, id);
      if (found?.schedule.refused)
        await saveSchedule(tx, { ...found.schedule, refused: null }, found.due_at);
    },
    refused: (tx, post, { sentence: why }) => noteRefusal(tx, post, { why, now: now() }),
    async givenUp(tx, post, refusal) {
      if (refusal) await noteRefusal(tx, post, { why: refusal.sentence, now: now() });
    },
  };
}

/** The audit channel is told of the first refusal, and when the schedule is switched off. */
async function noteRefusal(
  tx: Tx,
  post: PostRow,
  { why, now }: { readonly why: string; readonly now: number },
): Promise<void> {
  const { guild } = post;
  const found = await findSchedule(tx, guild, idsIn(post).id);
  if (found === null || found.schedule.offSince !== null) return;
  const { refused } = found.schedule;
  const since = refused?.since ?? now;
  const isOff = now - since >= OFF_AFTER_MS;
  const schedule: Schedule = {
    ...found.schedule,
    refused: { since, why },
    offSince: isOff ? now : null,
  };
  await saveSchedule(tx, schedule, isOff ? null : found.due_at);
  if (refused !== null && !isOff) return;
  const { auditChannel: channel } = (await readGuildRow(tx, guild, now)).settings;
  if (channel === null) return;
  await enqueue(tx, {
    key: `daily-trouble:${guild}:${schedule.id}:${isOff ? 'off' : 'refused'}:${now}`,
    guild,
    channel,
    body: { kind: 'post', reply: { content: troubleNotice(schedule) } },
    dueAt: now,
    endsAt: now + DAY,
  });
}

/** Of `daily:<guild>:<schedule>:<date>`. */
function idsIn({ key }: PostRow): { readonly id: string; readonly date: string } {
  const [, , id = '', date = ''] = key.split(':');
  return { id, date };
}
