import { code, escape } from '../cards/kit/text.js';
import { exactMoment } from '../cards/kit/times.js';
import { cardReply, type Reply } from '../discord/reply.js';
import type { Outcome } from '../pool/outcome.js';
import type { AuditTable } from '../store/schema.js';
import { hashOf, type Change } from './change.js';
import { kindOf } from './kinds/kinds.js';
import { statusCode, statusWord } from './words.js';

/** For one person: the steps, new addresses to copy, and everything else as a file. */
export function detailsReply(change: Change, entries: readonly AuditTable[]): Reply {
  const { number } = change;
  const card = {
    title: `#${number} step by step`,
    lines: [
      ...entries.flatMap((entry) => stepLines(change, entry)),
      ...kindOf(change).newAddresses.map((address) => `**NEW**, to copy: ${code(address, 600)}`),
    ],
  };
  return cardReply(card, { files: [file(change, entries)] });
}

function stepLines(change: Change, { at, actor, step, details }: AuditTable): string[] {
  const when = (moment: number, words: string) => `${exactMoment(moment)} · ${words}`;
  const noted: Noted = JSON.parse(details);
  const line = when(at, stepWords(change.outcome, `<@${actor}>`, { ...noted, step }));
  const isAnswer = ['reported', 'declined', 'unknown'].includes(step);
  return isAnswer ? [when(change.sentAt ?? at, 'sent once'), line] : [line];
}

/** What the steps of a change note, as far as it is shown. */
interface Noted {
  readonly attempt?: string;
  readonly reason?: string;
  readonly note?: string;
  readonly isDone?: boolean;
  readonly status?: string | null;
}

function stepWords(
  outcome: Outcome | null,
  who: string,
  { step, attempt, reason, note, isDone, status }: Noted & { readonly step: string },
): string {
  const words: Readonly<Record<string, string>> = {
    reported: `answered ${statusWord(outcome)}`,
    declined: `declined${statusCode(outcome)}`,
    unknown: `outcome unknown: ${outcome?.reason}`,
    unsent: `not sent: ${outcome?.reason}`,
    observed: `${isDone ? 'seen' : 'listed'} ${status ? `as ${escape(status, 40)}` : 'at the pool'}`,
    drifted: `${who} confirmed, but it was out of date: nothing was sent`,
    refused: `${who} couldn’t ${attempt}: ${reason}`,
    checked: `${who} checked: ${escape(note, 300)}`,
    expired: 'expired',
  };
  return words[step] ?? `${who} ${escape(step, 40)}`;
}

function file(change: Change, entries: readonly AuditTable[]) {
  const steps = entries.map(({ details, ...entry }) => ({
    ...entry,
    details: JSON.parse(details),
  }));
  const everything = { ...change, requestHash: hashOf(change.request), steps };
  return { name: `change-${change.number}.json`, data: JSON.stringify(everything, null, 2) };
}
