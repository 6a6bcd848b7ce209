import { inFours } from '../cards/addresses.js';
import { exactMoment, moment } from '../cards/kit/times.js';
import {
  cardReply,
  type Button,
  type Form,
  type Line,
  type Reply,
  type Tone,
} from '../discord/reply.js';
import type { GuildRow } from '../guilds/transaction.js';
import { escape, oneLine, quote } from '../text.js';
import { isOpen, LOOKS_END_MS, type Change, type ChangeState } from './change.js';
import { kindOf, type BoundKind } from './kinds/kinds.js';
import { paymentInput } from './kinds/payment-record.js';
import { confirmersOf, needsSecond, whyNotAskAgain } from './confirm-rules.js';
import {
  cardUrl,
  changeId,
  changeName,
  numberLink,
  requiresApproval,
  statusCode,
  statusWord,
} from './words.js';

/** Discord's limit is 4,096; roles that may confirm are named later too. */
const LONGEST = 3_900;

/** The card of a change in its present state. `isCopy`: another message shows it, and links the card. */
export function changeReply(change: Change, row: GuildRow, { isCopy = false } = {}): Reply {
  const kind = kindOf(change);
  const state = stateLine(change, row);
  const warnings = warningLines(change, kind);
  const card = {
    title: `#${change.number} ${changeName(change)}`,
    tone: state.tone === 'open' && warnings.length > 0 ? ('warning' as const) : state.tone,
    lines: [`${state.symbol} **${state.word}**${state.more}`, ...bodyLines(change, kind, row)],
    footer: state.footer,
    at: state.at ?? undefined,
  };
  const url = isCopy ? cardUrl(change) : null;
  const buttons = buttonsOf(change, kind, row);
  return cardReply(card, {
    rows: [url === null ? buttons : [...buttons, { label: 'Open the card', url }]],
  });
}

/** Nobody should confirm what they can't see. */
export function fitsCard(change: Change, row: GuildRow): boolean {
  const [card] = changeReply(change, row).cards ?? [];
  return (card?.lines ?? []).filter(Boolean).join('\n').length <= LONGEST;
}

function bodyLines(change: Change, kind: BoundKind, row: GuildRow): Line[] {
  const { guildId, state, checked, outcome, replacedBy, ending } = change;
  const isSecond = needsSecond(change, row.settings);
  const who = isConfirmable(change, row) ? confirmersOf(row.settings) : null;
  const people = [
    peopleLine(change),
    who !== null && !isSecond && `${who || 'Members with Manage Server'} can confirm`,
  ];
  // A preview of addresses is long.
  const isPeopleFirst = state === 'pending' && change.kind === 'payments';
  return [
    outcome?.message && ['declined', 'unknown'].includes(state) && quote(outcome.message),
    who !== null && isSecond && `**Second person needed:** ${who || 'members with Manage Server'}`,
    checked && `<@${checked.by}> checked: ${escape(checked.note, 300)}`,
    ...(isPeopleFirst ? people : []),
    ...warningLines(change, kind),
    ...whatLines(change, kind),
    replacedBy && `Now ${numberLink({ guildId, ...replacedBy })}`,
    replacedBy === null && state === 'drifted' && ending?.reason,
    ...(isPeopleFirst ? [] : people),
    ...(state === 'unknown' && checked === null ? lookLines(change, isSecond) : []),
    smallPrint(change, kind),
  ];
}

/** Before confirming, all warnings; once the change is done, only those that are new since then. */
function warningLines(change: Change, kind: BoundKind): readonly string[] {
  const { state, present, observed, undoes } = change;
  if (state === 'pending') {
    const gap = undoes?.includes('\n') ? '\n' : ' ';
    const meanwhile = undoes ? [`⚠️ **The pool changed meanwhile:**${gap}${undoes}`] : [];
    return [...meanwhile, ...kind.warnings()];
  }
  if (!observed?.isDone) return [];
  const known = kind.warnings();
  const since = kindOf({ ...change, present: { ...present, facts: observed.facts } }).warnings();
  return since.filter((line) => !known.includes(line));
}

function whatLines({ state, ending }: Change, kind: BoundKind): readonly Line[] {
  return state === 'drifted' && ending?.found
    ? kind.differences(ending.found)
    : kind.what(state === 'pending');
}

function peopleLine({ requester, confirmer, replaces, reason }: Change): string {
  if (requester === confirmer) return `<@${requester}> requested and confirmed`;
  if (confirmer !== null) return `<@${requester}> requested, <@${confirmer}> confirmed`;
  const again = replaces === null ? '' : `, as #${replaces}`;
  return `<@${requester}> requested${again}${reason ? `: ${escape(reason, 300)}` : ''}`;
}

function lookLines(change: Change, isSecond: boolean): Line[] {
  const look = isSecond
    ? `Somebody other than <@${change.requester}> looks at the pool, then presses`
    : 'Look at the pool, then press';
  // It waited in a backup that was restored.
  const sent = change.sentAt === null ? 'It may have been sent since' : 'Sent once';
  return [
    `${sent}; Pitboss won’t send it again. ${look} *Mark as checked*.`,
    isOpen(change) && '-# Until then, no other change of it is accepted.',
  ];
}

function smallPrint(change: Change, kind: BoundKind): Line {
  const { state, confirmer, reason, outcome } = change;
  const parts =
    state === 'pending'
      ? kind.smallPrint()
      : [
          confirmer !== null && reason && escape(reason, 300),
          state === 'reported' && `sent once, answered ${statusWord(outcome)}`,
        ].filter(Boolean);
  return parts.length > 0 && `-# ${parts.join(' · ')}`;
}

function buttonsOf(change: Change, kind: BoundKind, row: GuildRow): Button[] {
  const { state } = change;
  const id = (kind: string) => changeId(kind, change);
  const buttons: Button[] = [];
  if (isConfirmable(change, row)) {
    const [label, to] =
      kind.newAddresses.length > 0 ? ['Confirm…', 'change-type'] : ['Confirm', 'change-confirm'];
    buttons.push({ label, id: id(to), style: 'Success' });
  }
  if (state === 'pending') buttons.push({ label: 'Cancel', id: id('change-cancel') });
  if (state === 'unknown' && change.checked === null)
    buttons.push({ label: 'Mark as checked…', id: id('change-check'), style: 'Primary' });
  if (change.replacedBy === null && whyNotAskAgain(change) === null)
    buttons.push({ label: 'Ask again', id: id('change-again') });
  return [...buttons, { label: 'Details', id: id('change-details') }];
}

type StateLine = ReturnType<typeof line>;

/** A change's state: the first line of its card, its colour, and the event behind it. */
export function stateLine(change: Change, row: GuildRow): StateLine {
  const { state, outcome, observed, ending, sentAt, endedAt } = change;
  const nothing = ' · nothing was sent';
  const declined = statusCode(outcome) + (observed?.isDone ? ', but the pool lists it' : '');
  const lines: Readonly<Record<ChangeState, () => StateLine>> = {
    pending: () => pendingLine(change, row),
    sending: () =>
      line('📤 Sending', ' · no answer from the pool yet', ['open', 'Confirmed', sentAt]),
    reported: () => reportedLine(change),
    declined: () => line('❌ Declined by the pool', declined, ['bad', ANSWERED, endedAt]),
    unsent: () => line('🚫 Not sent', ` · ${outcome?.reason}`, ['warning', 'Stopped', endedAt]),
    unknown: () => unknownLine(change),
    drifted: () => line('🔁 Out of date', nothing, ['over', 'Stopped', endedAt]),
    cancelled: () =>
      line('🚫 Cancelled', ` by <@${ending?.by}>${nothing}`, ['over', 'Cancelled', endedAt]),
    expired: () => line('⌛ Expired', nothing, ['over', 'Expired', endedAt]),
  };
  return lines[state]();
}

const ANSWERED = 'The pool answered';
const SEEN = 'Seen at the pool';

/** Whether anybody could confirm it now. */
function isConfirmable({ state, keyVersion }: Change, row: GuildRow): boolean {
  return state === 'pending' && row.frozen === null && row.keyVersion === keyVersion;
}

function pendingLine(change: Change, row: GuildRow): StateLine {
  const { expiresAt, askedAt, keyVersion, replaces } = change;
  const footer = replaces === null ? 'Requested' : 'Requested again';
  const expires = ` · expires ${moment(expiresAt, 'R')}`;
  if (row.keyVersion !== keyVersion)
    return line('🚫 Can’t be confirmed', ' · the API key changed', ['warning', footer, askedAt]);
  return row.frozen
    ? line('🧊 Changes are frozen', expires, ['warning', footer, askedAt])
    : line('⏳ Waiting', expires, ['open', footer, askedAt]);
}

function reportedLine({ outcome, observed, endedAt, dueAt }: Change): StateLine {
  const sent = '📨 Sent';
  if (observed?.isDone) {
    const as = observed.status === null ? '' : ` as ${escape(observed.status, 40)}`;
    return line('✅ Done', ` · the pool lists it${as}`, ['good', SEEN, observed.at]);
  }
  if (observed?.status) {
    const more = ` · the pool lists it as **${escape(observed.status, 40)}**`;
    return line(sent, more, ['open', SEEN, observed.at]);
  }
  if (dueAt === null) {
    const by = exactMoment((endedAt ?? 0) + LOOKS_END_MS);
    return line(sent, ` · not seen at the pool by ${by}`, ['warning', ANSWERED, endedAt]);
  }
  const more = requiresApproval(outcome?.body)
    ? ' · waiting for approval at the pool'
    : ` · the pool answered **${statusWord(outcome)}**`;
  return line(sent, more, ['open', ANSWERED, endedAt]);
}

function unknownLine({ outcome, observed, checked, sentAt, endedAt }: Change): StateLine {
  const words = '❓ Outcome unknown';
  if (checked) return line(words, ' · checked', ['over', 'Checked', checked.at]);
  return observed?.isDone
    ? line(words, ', but the pool lists it', ['warning', SEEN, observed.at])
    : line(words, ` · ${outcome?.reason}`, [
        'warning',
        sentAt === null ? 'Restored' : 'Sent',
        sentAt ?? endedAt,
      ]);
}

/** `more` is Markdown that continues the words, which begin with a symbol. */
function line(
  words: string,
  more: string,
  [tone, footer, at]: readonly [Tone, string, number | null],
) {
  const [symbol = '', ...rest] = words.split(' ');
  return { symbol, word: rest.join(' '), more, tone, footer, at };
}

/** The ends of new addresses are typed to confirm them. */
export function confirmForm(change: Change): Form {
  const { subaccount } = paymentInput.parse(change.input);
  return {
    form: changeId('change-confirm', change),
    title: `Confirm #${change.number}: ${oneLine(subaccount)}`,
    fields: kindOf(change).newAddresses.map((address, index) => ({
      name: `address${index + 1}`,
      label: `${inFours(address).slice(0, 19)}…: last six characters`,
      help: 'Compare the whole address with your own records first.',
      required: true,
      maxLength: 20,
    })),
  };
}

export function checkForm(change: Change): Form {
  return {
    form: changeId('change-checked', change),
    title: `Mark #${change.number} as checked`,
    fields: [
      {
        name: 'note',
        label: 'What did you find at the pool?',
        help: 'Everyone sees it.',
        multiline: true,
        required: true,
        maxLength: 300,
      },
    ],
  };
}
