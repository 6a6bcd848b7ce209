/** The values of the pool's enums, which pools spell in several ways. */

/** Some pools number the values of their enums. */
export function isEnumNumber(text: string): boolean {
  return /^-?\d+(?:\.\d+)?$/.test(text);
}

/** Without prefixes: `DAY_OF_WEEK_FRIDAY` is FRIDAY. */
export function enumValue(text: string): string {
  const words = wordsOf(text);
  const start = words.findIndex((word) => !FIELD_WORDS.has(word));
  return start === -1 ? '' : words.slice(start).join('_');
}

/** Prefixes that some languages give to enum values. */
const FIELD_WORDS = new Set('PAYMENT PAYOUT FREQUENCY CURRENCY TYPE DAY OF WEEK'.split(' '));

/** Longer texts are no names of anything. */
export const MAX_ENUM_LENGTH = 200;

/** `updateSubaccount` and `UPDATE_SUBACCOUNT` give the same words. */
export function wordsOf(text: string): string[] {
  return text
    .slice(0, MAX_ENUM_LENGTH)
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1_$2')
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
