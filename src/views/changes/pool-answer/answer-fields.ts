import type { APIEmbedField } from 'discord-api-types/v10';
import type { LabelledValue } from '../../../domain/changes/undocumented-fields.js';
import type { JsonPath } from '../../../domain/json/differences.js';
import { isRecord } from '../../../domain/json/is-record.js';
import { isWholeAddress } from '../../../domain/payment-settings/address-checks.js';
import { wideField } from '../../kit/card.js';
import { unusualLettersMark } from '../../pool/lookalikes.js';
import { pathText, valueText } from '../text/exact-text.js';

/** Fields of an answer that have no place on the card, one per line: `payment.frequency` DAILY. */

const FIELD_LIMIT = 1000;

interface FieldLayout {
  readonly title: string;
  /** Heading of the fields after the first. */
  readonly continued: string;
  /** At most this many fields; the trail has the whole answer. */
  readonly mostFields: number;
  /** Most characters of one value. */
  readonly mostOfValue: number;
  /** Most characters of one embed field. */
  readonly mostOfField?: number;
}

/** As many values as fit, each with its path, and how many are left. */
export function valueFields(value: unknown, listing: FieldLayout): APIEmbedField[] {
  return labelledFields([[undefined, value]], listing);
}

function labelledFields(parts: readonly LabelledValue[], listing: FieldLayout): APIEmbedField[] {
  return leafFields(leavesOf(parts), listing);
}

type LabelledLeaf = readonly [label: string | undefined, path: JsonPath, value: unknown];

function leafFields(leavesIn: Iterable<LabelledLeaf>, listing: FieldLayout): APIEmbedField[] {
  const { title, continued, mostFields, mostOfValue, mostOfField = FIELD_LIMIT } = listing;
  const fields: string[] = [];
  let left = 0;
  for (const [label, path, leaf] of leavesIn) {
    const last = fields.at(-1);
    // Formats only what is shown, because an answer may hold 100,000 values.
    const line = left > 0 ? '' : `${pathText(path, label)} ${markedValue(leaf, mostOfValue)}`;
    if (left > 0) left++;
    else if (last !== undefined && last.length + 1 + line.length <= mostOfField) {
      fields[fields.length - 1] = `${last}\n${line}`;
    } else if (fields.length < mostFields) fields.push(line);
    else left = 1;
  }
  return fields.map((text, index) =>
    wideField(
      index === 0 ? title : continued,
      left > 0 && index === fields.length - 1 ? `${text}\n… and ${left} more` : text,
    ),
  );
}

function markedValue(leaf: unknown, most: number): string {
  return `${valueText(leaf, most)}${typeof leaf === 'string' ? unusualLettersMark(leaf, most) : ''}`;
}

function* leavesOf(parts: readonly LabelledValue[]): Generator<LabelledLeaf> {
  for (const [label, value] of parts)
    for (const [path, leaf] of leaves(value, [])) yield [label, path, leaf];
}

/** Null, `[]` and `{}` count as values too, unless they are the whole answer. */
function* leaves(value: unknown, path: JsonPath): Generator<[JsonPath, unknown]> {
  if (value === undefined) return;
  const isList = Array.isArray(value);
  const hasInside = isList || isRecord(value);
  const inner = hasInside ? Object.entries(value) : [];
  for (const [key, each] of inner) yield* leaves(each, [...path, isList ? Number(key) : key]);
  const isTooLittle = path.length === 0 && (value === null || hasInside);
  if (inner.length === 0 && !isTooLittle) yield [path, value];
}

/** Fields that the API's description doesn't have. */
export function undocumentedFields(others: readonly LabelledValue[]): APIEmbedField[] {
  return labelledFields(others, {
    title: 'Also in the answer',
    continued: 'Also in the answer, continued',
    mostFields: 2,
    mostOfValue: 300,
  });
}

/** An answer with no field that can be relied on. */
export function wholeAnswerFields(answer: unknown): APIEmbedField[] {
  return valueFields(answer, {
    title: 'What the pool answered',
    continued: 'What the pool answered, continued',
    mostFields: 3,
    mostOfValue: 300,
  });
}

interface BesidesLayout {
  readonly title?: string;
  /** Stands before all others, so that a long record never pushes it off the card. */
  readonly first?: readonly LabelledValue[];
  /** Most characters of the field: what the card has besides decides. */
  readonly mostOfField?: number;
}

/**
 * Fields of the pool's record that the change neither shows nor sends; those that look like an
 * address before the others.
 */
export function besidesFields(
  others: readonly LabelledValue[],
  { title = NOT_SENT, first = [], mostOfField = FIELD_LIMIT }: BesidesLayout = {},
): APIEmbedField[] {
  const addresses: LabelledLeaf[] = [];
  const rest: LabelledLeaf[] = [];
  for (const leaf of leavesOf(others)) (isOfAddress(leaf) ? addresses : rest).push(leaf);
  return leafFields([...leavesOf(first), ...addresses, ...rest], {
    title,
    continued: title,
    mostFields: 1,
    mostOfValue: 80,
    mostOfField,
  });
}

const NOT_SENT = 'In the pool’s record, but not sent';

/** By its name, or because it is one of some network. */
function isOfAddress([, path, value]: LabelledLeaf): boolean {
  return path.some((name) => /address/i.test(String(name))) || isAddressText(value);
}

/** The pattern first: a record may hold 100,000 values. */
function isAddressText(value: unknown): boolean {
  return typeof value === 'string' && /^[\w:]{25,130}$/.test(value) && isWholeAddress(value);
}
