import { z } from 'zod';
import { rangeChoices } from '../../src/cards/kit/typed-dates.js';
import type { Autocomplete } from '../../src/discord/command.js';
import type { Context } from '../define.js';
import { text } from './options.js';

const FIRST = 'First day, or a range such as last week (default: last 30 days)';
export const rangeOptions = {
  from: text(FIRST, { max: 40 }).optional(),
  to: text('Last day (included)', { max: 40 }).optional(),
};

/** A range as buttons remember it. */
export const dateRange = z.object({ start: z.string(), end: z.string() });

const suggest: Autocomplete<Context> = async (typed, context) => rangeChoices(typed, context);
export const suggestRanges = { from: suggest, to: suggest };
