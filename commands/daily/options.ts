import type { Choice, Context, Autocomplete } from '../../src/command.js';
import {
  DEFAULT_SECTIONS,
  MAX_SCHEDULES,
  SECTIONS,
  type Schedule,
  type Section,
} from '../../src/domain/daily/schedule.js';
import { POOL_CURRENCIES, type PoolCurrency } from '../../src/domain/pool/currencies.js';
import { readTimeOfDay } from '../../src/domain/time/time-of-day.js';
import { UserError } from '../../src/domain/errors/user-errors.js';
import {
  badTimeWords,
  noSchedulesWords,
  tooManySchedulesWords,
  unknownScheduleWords,
  unknownChoiceWords,
  whichScheduleWords,
} from '../../src/views/daily/daily-sentences.js';
import { splitNames } from '../shared/name-list.js';

/** Parsing and autocomplete for the options of the /daily commands. */

export function readTime(typed: string): string {
  const time = readTimeOfDay(typed);
  if (time === null) throw new UserError(badTimeWords(typed));
  return time;
}

export function readCurrencies(typed: string): PoolCurrency[] {
  return readWords('currency', typed.toUpperCase(), POOL_CURRENCIES);
}

export function readSections(typed: string): Section[] {
  const wanted = readWords('section', typed.toLowerCase(), SECTIONS);
  // In display order, not as typed.
  return SECTIONS.filter((section) => wanted.includes(section));
}

function readWords<Word extends string>(
  what: 'currency' | 'section',
  typed: string,
  known: readonly Word[],
): Word[] {
  const words = splitNames(typed);
  const found = words.flatMap((word) => known.filter((each) => each === word));
  const unknown = words.filter((word) => !known.some((each) => each === word));
  if (unknown.length > 0 || found.length === 0)
    throw new UserError(unknownChoiceWords(what, unknown.length > 0 ? unknown : [typed], known));
  return found;
}

/** Completes the last word of a list. */
export function autocompleteWords(known: readonly string[]): Autocomplete {
  return async (typed) => {
    const parts = typed.split(',').map((part) => part.trim());
    const before = parts.slice(0, -1);
    const last = (parts.at(-1) ?? '').toLowerCase();
    return known
      .filter((word) => !before.some((each) => each.toLowerCase() === word.toLowerCase()))
      .filter((word) => word.toLowerCase().startsWith(last))
      .map((word) => [...before, word].join(', '))
      .map((value) => ({ name: value, value }));
  };
}

export const autocompleteSchedules: Autocomplete = async (_typed, context) =>
  (await context.daily.of(context.guildId)).map(scheduleChoice);

function scheduleChoice({ id, time, timeZone, currencies }: Schedule): Choice {
  return {
    name: `${time} ${timeZone} · ${currencies.join(', ')} (${id})`.slice(0, 100),
    value: id,
  };
}

/** As it is where nothing else is chosen: in this channel, in the server's time zone and currency. */
export function usualSchedule(
  id: string,
  { channelId, settings, clock, member }: Context,
): Schedule {
  return {
    id,
    channelId,
    time: '08:00',
    timeZone: settings.timeZone,
    currencies: [settings.currency],
    sections: [...DEFAULT_SECTIONS],
    since: clock.now(),
    setBy: member.userId,
  };
}

/** The named schedule, or the only one. */
export async function chosenSchedule(
  typed: string | undefined,
  { daily, guildId }: Context,
): Promise<Schedule> {
  const all = await daily.of(guildId);
  if (typed !== undefined) return find(typed, all);
  const [only] = all;
  if (only === undefined) throw new UserError(noSchedulesWords);
  if (all.length > 1) throw new UserError(whichScheduleWords);
  return only;
}

export function find(typed: string, all: readonly Schedule[]): Schedule {
  const found = all.find(({ id }) => id === typed.trim().toLowerCase());
  if (found === undefined) throw new UserError(unknownScheduleWords(typed, all));
  return found;
}

export function requireRoomForSchedule(all: readonly Schedule[]): void {
  if (all.length >= MAX_SCHEDULES) throw new UserError(tooManySchedulesWords(MAX_SCHEDULES));
}
