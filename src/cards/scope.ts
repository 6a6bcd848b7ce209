import type { GuildSettings } from '../guilds/settings.js';
import type { Scope } from '../pool/pool.js';
import { escape, listed } from './kit/text.js';

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
