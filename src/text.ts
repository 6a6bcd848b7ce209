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

export function cut(text: string, max: number): string {
  const characters = Array.from(text);
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join('')}…`;
}

/** Discord shows invisible characters as nothing, so they are left out. */
export function oneLine(text: unknown): string {
  const plain = typeof text === 'string' ? text : JSON.stringify(text);
  return (plain ?? '').replaceAll(/\s+/g, ' ').replaceAll(INVISIBLE, '').trim();
}

/** Why people cannot see a name as it is: "Character 9 is invisible". Null if they can. */
export function nameProblem(name: string): string | null {
  const invisible = Array.from(name).findIndex((letter) => /[\p{C}\p{Zl}\p{Zp}]/u.test(letter));
  if (invisible >= 0) return `Character ${invisible + 1} is invisible`;
  return oneLine(name) === name ? null : 'It has spaces that nobody sees';
}

const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz';

/** Five letters or digits that people can type, without lookalikes. */
export function newId(): string {
  return Array.from({ length: 5 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}
