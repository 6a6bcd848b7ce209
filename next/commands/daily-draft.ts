import { z } from 'zod';
import { code } from '../src/cards/kit/text.js';
import type { ScheduleDraft } from '../src/daily/daily.js';
import { PERIODS, SECTIONS, USUAL_SECTIONS } from '../src/daily/schedule.js';
import { channel, choice, text } from '../src/discord/options.js';
import { UserError } from '../src/errors.js';
import { POOL_CURRENCIES } from '../src/guilds/settings.js';
import type { Context } from './context.js';
import { lastChoices } from './shared/options.js';
import { suggestTimeZones, timeZoneNamed } from './shared/time-zones.js';

export const draftOptions = z.object({
  channel: channel('Channel (default: this one)').optional(),
  time: text('Local time, such as 8am or 20:30 (default: 08:00)', { max: 10 }).optional(),
  timezone: text('Time zone, such as America/Chicago (default: the server’s)', {
    max: 60,
  }).optional(),
  every: choice('How often: a week’s post on Mondays, a month’s on the first', PERIODS).optional(),
  currencies: text('Currencies, separated by commas (default: the server’s)').optional(),
  sections: text('Sections, separated by commas (default: the usual ones)').optional(),
});

export const suggestDraft = {
  timezone: async (typed: string) => suggestTimeZones(typed),
  currencies: async (typed: string) => lastChoices(POOL_CURRENCIES, typed),
  sections: async (typed: string) => lastChoices(SECTIONS, typed),
};

/** A post as it is before anything was typed. */
export function usualDraft({ channelId, settings }: Context): ScheduleDraft {
  return {
    channel: channelId,
    time: '08:00',
    timeZone: settings.timeZone,
    every: 'day',
    currencies: [settings.currency],
    sections: USUAL_SECTIONS,
  };
}

/** What was typed, else as before. @throws UserError */
export function draftOf(
  typed: z.output<typeof draftOptions>,
  before: ScheduleDraft,
): ScheduleDraft {
  const { currencies, sections } = typed;
  return {
    channel: typed.channel ?? before.channel,
    time: timeOf(typed.time ?? before.time),
    timeZone: timeZoneNamed(typed.timezone ?? before.timeZone),
    every: typed.every ?? before.every,
    currencies: wordsOf('currencies', currencies ?? before.currencies.join(), POOL_CURRENCIES),
    sections: wordsOf('sections', sections ?? before.sections.join(), SECTIONS),
  };
}

const TIME = /^(\d{1,2})(?:[:.h]([0-5]\d))?\s*(am|pm|h)?$/;

/** `HH:MM` of `8`, `8:00`, `08.30`, `8h`, `8 am`, `8:30pm`; 12 am is midnight, 12 pm noon. */
function timeOf(typed: string): string {
  const [, hours, minutes = '00', half] = TIME.exec(typed.toLowerCase()) ?? [];
  const hour = Number(hours ?? Number.NaN);
  const isHalf = half === 'am' || half === 'pm';
  if (isHalf ? hour >= 1 && hour <= 12 : hour <= 23) {
    const ofDay = isHalf ? (hour % 12) + (half === 'pm' ? 12 : 0) : hour;
    return `${String(ofDay).padStart(2, '0')}:${minutes}`;
  }
  const sentence = `\`time\`: ${code(typed, 20)} isn’t a time. Use 08:00, 20:30 or 8 am.`;
  throw new UserError('Check the time', sentence);
}

/** In the order in which `known` has them. */
function wordsOf<Word extends string>(
  option: string,
  typed: string,
  known: readonly Word[],
): Word[] {
  const words = typed.split(',').map((word) => word.trim().toLowerCase());
  const wanted = words.filter((word) => word !== '');
  const unknown = wanted.find((word) => !known.some((each) => each.toLowerCase() === word));
  if (unknown === undefined && wanted.length > 0)
    return known.filter((word) => wanted.includes(word.toLowerCase()));
  throw new UserError(
    `Check the ${option}`,
    `\`${option}\`: ${code(unknown ?? typed, 30)} isn’t one. Use ${known.join(', ')}.`,
  );
}
