import { postableDetail, type MissingPermissions } from '../kit/channel-permissions.js';
import type { Diagnostic } from './diagnostics.js';
import type { ScheduleStatus } from '../daily/daily-schedules.js';
import { escapeMarkdown } from '../kit/text.js';
import { timestamp } from '../kit/times.js';

/** Findings about daily posts. */

export const noDailyPost: Diagnostic = {
  what: 'Daily post',
  state: 'skipped',
  detail: 'none is set; `/daily set` sets one',
};

export function dailyFinding(
  { schedule, status }: ScheduleStatus,
  channel: MissingPermissions,
): Diagnostic {
  const { lastPost, lastError, failingSince, offSince } = status.state;
  const isNewest = lastError !== undefined && lastError.at > (lastPost?.at ?? 0);
  const isWell = offSince === undefined && failingSince === undefined && channel?.length === 0;
  const parts = [
    `in <#${schedule.channelId}>`,
    lastPost === undefined
      ? 'no post yet'
      : `last ${timestamp(lastPost.at)}${lastPost.late ? ' (late)' : ''}`,
    offSince === undefined
      ? `next ${timestamp(status.next.dueAt)}`
      : `**switched off** ${timestamp(offSince, 'R')}; \`/daily set schedule:${schedule.id}\` switches it on again`,
    channel?.length === 0 ? null : postableDetail(channel),
    lastError === undefined ? null : `last error ${timestamp(lastError.at)}: ${lastError.said}`,
  ];
  return {
    what: `Daily post ${schedule.time} ${escapeMarkdown(schedule.timeZone, 40)}`,
    state: isWell && !isNewest ? 'ok' : 'failed',
    detail: parts.filter((part) => part !== null).join(' · '),
  };
}
