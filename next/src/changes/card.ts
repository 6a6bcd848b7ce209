import { escape, quote } from '../cards/kit/text.js';
import { cardReply, type Button, type Line, type Reply } from '../discord/reply.js';
import type { GuildRow } from '../guilds/guild-row.js';
import type { GuildSettings } from '../guilds/settings.js';
import { isOpen, type Change } from './change.js';
import type { Kind } from './kinds/kind.js';
import { kindOf } from './kinds/kinds.js';
import { needsSecond, whyNotAskAgain } from './rules.js';
import { isConfirmable, stateLine } from './state-line.js';
import { cardUrl, changeId, changeName, statusWord } from './words.js';

const MOST_WARNINGS = 5;
const MOST_ROLES = 3;

/** The card of a change in its present state. `isCopy`: another message shows it, and links the card. */
export function changeReply(change: Change, row: GuildRow, { isCopy = false } = {}): Reply {
  const kind = kindOf(change.kind);
  const state = stateLine(change, row);
  const warnings = warningLines(change, kind);
  const card = {
    title: `#${change.number} ${changeName(change)}`,
    tone: state.tone === 'open' && warnings.length > 0 ? ('warning' as const) : state.tone,
    lines: [
      `${state.symbol} **${state.word}**${state.more}`,
      ...bodyLines(change, kind, { row, warnings }),
    ],
    footer: state.footer,
    at: state.at ?? undefined,
  };
  const url = isCopy ? cardUrl(change) : null;
  const buttons = buttonsOf(change, kind, row);
  return cardReply(card, {
    rows: [url === null ? buttons : [...buttons, { label: 'Open the card', url }]],
  });
}

function bodyLines(
  change: Change,
  kind: Kind,
  { row, warnings }: { readonly row: GuildRow; readonly warnings: readonly string[] },
): Line[] {
  const { state, checked, outcome, replacedBy, ending } = change;
  const isSecond = needsSecond(change, row.settings);
  const who = isConfirmable(change, row) ? confirmersOf(row.settings) : null;
  const people = [
    peopleLine(change),
    who !== null && !isSecond && `${who || 'Members with Manage Server'} can confirm`,
  ];
  // A preview of addresses is long.
  const isPeopleFirst = state === 'pending' && kind.isPayment;
  return [
    outcome?.message && ['declined', 'unknown'].includes(state) && quote(outcome.message),
    who !== null && isSecond && `**Second person needed:** ${who || 'members with Manage Server'}`,
    checked && `<@${checked.by}> checked: ${escape(checked.note, 300)}`,
    ...(isPeopleFirst ? people : []),
    ...warnings,
    ...whatLines(change, kind),
    replacedBy !== null && `Now #${replacedBy}`,
    replacedBy === null && state === 'drifted' && ending?.reason,
    ...(isPeopleFirst ? [] : people),
    ...(state === 'unknown' && checked === null ? lookLines(change, isSecond) : []),
    smallPrint(change, kind),
  ];
}

/** Once it was sent, what matters is what the pool says since; only then is it listed as requested. */
function warningLines(change: Change, kind: Kind): string[] {
  const { state, input, present, observed, undoes } = change;
  const known = kind.warnings(input, present);
  const lines = [];
  if (state === 'pending') {
    if (undoes !== null) {
      const gap = undoes.includes('\n') ? '\n' : ' ';
      lines.push(`⚠️ **The pool changed meanwhile:**${gap}${undoes}`);
    }
    lines.push(...known);
  } else if (observed?.isDone) {
    const since = kind.warnings(input, { ...present, facts: observed.facts });
    lines.push(...since.filter((line) => !known.includes(line)));
  }
  if (lines.length <= MOST_WARNINGS) return lines;
  const shown = lines.slice(0, MOST_WARNINGS);
  return [...shown, `⚠️ and ${lines.length - MOST_WARNINGS} more: Details`];
}

function whatLines({ state, input, present, ending }: Change, kind: Kind): readonly Line[] {
  return state === 'drifted' && ending?.found
    ? kind.differences(present, ending.found)
    : kind.what(input, present, state === 'pending');
}

function peopleLine({ requester, confirmer, replaces, reason }: Change): string {
  if (requester === confirmer) return `<@${requester}> requested and confirmed`;
  if (confirmer !== null) return `<@${requester}> requested, <@${confirmer}> confirmed`;
  const again = replaces === null ? '' : `, as #${replaces}`;
  return `<@${requester}> requested${again}${reason ? `: ${escape(reason, 300)}` : ''}`;
}

/** Role mentions; empty where no role is set. */
function confirmersOf({ roles }: GuildSettings): string {
  const ids = [...new Set([...roles.approver, ...roles.manager])];
  const shown = ids.slice(0, MOST_ROLES).map((id) => `<@&${id}>`);
  const more = ids.length - shown.length;
  return `${shown.join(' ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const OTHERS = {
  move: 'move of it',
  create: 'request for it',
  payments: 'payout change of it',
};

function lookLines(change: Change, isSecond: boolean): Line[] {
  const look = isSecond
    ? `Somebody other than <@${change.requester}> looks at the pool, then presses`
    : 'Look at the pool, then press';
  return [
    `Sent once; Pitboss won’t send it again. ${look} *Mark as checked*.`,
    isOpen(change) && `-# Until then, no other ${OTHERS[change.kind]} is accepted.`,
  ];
}

function smallPrint(change: Change, kind: Kind): Line {
  const { state, confirmer, reason, outcome, input, present } = change;
  const parts =
    state === 'pending'
      ? kind.smallPrint(input, present)
      : [
          confirmer !== null && reason && escape(reason, 300),
          state === 'reported' && `sent once, answered ${statusWord(outcome)}`,
        ].filter(Boolean);
  return parts.length > 0 && `-# ${parts.join(' · ')}`;
}

function buttonsOf(change: Change, kind: Kind, row: GuildRow): Button[] {
  const { state, input, present } = change;
  const id = (kind: string) => changeId(kind, change);
  const buttons: Button[] = [];
  if (isConfirmable(change, row)) {
    const isTyped = kind.newAddresses(input, present).length > 0;
    buttons.push(
      isTyped
        ? { label: 'Confirm…', id: id('change-type'), style: 'success' }
        : { label: 'Confirm', id: id('change-confirm'), style: 'success' },
    );
  }
  if (state === 'pending') buttons.push({ label: 'Cancel', id: id('change-cancel') });
  if (state === 'unknown' && change.checked === null)
    buttons.push({ label: 'Mark as checked…', id: id('change-check'), style: 'primary' });
  if (change.replacedBy === null && whyNotAskAgain(change) === null)
    buttons.push({ label: 'Ask again', id: id('change-again') });
  return [...buttons, { label: 'Details', id: id('change-details') }];
}
