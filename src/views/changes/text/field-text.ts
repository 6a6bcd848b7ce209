import type { JsonPath } from '../../../domain/json/differences.js';
import { pathText } from './exact-text.js';

/** Documented fields of the records that changes read; each in words of its own. */
const WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'subaccount.site.name': 'Site',
    'subaccount.site.id': 'Site’s id',
    'subaccount.name': 'Subaccount',
    'subaccount.id': 'Subaccount’s id',
    listed_subaccount_id: 'Subaccount’s id in the list of subaccounts',
    'target.name': 'Target site',
    'target.id': 'Target site’s id',
    status: 'Status',
    payment_frequency: 'Payout frequency',
    day_of_week: 'Payout day',
    wallet_id: 'Wallet id',
    frozen_until: 'Frozen until',
  }),
);

const ADDRESS_WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    external_address: 'Address',
    address_name: 'Name of address',
    revenue_allocation: 'Allocation of address',
    address_id: 'Id of address',
  }),
);

/** A field's name in words if the pool's description has it, else exactly as the pool writes it. */
export function fieldText(path: JsonPath): string {
  const [list, index, name, ...deeper] = path;
  if (list === 'addresses' && typeof index === 'number' && deeper.length === 0) {
    const words = ADDRESS_WORDS.get(String(name));
    if (words !== undefined) return `${words} ${index + 1}`;
  }
  return (
    (path.every((part) => typeof part === 'string') && WORDS.get(path.join('.'))) || pathText(path)
  );
}
