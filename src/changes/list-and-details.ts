import { pageButtons } from '../cards/kit/buttons.js';
import { csvReply } from '../cards/kit/csv.js';
import { exactMoment, moment } from '../cards/kit/times.js';
import { customId } from '../discord/custom-id.js';
import { cardReply, type Button, type Reply } from '../discord/reply.js';
import type { GuildRow } from '../guilds/transaction.js';
import type { AuditEntry } from '../guilds/audit-trail.js';
import { code, escape, oneLine, plural } from '../text.js';
import { stateLine } from './card.js';
import { hashOf, type Change, type ChangeState } from './change.js';
import { kindOf } from './kinds/kinds.js';
import { changeName, numberLink, statusCode, statusOf, statusWord } from './words.js';

const PAGE_SIZE = 7;

export interface ChangesFilter {
  readonly state: ChangeState | 'any';
  readonly only: 'all' | 'open' | 'mine';
}

interface ChangesPage {
  /** All that match, newest first. */
  readonly changes: readonly Change[];
  readonly filter: ChangesFilter;
  /** 1-based; anything less is the first page: two buttons of a message may not share an id. */
  readonly page: number;
  readonly row: GuildRow;
  readonly now: number;
}

export function changesReply({ changes, filter, page: wanted, row, now }: ChangesPage): Reply {
  const pages = Math.max(1, Math.ceil(changes.length / PAGE_SIZE));
  const page = Math.min(Math.max(1, wanted), pages);
  const shown = changes.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  const words = [filter.state, filter.only].filter((word) => word !== 'any' && word !== 'all');
  const empty =
    words.length > 0 ? 'No changes match.' : 'No changes yet. `/subaccount move` requests one.';
  const card = {
    title: ['Changes', ...words].join(' · '),
    lines: shown.length === 0 ? [empty] : shown.map((change) => entryOf(change, row)),
    footer: pages > 1 ? `Newest first · page ${page} of ${pages}` : 'Newest first',
    at: now,
  };
  const select = {
    select: customId('change-show'),
    placeholder: 'Show a change',
    options: changeChoices(shown, row),
  };
  const idOf = ({ state, only }: ChangesFilter, number: number) =>
    customId('changes', state, only, String(number));
  const only = (label: string, only: ChangesFilter['only']): Button => ({
    label,
    id: idOf({ state: 'any', only }, -1),
    disabled: filter.state === 'any' && filter.only === only,
  });
  const turn = pageButtons(page, page < pages, (to) => idOf(filter, to));
  return cardReply(card, {
    rows: [
      ...(shown.length > 0 ? [select] : []),
      [only('All', 'all'), only('Open', 'open'), only('Mine', 'mine')],
      ...(turn.length > 0 ? [turn] : []),
    ],
  });
}

/** For the select, and while an option is typed. */
export function changeChoices(changes: readonly Change[], row: GuildRow) {
  return changes.map((change) => ({
    label: oneLine(`#${change.number} ${kindOf(change).title}`),
    value: String(change.number),
    description: wordOf(change, row),
  }));
}

function entryOf(change: Change, row: GuildRow): string {
  const { requester, confirmer, askedAt } = change;
  const people = [
    `<@${requester}> ${moment(askedAt, 'R')}`,
    ...(confirmer === null ? [] : [`<@${confirmer}>`]),
  ].join(', ');
  const facts = [factOf(change), people].filter(Boolean).join(' · ');
  const { symbol } = stateLine(change, row);
  return `${symbol} ${numberLink(change)} **${changeName(change)}** · ${wordOf(change, row)}\n-# ${facts}`;
}

function factOf(change: Change): string | null {
  const { target, newAddresses } = kindOf(change);
  if (target !== undefined) return `→ ${target}`;
  const added = newAddresses.length;
  return added === 0 ? null : plural(added, 'new address', 'new addresses');
}

function wordOf(change: Change, row: GuildRow): string {
  const { word } = stateLine(change, row);
  return word.charAt(0).toLowerCase() + word.slice(1);
}

/** For one person: the steps, new addresses to copy, and everything else as a file. */
export function detailsReply(change: Change, entries: readonly AuditEntry[]): Reply {
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

/** Of its details, only what is shown. */
interface Step extends Omit<AuditEntry, 'details'> {
  readonly details: Partial<Record<'attempt' | 'reason' | 'note' | 'status', string | null>> & {
    readonly isDone?: boolean;
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
  return isAnswer && sentAt !== null ? [`${exactMoment(sentAt)} · sent once`, line] : [line];
}

/** The trail, one line per entry; `brokenAt` is the first that was changed or is missing. */
export function trailReply(entries: readonly AuditEntry[], brokenAt: number | null): Reply {
  const title = `Audit trail · ${plural(entries.length, 'entry', 'entries')}`;
  const data = entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
  const rest = brokenAt === 1 ? '' : ' The entries before it are intact.';
  const card =
    brokenAt === null
      ? ({ title, tone: 'good', lines: ['Intact: no entry is missing or changed.'] } as const)
      : ({ title, tone: 'bad', lines: [`**Broken at entry ${brokenAt}.**${rest}`] } as const);
  return cardReply(card, { files: [{ name: 'audit-trail.jsonl', data }] });
}

export function changesCsvReply(changes: readonly Change[]): Reply {
  return csvReply({ name: 'changes', records: changes.map(changeRow) });
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
