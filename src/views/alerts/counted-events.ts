import { countedEvents, MAX_COUNTED } from '../../domain/alerts/evaluate/room-for-events.js';
import { plural } from '../kit/figures.js';
import type { EventWords } from './event.js';

/** For changes made elsewhere that have no alert of their own, because so many are open. */
export function countedChangesEvent(given: unknown): EventWords | null {
  const { data } = countedEvents.safeParse(given);
  if (data === undefined) return null;
  const { count, newAddresses } = data;
  const where =
    newAddresses === 0
      ? []
      : [`With a new payout address or new payment settings: **${newAddresses}**.`];
  return {
    title: `${countText(count, 'more change')} at the pool`,
    lines: [
      'So many changes made elsewhere are open, or so long, that these have no message of their own.',
      ...where,
    ],
    fields: [],
    next: 'The audit channel names each of them and its new addresses; `/changes export` has before and after. Acknowledge what you have looked at: then changes have messages of their own again.',
  };
}

/** The same for news of contracts. */
export function countedContractsEvent(given: unknown): EventWords | null {
  const { data } = countedEvents.safeParse(given);
  if (data === undefined) return null;
  return {
    title: `${countText(data.count, 'more change')} of derivatives contracts`,
    lines: [
      'So many alerts of contracts are open, or so long, that these have no message of their own.',
    ],
    fields: [],
    next: '`/derivatives contracts` lists all contracts. Acknowledge what you have looked at: then contracts have messages of their own again.',
  };
}

function countText(count: number, one: string): string {
  return `${count >= MAX_COUNTED ? 'At least ' : ''}${plural(count, one)}`;
}
