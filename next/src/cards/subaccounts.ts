import type { Card } from '../discord/reply.js';
import type { Subaccount } from '../pool/schemas.js';
import { table } from './kit/table.js';
import { cell } from './kit/text.js';
import type { ListPage } from './list-page.js';

export interface SubaccountsPage extends ListPage<Subaccount> {
  /** Continues the title, such as ` · North Ridge`. */
  readonly scope: string;
}

export function subaccountsCard({ rows, scope, footer, at, incomplete }: SubaccountsPage): Card {
  const list = rows.length === 0 ? 'No subaccounts.' : subaccountsTable(rows);
  return { title: `Subaccounts${scope}`, lines: [list, incomplete], footer, at };
}

function subaccountsTable(rows: readonly Subaccount[]): string {
  return table(
    ['Name', 'Site'],
    rows.map((each) => [cell(each.name || '–', 20), siteCell(each)]),
    ['left', 'left'],
  );
}

/** Its name, else the end of its id. */
function siteCell({ site, site_id: flatId }: Subaccount): string {
  const id = site?.id ?? flatId;
  if (site?.name) return cell(site.name, 15);
  return id ? `…${cell(String(id).slice(-8))}` : '–';
}
