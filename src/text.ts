import { randomInt } from 'node:crypto';

/** Text from the pool or from people goes through `escape` or `code` before anybody reads it. */

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** One line that formats, links and pings nothing, cut to `max` characters. */
export function escape(text: unknown, max = 80): string {
  return cut(oneLine(text), max)
    .replaceAll(/[\\*_~`|<>[\]()#@:]|(?<![\w/<.:-])\/(?=[a-z])/g, '\\$&')
    .replace(/^([-+])/, '\\$1')
    .replace(/^(\d+)\.(?= |$)/, '$1\\.');
}

/** The same inside a code span, where nothing is formatted; a command in it is not made tappable. */
export function code(text: unknown, max = 80): string {
  const plain = cut(oneLine(text), max).replaceAll('`', 'ˋ');
  return `\`${plain.replace(/^\//, '\u2060/')}\``;
}

/** At most `max` UTF-16 units, never half a character, with `…` for what was cut. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  if (max < 1) return '';
  return `${text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** The least important lines come last, so lines are cut from the end. */
export function cutLines(text: string, max: number): string {
  if (text.length <= max) return text;
  const lines = text.split('\n');
  for (let end = lines.length - 1; end > 0; end--) {
    const missing = lines.length - end;
    const kept = lines.slice(0, end).join('\n');
    const isInBlock = kept.split('```').length % 2 === 0;
    const note = `… ${missing} more ${missing === 1 ? 'line' : 'lines'}`;
    const shown = `${kept}\n${isInBlock ? '```\n' : ''}${note}`;
    if (shown.length <= max) return shown;
  }
  return cut(text, max);
}

/** Discord shows invisible characters as nothing, so they are left out. */
export function oneLine(text: unknown): string {
  const plain = typeof text === 'string' ? text : JSON.stringify(text);
  return (plain ?? '').replaceAll(/\s+/g, ' ').replaceAll(INVISIBLE, '').trim();
}

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

/** Why people cannot see a name as it is: "Character 9 is invisible". Null if they can. */
export function nameProblem(name: string): string | null {
  const invisible = Array.from(name).findIndex((letter) => /[\p{C}\p{Zl}\p{Zp}]/u.test(letter));
  if (invisible >= 0) return `Character ${invisible + 1} is invisible`;
  return oneLine(name) === name ? null : 'It has spaces that nobody sees';
}

/** Without the spaces and invisible characters around it, which people paste along. */
export function trimmed(text: string): string {
  return text.replaceAll(/^[\s\p{Cc}\p{DI}]+|[\s\p{Cc}\p{DI}]+$/gu, '');
}

const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz';

/** Five letters or digits that people can type, without lookalikes. */
export function newId(): string {
  return Array.from({ length: 5 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}
