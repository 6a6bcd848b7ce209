/** Text for cards. Whatever comes from the pool or from people goes through `escape` or `code`. */

import { cut, escape, oneLine } from '../../text.js';

export { code, cut, escape, oneLine } from '../../text.js';

/** For a cell of a table, which stands in a code block. */
export function cell(text: unknown, max = 18): string {
  return cut(oneLine(text), max).replaceAll('`', 'ˋ');
}

/** `a · b`, without what is absent. */
export function dotted(...parts: readonly (string | number | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(' · ');
}

/** What the pool said, quoted. */
export function quote(text: unknown): string {
  return `> ${escape(text, 200)}`;
}

const NUMBER = new Intl.NumberFormat('en');

/** "1 change", "2 changes". */
export function plural(total: number, one: string, many = `${one}s`): string {
  return `${NUMBER.format(total)} ${total === 1 ? one : many}`;
}

/** "a", "a and b", "a, b and 3 more". */
export function listed(names: readonly string[], most = 3): string {
  const shown = names.length > most ? names.slice(0, most - 1) : names;
  const rest = names.length - shown.length;
  const parts = rest > 0 ? [...shown, `${rest} more`] : [...shown];
  const last = parts.pop() ?? '';
  return parts.length === 0 ? last : `${parts.join(', ')} and ${last}`;
}
