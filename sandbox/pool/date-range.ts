import { z } from 'zod';
import { readQuery, type Call } from './call.js';
import { refuse } from './refusal.js';
import { dayOf } from './workspace/days.js';

/**
 * A report's days, both included; 400 if one is missing or no date, or they are in the wrong order.
 */
export function readRange(call: Call) {
  const range = readQuery(call, z.object({ start_date: z.iso.date(), end_date: z.iso.date() }));
  if (range.end_date < range.start_date) refuse(400, 'end_date lies before start_date');
  const future = range.end_date > dayOf(call.workspace.now());
  if (future && call.deviations.has('future-end-refused')) {
    refuse(400, 'end_date must not be in the future');
  }
  return range;
}
