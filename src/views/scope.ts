import { listing, plain } from './text.js';

/** Which part of the workspace was asked for, with the words that say it. */
export interface NamedScope {
  readonly subaccountNames?: readonly string[] | undefined;
  readonly siteId?: string | undefined;
  readonly siteName?: string | undefined;
}

/** Which part of the workspace figures are about, in one line. */
export function scopeLine(scope: NamedScope): string {
  if (scope.siteName !== undefined) return `Site: **${plain(scope.siteName)}**`;
  const names = scope.subaccountNames ?? [];
  if (names.length === 0) return 'All subaccounts';
  const label = names.length === 1 ? 'Subaccount' : 'Subaccounts';
  return `${label}: **${listing(names.map((name) => plain(name, 60)))}**`;
}
