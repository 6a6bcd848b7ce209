import type { GuildSettings } from './guild-settings.js';

type Defaults = Pick<GuildSettings, 'siteId' | 'siteName' | 'subaccounts'>;

/** What figures are asked for where nobody says otherwise; the pool takes one filter or the other. */
export function defaultScope(settings: Defaults): NamedScope {
  const site = defaultSite(settings);
  if (site.siteId !== undefined) return site;
  const { subaccounts } = settings;
  return subaccounts.length === 0 ? {} : { subaccountNames: subaccounts };
}

/** The same for what takes a site alone. */
export function defaultSite({ siteId, siteName }: Defaults): {
  siteId?: string;
  siteName?: string;
} {
  return siteId === undefined ? {} : { siteId, siteName: siteName ?? siteId };
}

/** Which part of the workspace was asked for, with the words that say it. */
export interface NamedScope {
  readonly subaccountNames?: readonly string[] | undefined;
  readonly siteId?: string | undefined;
  readonly siteName?: string | undefined;
}
