import type { GuildSettings } from './guild-settings.js';

type ScopeDefaults = Pick<GuildSettings, 'siteId' | 'siteName' | 'subaccounts'>;

/** The default scope of figures. The pool accepts one filter or the other. */
export function defaultScope(settings: ScopeDefaults): NamedScope {
  const site = defaultSite(settings);
  if (site.siteId !== undefined) return site;
  const { subaccounts } = settings;
  return subaccounts.length === 0 ? {} : { subaccountNames: subaccounts };
}

/** The same where only a site can be given. */
export function defaultSite({ siteId, siteName }: ScopeDefaults): {
  siteId?: string;
  siteName?: string;
} {
  return siteId === undefined ? {} : { siteId, siteName: siteName ?? siteId };
}

/** A part of the workspace, with the site's name for display. */
export interface NamedScope {
  readonly subaccountNames?: readonly string[] | undefined;
  readonly siteId?: string | undefined;
  readonly siteName?: string | undefined;
}
