import { countedChanges, MAX_COUNTED } from '../../domain/alerts/judge/open-external-changes.js';
import { plural } from '../kit/figures.js';
import type { EventWords } from './event.js';

/** For changes made elsewhere that have no alert of their own, because so many are open. */
export function countedChangesEvent(given: unknown): EventWords | null {
  const { data } = countedChanges.safeParse(given);
  if (data === undefined) return null;
  const { count, newAddresses } = data;
  const atLeast = count >= MAX_COUNTED ? 'At least ' : '';
  const where =
    newAddresses === 0
      ? []
      : [`With a new payout address or new payment settings: **${newAddresses}**.`];
  return {
    title: `${atLeast}${plural(count, 'more change')} at the pool`,
    lines: [
      'So many changes made elsewhere are open, or so long, that these have no message of their own.',
      ...where,
    ],
    fields: [],
    next: 'The audit channel names each of them and its new addresses; `/changes export` has before and after. Acknowledge what you have looked at: then changes have messages of their own again.',
  };
}
