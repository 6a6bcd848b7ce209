import { fieldsOf } from '../../domain/json/is-record.js';
import {
  isDocumentedList,
  type DocumentedList,
  type DocumentedShape,
} from '../../domain/pool-answers/documented-action.js';
import { ANSWERED_METADATA, PAYMENT_RECORD } from '../../domain/pool-answers/documented-records.js';
import type { Contradiction } from '../../domain/changes/contradiction.js';
import { givenText } from './compare-answer.js';

/** What an answer tells besides the change that was requested. */

const FIELDS = ANSWERED_METADATA;
export type MetadataField = keyof typeof FIELDS;

/** What may stand beside any action: where it was done, with which key, and who may approve it. */
const AROUND_ANY: readonly MetadataField[] = [
  'workspace',
  'product',
  'is_api_key',
  'api_key_name',
  'entities_modified',
  'memberships_can_approve',
];

/** Documented fields that hold something and don't belong to the change; `own` are those that do. */
export function otherFields(metadata: unknown, own: readonly MetadataField[]): Contradiction[] {
  const given = fieldsOf(metadata);
  const known = new Set<string>([...AROUND_ANY, ...own]);
  return Object.entries(FIELDS).flatMap(([field, shape]): Contradiction[] => {
    const said = known.has(field) ? [] : saidIn(given[field], shape);
    return said.length === 0 ? [] : [{ what: 'field', field, told: said.join(', ') }];
  });
}

/** The payment settings of an answer to a change that asks for none. */
export function otherSettings(answer: Readonly<Record<string, unknown>>): Contradiction[] {
  const told = Object.entries(PAYMENT_RECORD).flatMap(([field, shape]): Contradiction[] => {
    const said = saidIn(answer[field], shape);
    return said.length === 0 ? [] : [{ what: 'field', field, told: said.join(', ') }];
  });
  // Other records have a currency, too.
  return told.every(({ field }) => field === 'currency_type') ? [] : told;
}

/** Compares ids with that of a subaccount that was there before; without one, no id is another. */
export function otherIdThan(requested: string | null | undefined) {
  return (told: string): Contradiction[] =>
    !requested || told.toLowerCase() === requested.trim().toLowerCase()
      ? []
      : [{ what: 'id', told, requested }];
}

/** The old and the new name, where they are those of the things that the change is about. */
export function ownNames(
  metadata: Readonly<Record<string, unknown>>,
  known: readonly (string | null | undefined)[],
): MetadataField[] {
  return (['old_name', 'new_name'] as const).filter((field) => {
    const told = givenText(metadata[field]);
    return told !== null && known.some((name) => name?.trim() === told);
  });
}

/** What of a value says something, in its documented shape: `new_memberships.0.role: OWNER`. */
function saidIn(value: unknown, shape: DocumentedShape | DocumentedList, path = ''): string[] {
  if (shape === 'value') {
    return isSaid(value) ? [path === '' ? plainText(value) : `${path}: ${plainText(value)}`] : [];
  }
  const below = (name: string | number) => (path === '' ? String(name) : `${path}.${name}`);
  if (isDocumentedList(shape)) {
    const list: unknown[] = Array.isArray(value) ? value : [];
    return list.flatMap((each, index) => saidIn(each, shape[0], below(index)));
  }
  const record = fieldsOf(value);
  return Object.entries(shape).flatMap(([name, inner]) => saidIn(record[name], inner, below(name)));
}

/** In quotes if it could pass for several. */
function plainText(value: unknown): string {
  const text = String(value);
  return /[,:"]/.test(text) ? JSON.stringify(text) : text;
}

/** Not the default that some languages give to a field that nobody set. */
export function isSaid(value: unknown): boolean {
  if (value === true) return true;
  const text = givenText(value);
  return text !== null && !DEFAULTS.test(text);
}

/** No, a zero of any kind (an id of zeros too), a dash, or an enum's UNSPECIFIED. */
const DEFAULTS = /^(?:false|[-0.]+|(?:[a-z_]+_)?unspecified)$/i;
