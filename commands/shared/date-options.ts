import { z } from 'zod';
import type { Context, Autocomplete } from '../../src/command.js';
import { readDateRange, type DateOption, type DayRange } from '../../src/domain/time/date-range.js';
import { UserError } from '../../src/domain/errors/user-errors.js';
import { usualRanges } from '../../src/domain/time/named-ranges.js';
import { dateProblemWords, rangeChoices } from '../../src/views/kit/range-text.js';

/** The `from` and `to` options. */
export const dateOptions = {
  from: z
    .string()
    .max(40)
    .optional()
    .describe('First day, or a range such as last week (default: last 30 days)'),
  to: z.string().max(40).optional().describe('Last day (included)'),
};

export const autocompleteDates: { readonly from: Autocomplete; readonly to: Autocomplete } = {
  from: autocompleteRanges('from'),
  to: autocompleteRanges('to'),
};

/** A range as stored for paging buttons: resolved days. */
export const keptRange = z.object({ start: z.string(), end: z.string(), clamped: z.boolean() });

/** Resolved in the guild's time zone. Throws a UserError. */
export function rangeOf(
  typed: { readonly from?: string | undefined; readonly to?: string | undefined },
  { clock, settings }: Context,
): DayRange {
  const range = readDateRange(typed, { now: clock.now(), zone: settings.timeZone });
  if ('kind' in range) throw new UserError(dateProblemWords(range));
  return range;
}

function autocompleteRanges(option: DateOption): Autocomplete {
  return async (typed, { clock, settings }) =>
    rangeChoices(option, typed, usualRanges({ now: clock.now(), zone: settings.timeZone }));
}
