import { oneLine, plural } from '../cards/kit/text.js';
import { moment } from '../cards/kit/times.js';
import { customId } from '../discord/custom-id.js';
import { cardReply, pageButtons, type Button, type Reply } from '../discord/reply.js';
import type { GuildRow } from '../guilds/guild-row.js';
import type { Change, ChangeState } from './change.js';
import { stateLine } from './card.js';
import { kindOf } from './kinds/kinds.js';
import { changeName, numberLink } from './words.js';

const PAGE_SIZE = 7;

export interface ChangesFilter {
  readonly state: ChangeState | null;
  readonly only: 'open' | 'mine' | null;
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
  const isFiltered = filter.state !== null || filter.only !== null;
  const empty = isFiltered
    ? 'No changes match.'
    : 'No changes yet. `/subaccount move` requests one.';
  const card = {
    title: ['Changes', filter.state, filter.only].filter(Boolean).join(' · '),
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
    customId('changes', state ?? 'any', only ?? 'all', String(number));
  const only = (label: string, only: ChangesFilter['only']): Button => ({
    label,
    id: idOf({ state: null, only }, -1),
    disabled: filter.state === null && filter.only === only,
  });
  const turn = pageButtons(page, page < pages, (to) => idOf(filter, to));
  return cardReply(card, {
    rows: [
      ...(shown.length > 0 ? [select] : []),
      [only('All', null), only('Open', 'open'), only('Mine', 'mine')],
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
