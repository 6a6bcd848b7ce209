import { siteOf } from '../../domain/names/site-of.js';
import type { Reply } from '../../domain/messages/reply.js';
import type { Listing, Read } from '../../pool-api/client.js';
import type { Subaccount } from '../../pool-api/resources.js';
import { cardReply, readNotes } from '../kit/card.js';
import { lookalikesLine } from './lookalikes.js';
import { listLines, pageButtons, type Pages } from '../kit/paging.js';
import { table } from '../kit/table.js';
import { escapeMarkdown } from '../kit/text.js';

interface SubaccountsPage {
  readonly read: Read<Listing<Subaccount>>;
  readonly siteName?: string | undefined;
  readonly pages: Pages;
}

export function subaccountsReply({ read, siteName, pages }: SubaccountsPage): Reply {
  const rows = read.value.items;
  const [list = null, pageLine = null] = listLines(rows, subaccountsTable, {
    pages,
    given: read.value.given,
    none: 'The pool lists no subaccounts here.',
  });
  return cardReply({
    title: 'Subaccounts',
    lines: [
      siteName === undefined ? 'All sites' : `Site: **${escapeMarkdown(siteName)}**`,
      list,
      lookalikesLine(rows.map(({ name }) => name)),
      pageLine,
      readNotes(read),
    ],
    readAt: read.readAt,
    components: pageButtons(pages),
  });
}

function subaccountsTable(rows: readonly Subaccount[]): string {
  return table<Subaccount>(
    [
      { heading: 'Name', width: 20, grows: true, cut: 'middle', cell: ({ name }) => name ?? '–' },
      { heading: 'Site', width: 19, cell: siteWord },
    ],
    rows,
  );
}

/** The site's name, else the end of its id; `none` only if the pool says so. */
function siteWord(subaccount: Subaccount): string {
  if (subaccount.site?.name) return subaccount.site.name;
  const site = siteOf(subaccount);
  if (site !== null) return `…${site.id.slice(-8)}`;
  return subaccount.site === null ? 'none' : '–';
}
