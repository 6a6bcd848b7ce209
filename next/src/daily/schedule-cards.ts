import { plural } from '../cards/kit/text.js';
import { exactMoment, moment } from '../cards/kit/times.js';
import { customId } from '../discord/custom-id.js';
import { cardReply, type Card, type Line, type Reply } from '../discord/reply.js';
import { scheduleTime, type Schedule } from './schedule.js';

export function scheduleSavedCard(schedule: Schedule, isNew: boolean): Card {
  const { currencies, sections, id, dueAt } = schedule;
  return {
    title: isNew ? 'Daily post set' : 'Daily post changed',
    tone: 'good',
    lines: [
      placeLine(schedule),
      `${currencies.join(', ')}: ${sections.join(', ')}`,
      dueAt !== null && `${isNew ? 'First' : 'Next'} post ${moment(dueAt, 'R')}`,
      `-# \`/daily now\` shows a preview · id ${id}`,
    ],
  };
}

export function schedulesCard(all: readonly Schedule[]): Card {
  const none = 'No daily posts. An admin sets one with `/daily set`.';
  return {
    title: 'Daily posts',
    tone: all.some(({ refused }) => refused) ? 'warning' : 'open',
    lines: all.length === 0 ? [none] : all.flatMap(scheduleLines),
  };
}

function scheduleLines(schedule: Schedule): Line[] {
  const { sections, last, dueAt, id } = schedule;
  const next = dueAt !== null && `next ${moment(dueAt, 'R')}`;
  return [
    describedLine(schedule),
    sections.join(', '),
    [last ? `Last ${exactMoment(last.at)}` : 'No post yet', next].filter(Boolean).join(' · '),
    ...troubleLines(schedule),
    `-# id ${id}`,
  ];
}

/** `which` names it where other posts are told of too. */
function troubleLines({ refused, id }: Schedule, which = ''): string[] {
  if (refused === null) return [];
  const { since, why, offSince } = refused;
  const told = `⚠️ Refused since ${moment(since, 'R')}: ${which}${why}`;
  if (offSince === null) return [told];
  const again = `${which}\`/daily set schedule:${id}\``;
  return [told, `🚫 **Switched off** ${moment(offSince, 'R')}: ${again}`];
}

/** For the audit channel: what is new of it. */
export function troubleNotice(schedule: Schedule): string {
  return troubleLines(schedule, `daily post ${placeLine(schedule)}: `).at(-1) ?? '';
}

export function removalQuestion(chosen: readonly Schedule[]): Reply {
  const ids = chosen.map(({ id }) => id).join(',');
  const which = chosen.length === 1 ? 'this daily post' : plural(chosen.length, 'daily post');
  const buttons = [
    { label: 'Remove', id: customId('daily-off', 'remove', ids), style: 'danger' },
    { label: 'Keep', id: customId('daily-off', 'keep', '') },
  ] as const;
  const lines = chosen.map(describedLine);
  return cardReply({ title: `Remove ${which}?`, tone: 'bad', lines }, { rows: [buttons] });
}

export function removedCard(removed: readonly Schedule[]): Card {
  return { title: 'Removed', tone: 'over', lines: removed.map(describedLine) };
}

/** `**08:00 UTC** in #pool-ops` */
export function placeLine(schedule: Schedule): string {
  return `**${scheduleTime(schedule)}** in <#${schedule.channel}>`;
}

function describedLine(schedule: Schedule): string {
  return `${placeLine(schedule)} · ${schedule.currencies.join(', ')}`;
}
