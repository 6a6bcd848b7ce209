import type { Finding } from './checkup.js';
import type { ScheduleStatus } from './daily-schedules.js';
import { listing, plain } from './text.js';
import { at } from './times.js';

/** What the doctor says of the daily posts. */

export const noDailyPost: Finding = {
  what: 'Daily post',
  state: 'skipped',
  detail: 'none is set; `/daily set` sets one',
};

/**
 * `channel` is what the bot lacks where it is to post: `gone` where there is no channel any more,
 * null where Discord could not be asked.
 */
export function dailyFinding(
  { schedule, status }: ScheduleStatus,
  channel: readonly string[] | 'gone' | null,
): Finding {
  const { lastPost, lastError, failingSince, offSince } = status.ledger;
  const isNewest = lastError !== undefined && lastError.at > (lastPost?.at ?? 0);
  const isWell = offSince === undefined && failingSince === undefined && channel?.length === 0;
  const parts = [
    `in <#${schedule.channelId}>`,
    `last ${lastPost === undefined ? 'none yet' : `${at(lastPost.at)}${lastPost.late ? ' (late)' : ''}`}`,
    offSince === undefined
      ? `next ${at(status.next.dueAt)}`
      : `**switched off** ${at(offSince, 'R')}; \`/daily set schedule:${schedule.id}\` switches it on again`,
    channelPart(channel),
    lastError === undefined ? null : `last error ${at(lastError.at)}: ${lastError.said}`,
  ];
  return {
    what: `Daily post ${schedule.time} ${plain(schedule.timeZone, 40)}`,
    state: isWell && !isNewest ? 'ok' : 'failed',
    detail: parts.filter((part) => part !== null).join(' · '),
  };
}

function channelPart(channel: readonly string[] | 'gone' | null): string | null {
  if (channel === null) return 'what the bot may do there could not be read from Discord';
  if (channel === 'gone') return 'the channel does not exist any more, or is hidden from the bot';
  return channel.length === 0 ? null : `there the bot lacks ${listing(channel)}`;
}
