import type { PoolCurrency } from '../../../domain/pool/currencies.js';
import type {
  AddressSnapshot,
  PaymentsSnapshot,
  RecordSnapshot,
  SubaccountSnapshot,
} from '../../../domain/changes/external-changes/external-finding.js';
import { exactDigits } from '../../../domain/numbers/numeric.js';
import type { PaymentSettings, Subaccount } from '../../../pool-api/resources.js';
import { withCutTexts } from './cut-texts.js';
import { firstAddresses, keptAddresses } from './stored-addresses.js';

/** A whole list as read by one poll. */
export interface ListContents {
  readonly records: readonly RecordSnapshot[];
  /** Some records don't say whose they are, so a missing one may be among them. */
  readonly hasUnnamed: boolean;
  /** Records of which earlier versions kept other addresses, as those kept them. */
  readonly earlierForms: ReadonlyMap<RecordSnapshot, PaymentsSnapshot>;
}

/** Null for a record that can't be identified. One without a name is called by its id. */
export function paymentsSnapshot(
  currency: PoolCurrency,
  record: PaymentSettings,
): PaymentsSnapshot | null {
  const { subaccount } = record;
  const id = given(subaccount?.id);
  const name = given(subaccount?.name) ?? (id === null ? null : calledById(id));
  if (name === null) return null;
  const listed = addressesOf(record);
  return withCutTexts({
    what: 'payments',
    currency,
    subaccount: name,
    subaccountId: id,
    status: given(record.status),
    frequency: given(record.payment_frequency),
    day: given(record.day_of_week),
    wallet: digitsOf(record.wallet_id),
    ...(listed === null ? { addresses: null } : keptAddresses(listed)),
  });
}

/** The record as earlier versions kept it; null if it is the same. */
export function inEarlierForm(
  seen: PaymentsSnapshot,
  record: PaymentSettings,
): PaymentsSnapshot | null {
  const first = firstAddresses(addressesOf(record) ?? []);
  return first === null ? null : withCutTexts({ ...seen, ...first });
}

function addressesOf({ addresses }: PaymentSettings): readonly AddressSnapshot[] | null {
  const listed = addresses?.map((each): AddressSnapshot => ({
    id: digitsOf(each.address_id),
    name: given(each.address_name),
    address: given(each.external_address),
    share: digitsOf(each.revenue_allocation),
  }));
  return listed ?? null;
}

function calledById(id: string): string {
  return `id ${id}`;
}

/** Whether the pool gave it no name. */
export function isCalledById({ subaccount, subaccountId }: PaymentsSnapshot): boolean {
  return subaccountId !== null && subaccount === calledById(subaccountId);
}

/** Null for one without a name. */
export function subaccountSnapshot({
  id,
  name,
  site,
  site_id,
}: Subaccount): SubaccountSnapshot | null {
  if (!name) return null;
  return withCutTexts({
    what: 'subaccount',
    id: given(id),
    subaccount: name,
    siteId: given(site?.id) ?? given(site_id),
    siteName: given(site?.name),
  });
}

function digitsOf(value: number | string | null | undefined): string | null {
  return value === null || value === undefined ? null : given(exactDigits(value));
}

/** An empty text says nothing. */
function given(text: string | null | undefined): string | null {
  return text === undefined || text === '' ? null : text;
}
