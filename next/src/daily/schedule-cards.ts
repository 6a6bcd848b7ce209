import { plural } from '../cards/kit/text.js';
import { exactMoment, moment } from '../cards/kit/times.js';
import { customId } from '../discord/custom-id.js';
import { cardReply, type Card, type Line, type Reply } from '../discord/reply.js';
import { scheduleTime, type Schedule } from './schedule.js';

export interface ScheduleStand {
  readonly schedule: Schedule;
  /** Of its last post (ms); null if there was none yet. */
  readonly lastAt: number | null;
  /** Of its next post (ms); null while it is switched off. */
  readonly nextAt: number | null;
}

export function scheduleSavedCard({ schedule, nextAt }: ScheduleStand, isNew: boolean): Card {
  const { currencies, sections, id } = schedule;
  return {
    title: isNew ? 'Daily post set' : 'Daily post changed',
    tone: 'good',
    lines: [
      placeLine(schedule),
      `${currencies.join(', ')}: ${sections.join(', ')}`,
      nextAt !== null && `${isNew ? 'First' : 'Next'} post ${moment(nextAt, 'R')}`,
      `-# \`/daily now\` shows a preview · id ${id}`,
    ],
  };
}

export function schedulesCard(all: readonly ScheduleStand[]): Card {
  const hasTrouble = all.some(({ schedule: { refused } }) => refused !== null);
  return {
    title: 'Daily posts',
    tone: hasTrouble ? 'warning' : 'open',
    lines:
      all.length === 0
        ? ['No daily posts. An admin sets one with `/daily set`.']
        : all.flatMap(standLines),
  };
}

function standLines({ schedule, lastAt, nextAt }: ScheduleStand): Line[] {
  const { currencies, sections, refused, offSince, id } = schedule;
  const times = [
    lastAt !== null && `last ${exactMoment(lastAt)}`,
    nextAt !== null && `next ${moment(nextAt, 'R')}`,
  ].filter(Boolean);
  return [
    `${placeLine(schedule)} · ${currencies.join(', ')}`,
    sections.join(', '),
    capital(times.join(' · ')),
    refused && `⚠️ Refused since ${moment(refused.since, 'R')}: ${refused.why}`,
    offSince !== null && `🚫 **Switched off** ${moment(offSince, 'R')}: ${onAgain(schedule)}`,
    `-# id ${id}`,
  ];
}

/** For the audit channel. */
export function troubleNotice(schedule: Schedule): string {
  const { refused, offSince } = schedule;
  const post = `daily post ${placeLine(schedule)}`;
  if (offSince !== null)
    return `🚫 **Switched off** ${moment(offSince, 'R')}: ${post}: ${onAgain(schedule)}`;
  return refused
    ? `⚠️ Refused since ${moment(refused.since, 'R')}: ${post}: ${refused.why}`
    : `⚠️ Refused: ${post}`;
}

export function removalQuestion(chosen: readonly Schedule[]): Reply {
  const ids = chosen.map(({ id }) => id);
  const which = chosen.length === 1 ? 'this daily post' : plural(chosen.length, 'daily post');
  return cardReply(
    { title: `Remove ${which}?`, tone: 'bad', lines: chosen.map(describedLine) },
    {
      rows: [
        [
          { label: 'Remove', id: customId('daily-off', 'remove', ids.join(',')), style: 'danger' },
          { label: 'Keep', id: customId('daily-off', 'keep', '') },
        ],
      ],
    },
  );
}

export const KEPT: Card = { title: 'Kept', tone: 'over', lines: ['Nothing was removed.'] };

export function removedCard(removed: readonly Schedule[]): Card {
  return { title: 'Removed', tone: 'over', lines: removed.map(describedLine) };
}

export function postedCard({ channel }: Schedule): Card {
  return { title: 'Posted', tone: 'good', lines: [`In <#${channel}>`] };
}

/** `**08:00 UTC** in #pool-ops` */
export function placeLine(schedule: Schedule): string {
  return `**${scheduleTime(schedule)}** in <#${schedule.channel}>`;
}

function describedLine(schedule: Schedule): string {
  return `${placeLine(schedule)} · ${schedule.currencies.join(', ')}`;
}

function onAgain({ id }: Schedule): string {
  return `\`/daily set schedule:${id}\``;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
