import { csvFile } from '../cards/kit/csv.js';
import { code, escape, plural } from '../cards/kit/text.js';
import { exactMoment } from '../cards/kit/times.js';
import { cardReply, type Reply } from '../discord/reply.js';
import type { AuditTable } from '../store/schema.js';
import { hashOf, type Change } from './change.js';
import { kindOf } from './kinds/kinds.js';
import { statusCode, statusOf, statusWord } from './words.js';

/** For one person: the steps, new addresses to copy, and everything else as a file. */
export function detailsReply(change: Change, entries: readonly AuditTable[]): Reply {
  const { number } = change;
  const steps = entries.map((entry) => ({ ...entry, details: JSON.parse(entry.details) }));
  const lines = [
    ...steps.flatMap((step) => stepLines(change, step)),
    ...kindOf(change).newAddresses.map((address) => `**NEW**, to copy: ${code(address, 600)}`),
  ];
  const everything = { ...change, requestHash: hashOf(change.request), steps };
  const data = JSON.stringify(everything, null, 2);
  const files = [{ name: `change-${number}.json`, data }];
  return cardReply({ title: `#${number} step by step`, lines }, { files });
}

interface Step extends Omit<AuditTable, 'details'> {
  /** Only the fields that are shown. */
  readonly details: {
    readonly attempt?: string;
    readonly reason?: string;
    readonly note?: string;
    readonly isDone?: boolean;
    readonly status?: string | null;
  };
}

function stepLines({ outcome, sentAt }: Change, { at, actor, step, details }: Step): string[] {
  const { attempt, reason, note, isDone, status } = details;
  const who = `<@${actor}>`;
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
  const line = `${exactMoment(at)} · ${words[step] ?? `${who} ${escape(step, 40)}`}`;
  const isAnswer = ['reported', 'declined', 'unknown'].includes(step);
  return isAnswer ? [`${exactMoment(sentAt ?? at)} · sent once`, line] : [line];
}

/** The trail, one line per entry; `brokenAt` is the first that was changed or is missing. */
export function trailReply(entries: readonly AuditTable[], brokenAt: number | null): Reply {
  const title = `Audit trail · ${plural(entries.length, 'entry', 'entries')}`;
  const data = entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
  const rest = brokenAt === 1 ? '' : ' The entries before it are intact.';
  const card =
    brokenAt === null
      ? ({ title, tone: 'good', lines: ['Intact: no entry is missing or changed.'] } as const)
      : ({ title, tone: 'bad', lines: [`**Broken at entry ${brokenAt}.**${rest}`] } as const);
  return cardReply(card, { files: [{ name: 'audit-trail.jsonl', data }] });
}

/** All changes, one row each. */
export function changesCsvReply(changes: readonly Change[]): Reply {
  const card = { title: `Changes · ${changes.length}`, tone: 'good' } as const;
  return cardReply(card, { files: [csvFile('changes', changes.map(changeRow))] });
}

/** A change as a row for finance: what was asked for is flattened into columns. */
function changeRow(change: Change): object {
  const { number, input, state, requester, confirmer, reason, outcome } = change;
  const time = (at: number | null | undefined) => at && new Date(at).toISOString();
  return {
    number,
    change: kindOf(change).title,
    state,
    requested_at: time(change.askedAt),
    requested_by: requester,
    reason,
    confirmed_by: confirmer,
    sent_at: time(change.sentAt),
    ended_at: time(change.endedAt),
    answered: outcome && statusOf(outcome),
    http_status: outcome?.status,
    outcome_reason: outcome?.reason || null,
    pool_said: outcome?.message,
    listed_at: change.observed?.isDone ? time(change.observed.at) : null,
    listed_as: change.observed?.status,
    checked_at: time(change.checked?.at),
    checked_by: change.checked?.by,
    check_note: change.checked?.note,
    input,
  };
}
