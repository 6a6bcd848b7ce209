import type { APIEmbedField } from 'discord-api-types/v10';
import { differences, type Difference } from '../../../domain/json/differences.js';
import { foldName } from '../../../domain/names/lookalike-names.js';
import { missedSpaces, unusualCharacters } from '../../../domain/names/suspicious-characters.js';
import { wideField } from '../../kit/card.js';
import { NOT_GIVEN, plural } from '../../kit/figures.js';
import { code, joinList } from '../../kit/text.js';
import { exactText, inAscii } from '../text/exact-text.js';
import { fieldText } from '../text/field-text.js';

const WHOLE = { title: '⚠️ What changed', limit: 1_020 };
/** Room for how many are left. */
const LAST_LINE = 60;
/** Characters shown of a value; a longer one starts shortly before the difference. */
const MAX_VALUE_LENGTH = 60;
const BEFORE_DIFFERENCE = 10;

/** Before → after of each value that differs, as far as there is room. */
export function differenceFields(
  before: unknown,
  after: unknown,
  { title, limit } = WHOLE,
): APIEmbedField[] {
  const lines: string[] = [];
  let length = 0;
  let left = 0;
  for (const difference of namesFirst([...differences(before, after)])) {
    const line = left > 0 ? '' : differenceLine(difference);
    length += line.length + 1;
    if (left > 0 || length > limit - LAST_LINE) left++;
    else lines.push(line);
  }
  if (left > 0) lines.push(`… and ${plural(left, 'more difference')}; the export has both records`);
  return lines.length === 0 ? [] : [wideField(title, ...lines)];
}

/** Puts an id last and in small print if a name beside it tells people the same. */
function namesFirst(all: readonly Difference[]): readonly (Difference & { isSmall?: true })[] {
  const named = new Set(all.filter(({ path }) => path.at(-1) === 'name').map(parentOf));
  const isSmall = (each: Difference) => each.path.at(-1) === 'id' && named.has(parentOf(each));
  return [
    ...all.filter((each) => !isSmall(each)),
    ...all.filter(isSmall).map((each) => ({ ...each, isSmall: true as const })),
  ];
}

function parentOf({ path }: Difference): string {
  return JSON.stringify(path.slice(0, -1));
}

function differenceLine(difference: Difference & { isSmall?: true }): string {
  const { path, before, after } = difference;
  const { was, is } = differingParts(difference);
  const isText = typeof before === 'string' && typeof after === 'string';
  const isLong = isText && Math.max(before.length, after.length) > MAX_VALUE_LENGTH;
  const place = isLong ? ` differs from character ${firstDifference(before, after) + 1} on:` : '';
  const small = difference.isSmall ? '-# ' : '';
  return `${small}${path.length === 0 ? 'the record' : fieldText(path)}${place} ${was} → ${is}`;
}

/** Two texts that always differ. */
export function differingParts({ before, after }: Difference): { was: string; is: string } {
  const [was, is] = [textOf(before), textOf(after)];
  if (was === null || is === null) return { was: cut(was, 0), is: cut(is, 0) };
  const from = startOfDifference(was, is);
  // With look-alike letters, only their code points look different.
  const isAlike = foldName(part(was, from)) === foldName(part(is, from));
  const write = isAlike ? inAscii : undefined;
  return { was: cut(was, from, write), is: cut(is, from, write) };
}

/** Null if there is no value. */
function textOf(value: unknown): string | null {
  return value === undefined ? null : exactText(value);
}

function firstDifference(was: string, is: string): number {
  let same = 0;
  while (same < was.length && was[same] === is[same]) same++;
  return same;
}

/** 0 if both are shown whole. */
function startOfDifference(was: string, is: string): number {
  if (Math.max(was.length, is.length) <= MAX_VALUE_LENGTH) return 0;
  const from = Math.max(0, firstDifference(was, is) - BEFORE_DIFFERENCE);
  return /[\uDC00-\uDFFF]/.test(was.charAt(from)) ? from - 1 : from;
}

function part(text: string, from: number): string {
  return text.slice(from, from + MAX_VALUE_LENGTH).replace(/[\uD800-\uDBFF]$/, '');
}

function cut(text: string | null, from: number, write = (shown: string) => shown): string {
  if (text === null) return NOT_GIVEN;
  const shown = part(text, from);
  const after = from + shown.length < text.length ? '…' : '';
  const written = write(shown);
  const isWhole = shown === text;
  const marks = [...letterMarks(written), ...(isWhole && hasMissedSpaces(text) ? ['spaces'] : [])];
  const mark = marks.length === 0 ? '' : ` (⚠️ ${joinList(marks, MAX_MARKS)})`;
  return `${code(`${from > 0 ? '…' : ''}${written}${after}`, Infinity)}${mark}`;
}

const MAX_MARKS = 3;

/** The code points outside ASCII, each once. */
function letterMarks(text: string): string[] {
  return [...new Set(unusualCharacters(text).map(({ codePoint }) => codePoint))];
}

const hasMissedSpaces = (text: string) => missedSpaces(text).length > 0;
