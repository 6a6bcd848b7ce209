import { z } from 'zod';
import type { Context, Suggest } from '../src/command.js';
import {
  readDateRange,
  usualRanges,
  type DayRange,
  type Moment,
} from '../src/domain/date-range.js';
import { UserError } from '../src/domain/errors.js';
import { rangeChoices } from '../src/views/date-range.js';
import { dateProblemSentence } from '../src/views/date-sentences.js';

/** The options `from` and `to`, alike wherever figures have dates. */

export const fromOption = z
  .string()
  .max(40)
  .optional()
  .describe('First day (2026-11-01), or a range by name; else the last 30 days');

export const toOption = z
  .string()
  .max(40)
  .optional()
  .describe('Last day (2026-11-19), or a name; else up to today');

export const suggestFrom: Suggest = async (typed, context) =>
  rangeChoices('from', typed, usualRanges(momentOf(context)));

export const suggestTo: Suggest = async (typed, context) =>
  rangeChoices('to', typed, usualRanges(momentOf(context)));

/** @throws UserError that says what is wrong with the dates */
export function dateRangeOf(
  typed: { readonly from?: string | undefined; readonly to?: string | undefined },
  context: Context,
): DayRange {
  const range = readDateRange(typed, momentOf(context));
  if ('kind' in range) throw new UserError(dateProblemSentence(range));
  return range;
}

function momentOf(context: Context): Moment {
  return { now: context.clock.now(), zone: context.settings.timeZone };
}
