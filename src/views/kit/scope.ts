import { joinList, escapeMarkdown } from './text.js';
import type { NamedScope } from '../../domain/guild/default-scope.js';

/** The part of the workspace that figures cover. */
export function scopeLine(scope: NamedScope): string {
  if (scope.siteName !== undefined) return `Site: **${escapeMarkdown(scope.siteName)}**`;
  const names = scope.subaccountNames ?? [];
  if (names.length === 0) return 'All subaccounts';
  const label = names.length === 1 ? 'Subaccount' : 'Subaccounts';
  const line = `${label}: **${joinList(names.map((name) => escapeMarkdown(name, 60)))}**`;
  return names.some((name) => name.includes(',')) ? `${line}\n${COMMA_NOTE}` : line;
}

/** The API only takes names as one string, separated by commas. */
export const COMMA_NOTE = '-# A name here has a comma. The pool may read it as one name or as two.';
