import type { Card } from '../discord/reply.js';
import type { Site } from '../pool/pool.js';
import type { Subaccount } from '../pool/schemas.js';
import { table, type Page } from './kit/table.js';
import { cell, dotted, escape } from './kit/text.js';

export function subaccountsCard({ rows }: Page<Subaccount>, site: Site | null): Card {
  const cells = rows.map((each) => [cell(each.name || '–', 20), siteCell(each)]);
  const list = table(['Name', 'Site'], cells, ['left', 'left']);
  return {
    title: dotted('Subaccounts', site && escape(site.name, 40)),
    lines: [rows.length === 0 ? 'No subaccounts.' : list],
  };
}

/** Its name, else the end of its id. */
function siteCell({ site, site_id: flatId }: Subaccount): string {
  const id = site?.id ?? flatId;
  if (site?.name) return cell(site.name, 15);
  return id ? `…${cell(String(id).slice(-8))}` : '–';
}
