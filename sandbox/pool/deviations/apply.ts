import { stringify } from 'lossless-json';
import type { Call } from '../call.js';
import type { Deviation } from '../loopback-pool.js';
import { hostileText } from './hostile-text.js';
import { oddIds } from './odd-ids.js';
import { missingFields, nullFields, nullLists, unknownFields } from './presence.js';
import * as shapes from './shapes.js';
import { longDigits, numbersAsStrings, stringsAsNumbers, unknownEnums } from './values.js';

/**
 * Deviations that change an answer's body, in the order they are applied. The others concern paging
 * (`paging.ts`) or refusals (`scope.ts` and the operations).
 */
const changes: readonly [Deviation, (body: unknown, call: Call) => unknown][] = [
  ['yesterday-empty', shapes.withoutYesterday],
  ['revenue-many-types', shapes.manyRevenueTypes],
  ['revenue-flat', shapes.flatRevenue],
  ['hostile-text', hostileText],
  ['odd-ids', oddIds],
  ['subaccount-bare', shapes.bareSubaccount],
  ['subaccount-site-null', shapes.siteNull],
  ['subaccount-flat-site', shapes.flatSite],
  ['unknown-enums', unknownEnums],
  ['long-digits', longDigits],
  ['strings-as-numbers', stringsAsNumbers],
  ['numbers-as-strings', numbersAsStrings],
  ['metadata-null', shapes.metadataNull],
  ['unknown-fields', unknownFields],
  ['null-fields', nullFields],
  ['missing-fields', missingFields],
  ['null-lists', nullLists],
  ['camel-case-actions', shapes.camelCaseActions],
  ['contract-wrapped', shapes.wrapContract],
];

/** The JSON text of the answer, with all active deviations. */
export function write(body: unknown, call: Call): string {
  const active = changes.filter(([deviation]) => call.deviations.has(deviation));
  if (active.length === 0) return JSON.stringify(body);
  const changed = active.reduce((current, [, change]) => change(current, call), body);
  return stringify(changed) ?? 'null';
}
