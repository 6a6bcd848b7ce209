import { z } from 'zod';
import { code, escape } from '../cards/kit/text.js';
import { exactMoment } from '../cards/kit/times.js';
import { cardReply, type Reply } from '../discord/reply.js';
import type { AuditTable } from '../store/schema.js';
import { hashOf, type Change } from './change.js';
import { kindOf } from './kinds/kinds.js';
import { statusCode, statusWord } from './words.js';

/** What the steps of a change note, as far as it is shown. */
const stepDetails = z.object({
  attempt: z.string().default(''),
  reason: z.string().nullish(),
  note: z.string().default(''),
  isDone: z.boolean().default(false),
  status: z.string().nullish(),
});

/** For one person: the steps, new addresses to copy, and everything else as a file. */
export function detailsReply(change: Change, entries: readonly AuditTable[]): Reply {
  const { number, kind, input, present } = change;
  const addresses = kindOf(kind).newAddresses(input, present);
  const card = {
    title: `#${number} step by step`,
    lines: [
      ...entries.flatMap((entry) => stepLines(change, entry)),
      ...addresses.map((address) => `**NEW**, to copy: ${code(address, 600)}`),
    ],
  };
  return cardReply(card, { files: [file(change, entries)] });
}

function stepLines(change: Change, { at, actor, step, details }: AuditTable): string[] {
  const when = (moment: number, words: string) => `${exactMoment(moment)} · ${words}`;
  const sent = when(change.sentAt ?? at, 'sent once');
  const words = stepWords(change, { actor, step, details });
  return ['reported', 'declined', 'unknown'].includes(step)
    ? [sent, when(at, words)]
    : [when(at, words)];
}

function stepWords(
  { outcome }: Change,
  { actor, step, details }: Pick<AuditTable, 'actor' | 'step' | 'details'>,
): string {
  const { attempt, reason, note, isDone, status } = stepDetails.parse(JSON.parse(details));
  const who = `<@${actor}>`;
  switch (step) {
    case 'reported':
      return `answered ${statusWord(outcome)}`;
    case 'declined':
      return `declined${statusCode(outcome)}`;
    case 'unknown':
      return `outcome unknown: ${outcome?.reason}`;
    case 'unsent':
      return `not sent: ${outcome?.reason}`;
    case 'observed':
      return `${isDone ? 'seen' : 'listed'} ${status ? `as ${escape(status, 40)}` : 'at the pool'}`;
    case 'drifted':
      return `${who} confirmed, but it was out of date: nothing was sent`;
    case 'refused':
      return `${who} couldn’t ${attempt}: ${reason}`;
    case 'checked':
      return `${who} checked: ${escape(note, 300)}`;
    case 'expired':
      return 'expired';
    default:
      return `${who} ${escape(step, 40)}`;
  }
}

function file(change: Change, entries: readonly AuditTable[]) {
  const steps = entries.map(({ details, ...entry }) => ({
    ...entry,
    details: JSON.parse(details),
  }));
  const everything = { ...change, requestHash: hashOf(change.request), steps };
  return { name: `change-${change.number}.json`, data: JSON.stringify(everything, null, 2) };
}
