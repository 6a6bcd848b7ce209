import type { Card } from '../discord/reply.js';
import type { Subaccount } from '../pool/schemas.js';
import { table } from './kit/table.js';
import { cell } from './kit/text.js';

/** `scope` continues the title, such as ` · North Ridge`. */
export function subaccountsCard(rows: readonly Subaccount[], scope: string): Card {
  const cells = rows.map((each) => [cell(each.name || '–', 20), siteCell(each)]);
  const list = table(['Name', 'Site'], cells, ['left', 'left']);
  return { title: `Subaccounts${scope}`, lines: [rows.length === 0 ? 'No subaccounts.' : list] };
}

/** Its name, else the end of its id. */
function siteCell({ site, site_id: flatId }: Subaccount): string {
  const id = site?.id ?? flatId;
  if (site?.name) return cell(site.name, 15);
  return id ? `…${cell(String(id).slice(-8))}` : '–';
}
