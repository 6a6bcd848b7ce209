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
  readonly parts: readonly SummaryPart[];
  /** For how many the pool gave no name to query by. */
  readonly nameless: number;
  /** The list page they come from. */
  readonly read: Read<Pick<Listing<unknown>, 'given'>>;
  readonly currency: string;
  readonly scope: NamedScope;
  readonly pages: Pages;
}

/** Each subaccount's own summary. */
export function bySubaccountReply(shown: BySubaccountParts): Reply {
  const { parts: rows, nameless, read, currency, scope, pages } = shown;
  return cardReply({
    title: `By subaccount · ${currencyTitle(currency)}`,
    lines: [
      scope.siteName === undefined ? null : `Site: **${escapeMarkdown(scope.siteName)}**`,
      '24-hour hashrate and active miners',
      ...listLines(rows, (parts) => table<SummaryPart>(partColumns('Subaccount'), parts), {
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
