import { question } from '../cards/kit/buttons.js';
import { exactMoment, moment } from '../cards/kit/times.js';
import type { Caller } from '../discord/command.js';
import { customId } from '../discord/custom-id.js';
import type { Card, Choice, Line, Reply } from '../discord/reply.js';
import { optionError } from '../errors.js';
import type { GuildSettings, PoolCurrency } from '../guilds/settings.js';
import { documents } from '../guilds/json-documents.js';
import type { Db } from '../store/schema.js';
import { code } from '../text.js';

/** In the order a post shows them. */
export const SECTIONS = [
  'figures',
  'revenue',
  'chart',
  'miners',
  'payments',
  'derivatives',
] as const;
export type Section = (typeof SECTIONS)[number];
export const USUAL_SECTIONS: readonly Section[] = SECTIONS.slice(0, 5);

export const PERIODS = ['day', 'week', 'month'] as const;
export type Every = (typeof PERIODS)[number];

/** What an admin chooses about a post. */
export interface ScheduleDraft {
  readonly channel: string;
  /** Local, `HH:MM`. */
  readonly time: string;
  readonly timeZone: string;
  readonly every: Every;
  readonly currencies: readonly PoolCurrency[];
  readonly sections: readonly Section[];
}

/** Who asks for a post, and where. */
export type Asking = Pick<Caller, 'guildId' | 'channelId'> & { readonly settings: GuildSettings };

/** A daily, weekly or monthly post that an admin asked for. */
export interface Schedule extends ScheduleDraft {
  readonly guildId: string;
  /** Five letters or digits that people can type. */
  readonly id: string;
  /** User id. */
  readonly setBy: string;
  /** When its next post is made (ms). */
  readonly dueAt: number;
  /** The local date of the newest post that was made, so that each date has one. */
  readonly made: string | null;
  /** When its last post came (ms). */
  readonly postedAt: number | null;
  /** Since when (ms) the channel has refused every post: "Pitboss lacks Embed Links". */
  readonly refused: { readonly since: number; readonly why: string } | null;
}

/** A post before any option is typed. */
export function usualDraft({ channelId, settings }: Asking): ScheduleDraft {
  return {
    channel: channelId,
    time: '08:00',
    timeZone: settings.timeZone,
    every: 'day',
    currencies: [settings.currency],
    sections: USUAL_SECTIONS,
  };
}

const TIME = /^(\d{1,2})(?:[:.h]([0-5]\d))?\s*(am|pm|h)?$/;

/**
 * `HH:MM` from `8`, `8:00`, `08.30`, `8h`, `8 am`, `8:30pm`; 12 am is midnight, 12 pm noon.
 * @throws UserError
 */
export function timeTyped(typed: string): string {
  const [, hours, minutes = '00', half] = TIME.exec(typed.toLowerCase()) ?? [];
  const hour = Number(hours ?? Number.NaN);
  const isHalf = half === 'am' || half === 'pm';
  if (isHalf ? hour >= 1 && hour <= 12 : hour <= 23) {
    const ofDay = isHalf ? (hour % 12) + (half === 'pm' ? 12 : 0) : hour;
    return `${String(ofDay).padStart(2, '0')}:${minutes}`;
  }
  throw optionError('time', `${code(typed, 20)} isn’t a time. Use 08:00, 20:30 or 8 am.`);
}

const WHEN: Readonly<Record<Every, string>> = {
  day: '',
  week: 'Mondays ',
  month: '1st of the month ',
};

/** `Mondays 08:00 UTC` */
function scheduleTime({ every, time, timeZone }: Schedule): string {
  return `${WHEN[every]}${time} ${timeZone}`;
}

export const schedules = documents<Schedule>('daily', ({ dueAt }) => dueAt);

/** By time of day. */
export async function readSchedules(db: Db, guildId: string): Promise<Schedule[]> {
  const all = await schedules.list(db, guildId);
  return all.toSorted((one, other) => one.time.localeCompare(other.time));
}

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

export function scheduleChoices(all: readonly Schedule[]): Choice[] {
  return all.map((schedule) => ({
    label: `${scheduleTime(schedule)} · ${schedule.currencies.join(', ')} (${schedule.id})`,
    value: schedule.id,
  }));
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
