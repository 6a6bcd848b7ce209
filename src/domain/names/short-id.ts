import { randomInt } from 'node:crypto';

/** Without what people mistake for each other. */
const ALPHABET = '23456789abcdefghjkmnpqrstvwxyz';

/** Five characters, for people to type: unique enough among the few of a server. */
export function newShortId(): string {
  return Array.from({ length: 5 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}
