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
  return site === null ? ofSubaccounts(subaccounts) : ofSite(site);
}

export function ofSite({ id, name }: { readonly id: string; readonly name: string }): NamedScope {
  return { scope: { siteId: id }, title: ` · ${escape(name, 40)}` };
}

export function ofSubaccounts(names: readonly string[]): NamedScope {
  if (names.length === 0) return { title: '' };
  const shown = names.map((name) => escape(name, 40));
  return { scope: { subaccounts: names }, title: ` · ${listed(shown, 2)}` };
}
