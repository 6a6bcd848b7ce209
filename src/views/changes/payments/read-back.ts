import type { APIEmbedField } from 'discord-api-types/v10';
import type { Change } from '../../../domain/changes/change.js';
import { isRecord } from '../../../domain/json/is-record.js';
import type { PaymentSettings, Subaccount } from '../../../pool-api/resources.js';
import { besidesFields, hasValues, type LabelledValue } from '../answer/answer-fields.js';
import { BESIDE_ADDRESSES, paymentBesides } from './payment-extra-fields.js';
import { subaccountBesides } from '../subaccount-change.js';

/**
 * What the pool's record held beyond the description when it was read back. It may say that the
 * wanted values aren't in force, and nobody can judge that but a reader.
 */

export const SEEN_BESIDES = 'Also in the pool’s record when seen';

export function seenBesideFields(change: Pick<Change, 'observed' | 'rule'>): APIEmbedField[] {
  const { addresses, others } = besides(change);
  return besidesFields(others, {
    title: SEEN_BESIDES,
    first: addresses,
    ...(change.rule === 'payments' && { mostOfField: BESIDE_ADDRESSES }),
  });
}

export function isMoreSeen(change: Pick<Change, 'observed' | 'rule'>): boolean {
  const { addresses, others } = besides(change);
  return hasValues([...addresses, ...others]);
}

interface BesideValues {
  readonly addresses: readonly LabelledValue[];
  readonly others: readonly LabelledValue[];
}

function besides({ observed, rule }: Pick<Change, 'observed' | 'rule'>): BesideValues {
  const present = observed?.present;
  if (!isRecord(present)) return { addresses: [], others: [] };
  if (rule === 'payments') {
    // Pitboss's own note of the id in the list of subaccounts.
    const { listed_subaccount_id: _, ...record } = present;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parsed by its kind when read
    return paymentBesides(record as PaymentSettings, false);
  }
  const { record } = present;
  // Likewise; missing in entries of earlier versions.
  const row = isRecord(record) ? (record as Subaccount) : undefined;
  if (row === undefined) return { addresses: [], others: [] };
  return { addresses: [], others: subaccountBesides({ site: null, record: row }, false) };
}
