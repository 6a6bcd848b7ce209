import type { NamedScope } from '../../../domain/guild/default-scope.js';
import type { Reply } from '../../../domain/messages/reply.js';
import type { Listing, Read } from '../../../pool-api/client.js';
import { cardReply, readNotes } from '../../kit/card.js';
import { listLines, pageButtons, type Pages } from '../../kit/paging.js';
import { COMMA_NOTE } from '../../kit/scope.js';
import { table } from '../../kit/table.js';
import { currencyTitle } from '../../kit/reported-currency.js';
import { escapeMarkdown } from '../../kit/text.js';
import { partColumns, partNotes, type SummaryPart } from './by-site.js';
import { lookalikesLine } from '../lookalikes.js';

interface BySubaccountParts {
  /** No summary if the pool gave no name to query by. */
  readonly parts: readonly {
    readonly name: string;
    readonly summary: SummaryPart['summary'] | null;
  }[];
  /** The list page they come from. */
  readonly read: Read<Pick<Listing<unknown>, 'given'>>;
  readonly currency: string;
  readonly scope: NamedScope;
  readonly pages: Pages;
}

/** Each subaccount's own summary. */
export function bySubaccountReply({
  parts,
  read,
  currency,
  scope,
  pages,
}: BySubaccountParts): Reply {
  const rows = parts.flatMap(({ name, summary }) => (summary === null ? [] : [{ name, summary }]));
  const nameless = parts.length - rows.length;
  return cardReply({
    title: `By subaccount · ${currencyTitle(currency)}`,
    lines: [
      scope.siteName === undefined ? null : `Site: **${escapeMarkdown(scope.siteName)}**`,
      '24-hour hashrate and active miners',
      ...listLines(rows, (shown) => table<SummaryPart>(partColumns('Subaccount'), shown), {
        pages,
        given: read.value.given,
        none: 'The pool lists no subaccounts here.',
      }),
      ...partNotes(rows),
      nameless === 0 ? null : `⚠️ Without a name, so not shown: ${nameless}.`,
      rows.some(({ name }) => name.includes(',')) ? COMMA_NOTE : null,
      lookalikesLine(rows.map(({ name }) => name)),
      readNotes(read),
    ],
    readAt: Math.min(
      read.readAt,
      ...rows.map(({ summary }) => (summary.ok ? summary.value.readAt : Infinity)),
    ),
    components: pageButtons(pages),
  });
}
