import type { Card } from '../discord/reply.js';
import type { Subaccount } from '../pool/schemas.js';
import { table } from './kit/table.js';
import { cell } from './kit/text.js';

/** `scope` continues the title, such as ` · North Ridge`. */
export function subaccountsCard(rows: readonly Subaccount[], scope: string): Card {
  const list = rows.length === 0 ? 'No subaccounts.' : subaccountsTable(rows);
  return { title: `Subaccounts${scope}`, lines: [list] };
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
