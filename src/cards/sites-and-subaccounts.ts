import type { Card } from '../discord/reply.js';
import type { GuildSettings } from '../guilds/settings.js';
import type { MinerFilter, Scope, Site } from '../pool/pool.js';
import type { Subaccount } from '../pool/schemas.js';
import { cell, dotted, escape, listed } from '../text.js';
import { table, type Page } from './kit/table.js';

/** A part of the workspace; `title` continues a card's title: ` · North Ridge`, or empty. */
export interface NamedScope {
  readonly scope?: Scope | undefined;
  readonly title: string;
}

/** The server's default. */
export function defaultScope({ site, subaccounts }: GuildSettings): NamedScope {
  if (site !== null) return { scope: { siteId: site.id }, title: ` · ${escape(site.name, 40)}` };
  if (subaccounts.length === 0) return { title: '' };
  const names = subaccounts.map((name) => escape(name, 40));
  return { scope: { subaccounts }, title: ` · ${listed(names, 2)}` };
}

/** Null for some subaccounts: the pool's list of miners names none. */
export function minerFilterOf({ scope }: NamedScope): Pick<MinerFilter, 'site_id'> | null {
  if (scope === undefined) return {};
  return 'siteId' in scope ? { site_id: scope.siteId } : null;
}

export function subaccountsCard({ rows }: Page<Subaccount>, site: Site | null): Card {
  const cells = rows.map((each) => [
    cell(each.name || '–', 20),
    cell(each.site?.name ?? each.site?.id ?? each.site_id ?? '–', 15),
  ]);
  const list = table(['Name', 'Site'], cells, ['left', 'left']);
  return {
    title: dotted('Subaccounts', site && escape(site.name, 40)),
    lines: [rows.length === 0 ? 'No subaccounts.' : list],
  };
}
