import { mapScalars } from './walk.js';

/** Prefixes that break a card, ping people, or break out of a code block or a CSV. */
const hostileStarts: readonly string[] = [
  '@everyone @here <@123> <@&456> <#789> ',
  '**_~~||`a``b```c*_ \\ > # - [x](https://evil.invalid) ',
  "=cmd|' /C calc'!A0 ",
  '\u202E\u2066right to left\u2069\u202C ',
  'zero\u200Bwidth\u200D\uFEFF\u2060 ',
  'bell\u0007 null\u0000 escape\u001B[31m new\nline\r\n\ttab ',
  'long '.repeat(1000),
  '+1+1;-2 @SUM(1) "quoted", ',
  '<t:0:R> </summary:1> <:x:1> https://evil.invalid/?a=1&b=2 discord.gg/x ',
  'Z\u0351\u036B\u0343\u036A\u0302algo \uD83D\uDC69\u200D\uD83D\uDC69\u200D\uD83D\uDC67 \uD83D lone surrogate ',
];

const texts =
  /^(name|account_name|address_name|display_name|description|initiated_by|execution_log_summary|failure_code|model|worker|username|version|subaccount|progressive_username)$/;

/** Texts get hostile prefixes; a path in `url` is made to lead to another host. */
export function hostileText(body: unknown): unknown {
  return mapScalars(body, (value, key) => {
    if (typeof value !== 'string' || value === '') return value;
    if (key === 'url' && value.startsWith('/'))
      return `@evil.invalid${value})[x](https://evil.invalid`;
    return texts.test(key) ? `${startFor(value)}${value}` : value;
  });
}

/** The name that the hostile text was made from; the text itself if none fits. */
export function realName(names: readonly string[], text: string): string {
  const ending = names.filter((name) => text.endsWith(name));
  return ending.toSorted((a, b) => b.length - a.length)[0] ?? text;
}

/** Chosen by the text, not its place, because a name must be the same everywhere. */
function startFor(value: string): string {
  let sum = 0;
  for (let at = 0; at < value.length; at++) sum = (sum * 31 + value.charCodeAt(at)) >>> 0;
  return hostileStarts[sum % hostileStarts.length] ?? '';
}
