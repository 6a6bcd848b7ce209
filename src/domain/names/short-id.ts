import { randomInt } from 'node:crypto';

/** Leaves out characters that people confuse. */
const ALPHABET = '23456789abcdefghjkmnpqrstvwxyz';

/** Five characters for people to type: unique enough among a server's few. */
export function newShortId(): string {
  return Array.from({ length: 5 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}
