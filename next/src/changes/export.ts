import { csvFile } from '../cards/kit/csv.js';
import { plural } from '../cards/kit/text.js';
import { cardReply, type Reply } from '../discord/reply.js';
import type { AuditTable } from '../store/schema.js';
import type { Change } from './change.js';
import { kindOf } from './kinds/kinds.js';
import { statusOf } from './words.js';

/** The trail, a line an entry; `brokenAt` is the first that was changed or is missing. */
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

/** All changes, a row each. */
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
