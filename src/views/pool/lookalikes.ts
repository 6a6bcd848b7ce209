import type { APIEmbedField } from 'discord-api-types/v10';
import { firstDifference, foldName, lookalikesOfEach } from '../../domain/names/lookalike-names.js';
import {
  invisibleCharacters,
  missedSpaces,
  unusualCharacters,
  type NamedCharacter,
  type SpaceRun,
} from '../../domain/names/suspicious-characters.js';
import { wideField } from '../kit/card.js';
import { code, firstOf, joinList } from '../kit/text.js';

/** For a list; the change's card says more. */
export const LOOKALIKE_MARK = '⚠️ looks like another name';

const MAX_LETTERS = 3;
const MAX_NAMES = 5;
/** A pool can list any number of names that look alike; each with each other would be its square. */
const MAX_OTHERS = 20;

/** `U+0430 (character 1)`, for the first few. */
export function letterList(letters: readonly NamedCharacter[]): string {
  return joinList(
    letters.map(({ codePoint, position }) => `${codePoint} (character ${position})`),
    MAX_LETTERS,
  );
}

/**
 * ` (⚠️ U+0430)`, beside a value of which the first `most` characters are shown, invisible ones escaped;
 * empty for plain ASCII letters.
 */
export function unusualLettersMark(whole: string, most = 200): string {
  const text = whole.slice(0, most);
  const escaped = new Set(invisibleCharacters(text).map(({ codePoint }) => codePoint));
  const unusual = unusualCharacters(text).map(({ codePoint }) => codePoint);
  const letters = new Set(unusual.filter((codePoint) => !escaped.has(codePoint)));
  return letters.size === 0 ? '' : ` (⚠️ ${joinList([...letters], MAX_LETTERS)})`;
}

/** Null for plain ASCII letters with single spaces between them. */
export function unusualLettersLine(text: string, what = 'this name'): string | null {
  const [letters, spaces] = [unusualCharacters(text), missedSpaces(text)];
  const lines = [
    ...(letters.length === 0 ? [] : [`⚠️ Unusual letters in ${what}: ${letterList(letters)}.`]),
    ...(spaces.length === 0
      ? []
      : [`⚠️ Extra spaces in ${what}: ${joinList(spaces.map(spaceText), 3)}.`]),
  ];
  return lines.length === 0 ? null : lines.join('\n');
}

function spaceText({ from, to }: SpaceRun): string {
  return from === to ? `character ${from}` : `characters ${from} to ${to}`;
}

interface AlikeNames {
  readonly names: readonly string[];
  /** Of the usual length of each name. */
  readonly share?: number;
}

/** `what`: `another subaccount`, say; null if no name looks like it. */
export function looksLikeLine(
  name: string,
  what: string,
  { names: alike, share = 1 }: AlikeNames,
): string | null {
  if (alike.length === 0) return null;
  const names = alike
    .slice(0, Math.ceil(MAX_NAMES * share))
    .map((each) => `${code(each, Math.ceil(80 * share))} (${differenceText(each, [name])})`);
  return `⚠️ **Looks like ${what}:** ${firstOf(names, alike.length)}. In this one, ${differenceText(name, alike)}.`;
}

/** `character 6 is U+200B`, where a name differs from the first other ones; empty if it doesn't. */
export function differenceText(name: string, others: readonly string[]): string {
  const words = others
    .slice(0, MAX_OTHERS)
    .filter((other) => other !== name)
    .map((other) => firstDifference(name, other))
    .map((each) =>
      'endsAfter' in each
        ? `it ends after character ${each.endsAfter}`
        : `character ${each.position} is ${each.codePoint}`,
    );
  return joinList([...new Set(words)], MAX_LETTERS);
}

/** For a list with different names that look alike; null if none do. */
export function lookalikesLine(names: readonly (string | null | undefined)[]): string | null {
  const given = [...new Set(names.filter((name) => typeof name === 'string'))];
  const alike = Array.from(lookalikesOfEach(given, given), ([name, others]) => {
    return { name, others, fold: foldName(name) };
  }).toSorted((one, other) => (one.fold < other.fold ? -1 : 1));
  const shown = alike
    .slice(0, 2 * MAX_NAMES)
    .map(({ name, others }) => `${code(name, 80)} (${differenceText(name, others)})`);
  return alike.length === 0
    ? null
    : `⚠️ **These look alike but are different names:** ${firstOf(shown, alike.length)}.`;
}

export function notComparedField(): APIEmbedField {
  return wideField(
    '⚠️ Not compared',
    'Not all names and addresses of other subaccounts could be read, so one here may look like one of theirs without a warning.',
  );
}
