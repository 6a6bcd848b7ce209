import { z } from 'zod';
import { code } from '../src/cards/kit/text.js';
import type { ScheduleDraft } from '../src/daily/daily.js';
import { PERIODS, SECTIONS, timeTyped, USUAL_SECTIONS } from '../src/daily/schedule.js';
import type { Autocomplete } from '../src/discord/command.js';
import { channel, choice, text } from '../src/discord/options.js';
import { UserError } from '../src/errors.js';
import { POOL_CURRENCIES } from '../src/guilds/settings.js';
import type { Context } from './context.js';
import { choices } from './shared/options.js';
import { suggestTimeZones, timeZoneNamed } from './shared/time-zones.js';

export const draftOptions = {
  channel: channel('Channel (default: this one)').optional(),
  time: text('Local time, such as 8am or 20:30 (default: 08:00)', { max: 10 }).optional(),
  timezone: text('Time zone, such as America/Chicago (default: the server’s)', {
    max: 60,
  }).optional(),
  every: choice('How often: a week’s post on Mondays, a month’s on the first', PERIODS).optional(),
  currencies: text('Currencies, separated by commas (default: the server’s)').optional(),
  sections: text('Sections, separated by commas (default: the usual ones)').optional(),
};

const typedDraft = z.object(draftOptions);
type TypedDraft = z.output<typeof typedDraft>;

/** Completes the last word of a list with commas. */
const suggestWords =
  (known: readonly string[]): Autocomplete<Context> =>
  async (typed) => {
    const parts = typed.split(',').map((part) => part.trim());
    const last = parts.pop() ?? '';
    const left = known.filter((word) => !parts.includes(word));
    return choices(left, last, parts.map((part) => `${part}, `).join(''));
  };

export const suggestDraft = {
  timezone: async (typed: string) => suggestTimeZones(typed),
  currencies: suggestWords(POOL_CURRENCIES),
  sections: suggestWords(SECTIONS),
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

/** @throws UserError */
export function draftTyped(typed: TypedDraft): Partial<ScheduleDraft> {
  const { channel, time, timezone, every, currencies, sections } = typed;
  return {
    ...(channel !== undefined && { channel }),
    ...(time !== undefined && { time: timeOf(time) }),
    ...(timezone !== undefined && { timeZone: timeZoneNamed(timezone) }),
    ...(every !== undefined && { every }),
    ...(currencies !== undefined && {
      currencies: wordsOf('currencies', currencies, POOL_CURRENCIES),
    }),
    ...(sections !== undefined && { sections: wordsOf('sections', sections, SECTIONS) }),
  };
}

function timeOf(typed: string): string {
  const time = timeTyped(typed);
  if (time !== null) return time;
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
