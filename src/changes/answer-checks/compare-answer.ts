import type { Contradiction } from '../../domain/changes/contradiction.js';
import { fieldsOf } from '../../domain/json/is-record.js';
import { enumValue, isEnumNumber, MAX_ENUM_LENGTH } from '../../domain/pool/enum-values.js';

/** Compares an answer's fields with what was requested. */

export interface RequestedSite {
  readonly id: string;
  readonly name: string | null;
}

/** Null if the field says nothing: absent, empty, or not of the documented shape. */
export function givenText(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : null;
}

/**
 * A name: only the same name agrees with it, in its spaces and invisible characters too, since the
 * pool may list both.
 */
export function otherText(
  what: Contradiction['what'],
  value: unknown,
  requested: string,
): Contradiction[] {
  if (givenText(value) === null) return [];
  const told = String(value);
  return told === requested ? [] : [{ what, told, requested }];
}

/**
 * Enums: `weekly` and `PAYMENT_FREQUENCY_WEEKLY` are WEEKLY; a number may stand for any.
 * UNSPECIFIED is a value like the others: a default stands in the request as well.
 */
export function otherEnum(
  what: Contradiction['what'],
  value: unknown,
  requested: string | undefined,
): Contradiction[] {
  const told = givenText(value);
  if (told === null || requested === undefined || isEnumNumber(told)) return [];
  const isSame = told.length <= MAX_ENUM_LENGTH && enumValue(told) === enumValue(requested);
  return isSame ? [] : [{ what, told, requested }];
}

/** Compares id and name as far as both are given; either may be in the other's field. */
export function otherSite(
  what: 'site' | 'old site',
  value: unknown,
  requested: RequestedSite | null | undefined,
): Contradiction[] {
  if (!requested) return [];
  const [id, name] = [givenText(fieldsOf(value)['id']), givenText(fieldsOf(value)['name'])];
  // A site without a name goes by its id.
  const isNamed = requested.name !== null && requested.name !== requested.id;
  const compared = [id, isNamed ? name : null].filter((each) => each !== null);
  const isIt = (text: string) =>
    text.toLowerCase() === requested.id.toLowerCase() || text === requested.name?.trim();
  if (compared.every(isIt)) return [];
  return [{ what, told: siteText({ id, name }), requested: siteText(requested) }];
}

function siteText({ id, name }: Readonly<Record<'id' | 'name', string | null>>): string {
  return name !== null && id !== null && name !== id ? `${name} (${id})` : (name ?? id ?? '');
}
