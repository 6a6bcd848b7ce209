import type { Reply } from '../../domain/messages/reply.js';
import type { Schedule } from '../../domain/daily/schedule.js';
import type { PostingStatus } from '../../domain/daily/status.js';
import { button, buttonRow, dangerButton } from '../kit/buttons.js';
import { cardReply, wideField } from '../kit/card.js';
import { code, joinList, escapeMarkdown } from '../kit/text.js';
import { timestamp } from '../kit/times.js';
import { SECOND_MS } from '../../domain/time/units.js';

export interface ScheduleStatus {
  readonly schedule: Schedule;
  readonly status: PostingStatus;
}

export function scheduleSavedReply({ schedule, status }: ScheduleStatus, isNew: boolean): Reply {
  return cardReply({
    title: isNew ? 'Daily post set' : 'Daily post changed',
    tone: 'good',
    lines: [
      `**${schedule.time}** ${escapeMarkdown(schedule.timeZone, 40)}`,
      ...scheduleLines(schedule),
      stillToCome(status),
      nextLine(isNew ? 'First' : 'Next', status.next.dueAt),
      windowLine(status.offsetMs),
      '-# `/daily now` shows what it will look like.',
    ],
  });
}

export function schedulesReply(all: readonly ScheduleStatus[], sentenceIfNone: string): Reply {
  if (all.length === 0) return cardReply({ title: 'Daily posts', lines: [sentenceIfNone] });
  const trouble = all.some(
    ({ status: { state } }) => state.offSince !== undefined || state.failingSince !== undefined,
  );
  return cardReply({
    title: all.length === 1 ? 'Daily post' : 'Daily posts',
    tone: trouble ? 'warning' : 'neutral',
    lines: [],
    fields: all.map(({ schedule, status }, index) =>
      wideField(
        `${schedule.time} ${escapeMarkdown(schedule.timeZone, 40)}`,
        ...scheduleLines(schedule),
        ...stateLines(schedule, status),
        index === all.length - 1 ? windowLine(status.offsetMs) : null,
      ),
    ),
  });
}

function scheduleLines({ id, channelId, currencies, sections }: Schedule): string[] {
  return [`<#${channelId}> · id ${code(id)}`, `${joinList(currencies)}: ${joinList(sections)}`];
}

/** How much later this server's posts go out; null below a second. */
function windowLine(offsetMs: number): string | null {
  if (offsetMs < SECOND_MS) return null;
  const seconds = Math.round(offsetMs / SECOND_MS);
  const minutes = Math.floor(seconds / 60);
  const words = minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
  return `-# Servers take turns, so that not all ask the pool at once. This server’s posts go out ${words} after their set time.`;
}

/** Shown between the time a post is due and its posting. */
function stillToCome({ state, due }: PostingStatus): string | null {
  if (due === null || state.offSince !== undefined) return null;
  return state.open?.phase === 'waiting'
    ? `Today’s post is tried again ${timestamp(state.open.until, 'R')}.`
    : `Today’s post was due ${timestamp(due.dueAt, 'R')} and comes within minutes.`;
}

function stateLines(schedule: Schedule, status: PostingStatus): string[] {
  const { state, next } = status;
  const { lastPost, lastError, failingSince, offSince } = state;
  return [
    lastPost === undefined
      ? 'No post yet'
      : `Last post: ${timestamp(lastPost.at)}${lastPost.late ? ' (late)' : ''}`,
    offSince === undefined
      ? nextLine('Next', next.dueAt)
      : `⛔ **Switched off** ${timestamp(offSince, 'R')}, after five days without success. \`/daily set schedule:${schedule.id}\` switches it on again.`,
    offSince === undefined && failingSince !== undefined
      ? `⚠️ Refused since ${timestamp(failingSince)}. After five days it is switched off. \`/setup check\` tells an admin what’s missing there.`
      : null,
    stillToCome(status),
    lastError !== undefined && lastError.at > (lastPost?.at ?? 0)
      ? `Last error: ${timestamp(lastError.at)}: ${lastError.said}`
      : null,
  ].filter((line) => line !== null);
}

function nextLine(which: 'First' | 'Next', dueAt: number): string {
  return `${which} post: ${timestamp(dueAt)} (${timestamp(dueAt, 'R')})`;
}

/** Private, so only the requester sees the buttons. */
export function removalQuestion(
  chosen: readonly Schedule[],
  { removeId, keepId }: { readonly removeId: string; readonly keepId: string },
): Reply {
  return cardReply({
    title: chosen.length === 1 ? 'Remove this daily post?' : 'Remove these daily posts?',
    tone: 'warning',
    lines: [
      `${whichPosts(chosen)}.`,
      chosen.length === 1 ? 'Its figures are kept.' : 'Their figures are kept.',
    ],
    components: [buttonRow([dangerButton('Remove', removeId), button('Keep', keepId)])],
  });
}

export function keptReply(): Reply {
  return cardReply({ title: 'Kept', lines: ['Nothing was removed.'], components: [] });
}

function whichPosts(schedules: readonly Schedule[]): string {
  return joinList(schedules.map(({ time, channelId }) => `${time} in <#${channelId}>`));
}

export function removedReply(removed: readonly Schedule[]): Reply {
  return cardReply({
    title: removed.length === 1 ? 'Daily post removed' : 'Daily posts removed',
    tone: 'good',
    lines: [
      `No more posts: ${whichPosts(removed)}.`,
      'The figures are kept. `/daily export` gives you a file of them.',
    ],
    components: [],
  });
}

export function postedNowReply(channelId: string): Reply {
  return cardReply({ title: 'Posted', tone: 'good', lines: [`Posted in <#${channelId}>.`] });
}

/** For the audit channel. */
export function refusedReply(schedule: Schedule, said: string, isOff: boolean): Reply {
  return cardReply({
    title: isOff ? 'A daily post was switched off' : 'A daily post couldn’t be sent',
    tone: isOff ? 'bad' : 'warning',
    lines: [
      `The post of ${schedule.time} ${escapeMarkdown(schedule.timeZone, 40)} to <#${schedule.channelId}>: ${said}`,
      isOff
        ? `It hasn’t worked for five days, so Pitboss stopped trying. \`/daily set schedule:${schedule.id}\` switches it on again.`
        : 'Pitboss keeps trying, with longer and longer pauses, and switches it off after five days. `/daily show` shows how it stands.',
    ],
  });
}
