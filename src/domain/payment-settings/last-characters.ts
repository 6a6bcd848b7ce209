import { addressAsRead, isSameAddress } from './address-checks.js';

/** Enough for honest addresses; somebody who forges one can make more of them match. */
const LEAST = 6;

/**
 * How many of the last characters tell each address from every other known one, at least six. Case,
 * spaces and what nobody sees aren't compared, because they aren't when somebody types or reads them.
 */
export function tellingLength(addresses: readonly string[], known: readonly string[]): number {
  const lengths = addresses.flatMap((address) =>
    known
      .filter((each) => !isSameAddress(each, address))
      .map((each) => sharedEnd(address, each) + 1),
  );
  return Math.max(LEAST, ...lengths);
}

function sharedEnd(one: string, other: string): number {
  const [a, b] = [addressAsRead(one).toLowerCase(), addressAsRead(other).toLowerCase()];
  let shared = 0;
  while (shared < a.length && shared < b.length && a.at(-1 - shared) === b.at(-1 - shared))
    shared++;
  return shared;
}

interface TypedEnd {
  readonly end: string;
  readonly isExact?: true;
}

/**
 * Whether somebody typed the end of each. Ignores spaces, order and, unless only case tells an
 * address from a known one, case: phones begin lines with a capital, and the card groups by four.
 */
export function areTyped(wanted: readonly TypedEnd[], typed: string): boolean {
  return isMadeOf(typed.replaceAll(/[\s,;]+/g, ''), wanted);
}

/** Whether `text` is all of these ends in any order, with nothing between them. */
function isMadeOf(text: string, ends: readonly TypedEnd[]): boolean {
  if (ends.length === 0) return text === '';
  return ends.some(
    (each, index) =>
      // Equal ones are tried once: otherwise many of them would take forever.
      ends.findIndex(({ end }) => end === each.end) === index &&
      beginsWith(text, each) &&
      isMadeOf(text.slice(each.end.length), ends.toSpliced(index, 1)),
  );
}

function beginsWith(text: string, { end, isExact }: TypedEnd): boolean {
  const start = text.slice(0, end.length);
  return isExact ? start === end : start.toLowerCase() === end.toLowerCase();
}
