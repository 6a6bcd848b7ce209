import { exactMoment, moment } from '../cards/kit/times.js';
import { customId } from '../discord/custom-id.js';
import { question, type Card, type Line, type Reply } from '../discord/reply.js';
import { scheduleTime, type Schedule } from './schedule.js';

export function scheduleSavedCard(schedule: Schedule, isNew: boolean): Card {
  const { currencies, sections, id, dueAt } = schedule;
  return {
    title: isNew ? 'Daily post set' : 'Daily post changed',
    tone: 'good',
    lines: [
      placeLine(schedule),
      `${currencies.join(', ')}: ${sections.join(', ')}`,
      `${isNew ? 'First' : 'Next'} post ${moment(dueAt, 'R')}`,
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
  const { sections, postedAt, dueAt, refused, id } = schedule;
  return [
    describedLine(schedule),
    sections.join(', '),
    `${postedAt ? `Last ${exactMoment(postedAt)}` : 'No post yet'} · next ${moment(dueAt, 'R')}`,
    refused && `⚠️ Refused since ${moment(refused.since, 'R')}: ${refused.why}`,
    `-# id ${id}`,
  ];
}

export function removalQuestion(schedule: Schedule): Reply {
  const card = { title: 'Remove this daily post?', lines: [describedLine(schedule)] };
  return question(card, 'Remove', (answer) => customId('daily-off', answer, schedule.id));
}

export function removedCard(removed: Schedule): Card {
  return { title: 'Removed', tone: 'over', lines: [describedLine(removed)] };
}

/** `**08:00 UTC** in #pool-ops` */
export function placeLine(schedule: Schedule): string {
  return `**${scheduleTime(schedule)}** in <#${schedule.channel}>`;
}

function describedLine(schedule: Schedule): string {
  return `${placeLine(schedule)} · ${schedule.currencies.join(', ')}`;
}
