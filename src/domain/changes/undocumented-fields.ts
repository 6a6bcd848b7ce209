import { canonicalJson } from '../json/canonical-json.js';
import { fieldsOf, isRecord } from '../json/is-record.js';
import { oneSpelling } from '../payment-settings/address-checks.js';
import type { Change } from './change.js';
import {
  folded,
  holdsReplaced,
  tellsOfReplaced,
  type ReplacedValues,
} from '../names/replaced-values.js';

/** What the pool's records hold beyond its description, which nobody but a reader can judge. */

/** Values under one of our names, or only under the pool's own names if there is none. */
export type LabelledValue = readonly [label: string | undefined, value: unknown];

type NamedValues = Readonly<Record<string, unknown>>;

const SHOWN_OF_RECORD = [
  'addresses',
  'balance',
  'currency_type',
  'day_of_week',
  'next_payout_at',
  'payment_frequency',
  'status',
  'subaccount',
  // Pitboss's own note of the id in the list of subaccounts.
  'listed_subaccount_id',
];
const SHOWN_OF_ADDRESS = ['address_id', 'address_name', 'external_address', 'revenue_allocation'];
/** Other documented fields: "Details" shows them. */
const DETAILS_OF_RECORD = ['wallet_id', 'frozen_until', 'pool_discount_rate'];
const DETAILS_OF_SUBACCOUNT = ['id', 'site', 'site_id', 'created_at', 'url'];
const DETAILS_OF_SITE = ['id', 'name'];

export interface ExtraValues {
  readonly addresses: readonly LabelledValue[];
  readonly others: readonly LabelledValue[];
}

/**
 * Values of a payment record, its subaccount and addresses: undocumented ones, or all that a request
 * can't name.
 */
export function extraPaymentValues(record: object | null, isWhole: boolean): ExtraValues {
  const details = (names: readonly string[]) => (isWhole ? [] : names);
  const given = fieldsOf(record);
  const addresses = addressesOf(given).map((each, index): LabelledValue => {
    const end = addressOf(each).slice(-6);
    return [`entry ${index + 1} …${end}`, without(each, SHOWN_OF_ADDRESS)];
  });
  const subaccount = fieldsOf(given['subaccount']);
  const site = isWhole ? {} : fieldsOf(subaccount['site']);
  const others: LabelledValue[] = [
    [
      undefined,
      {
        ...without(given, [...SHOWN_OF_RECORD, ...details(DETAILS_OF_RECORD)]),
        ...emptyStatus(given),
      },
    ],
    [
      'subaccount',
      {
        ...without(subaccount, ['name', ...details(DETAILS_OF_SUBACCOUNT)]),
        ...otherSiteId(subaccount),
      },
    ],
    ['subaccount.site', without(site, DETAILS_OF_SITE)],
  ];
  return { addresses, others };
}

/** The card says nothing of an empty status, which isn't an absent one. */
function emptyStatus({ status }: NamedValues): NamedValues {
  return status === '' || status === null ? { status } : {};
}

interface ListedRow {
  readonly record?: object | undefined;
  /** The other site's, as some row has it. */
  readonly targetRecord?: object | null | undefined;
}

/** Values of a subaccount in the pool's list that its card shows nowhere else. */
export function extraSubaccountValues(row: ListedRow | null, isWhole: boolean): LabelledValue[] {
  const record = fieldsOf(row?.record);
  const { id: _, name: _name, site, site_id: _flat, ...documented } = record;
  const others = { ...documented, ...otherSiteId(record) };
  const { created_at: _created, url: _url, ...undocumented } = others;
  return [
    [undefined, isWhole ? others : undocumented],
    ['site', extraSiteValues(site)],
    ['target site', extraSiteValues(row?.targetRecord)],
  ];
}

/** A flat `site_id` may stand in place of `site`; beside it, it should name the same one. */
function otherSiteId({ site, site_id: flat }: NamedValues): NamedValues {
  if (!isRecord(site) || flat === undefined) return {};
  return canonicalJson(flat) === canonicalJson(site['id']) ? {} : { site_id: flat };
}

export function extraSiteValues(site: unknown): NamedValues {
  return without(fieldsOf(site), DETAILS_OF_SITE);
}

type SeenChange = Pick<Change, 'observed' | 'lapsed'>;

/** The record as the pool listed it when the change was last seen in it, or seen to have lapsed. */
export function seenRecord({ observed, lapsed }: SeenChange): unknown {
  const isLater = lapsed?.present !== undefined && lapsed.at > (observed?.at ?? 0);
  return isLater ? lapsed.present : observed?.present;
}

/** Of that record. */
export function extraSeenValues(change: SeenChange & Pick<Change, 'rule'>): ExtraValues {
  const { rule } = change;
  const present = fieldsOf(seenRecord(change));
  if (rule === 'payments') return extraPaymentValues(present, false);
  // Entries of earlier versions have no row.
  return {
    addresses: [],
    others: extraSubaccountValues({ record: fieldsOf(present['record']) }, false),
  };
}

/**
 * Whether the record in which a change was seen, or seen to have lapsed, says anything that is documented nowhere, and that
 * it didn't say in the same words before the change was requested, or that names what the change
 * replaced: it may be that the wanted values aren't in force.
 */
export function saysMoreSince(change: SeenChange & Pick<Change, 'rule' | 'present'>): boolean {
  const seen = seenRecord(change);
  if (seen === undefined) return false;
  const before = fieldsOf(change.present);
  const now = fieldsOf(seen);
  if (change.rule !== 'payments') {
    const { others } = extraSeenValues(change);
    const [record, site] = others.map(([, value]) => value);
    const known = extraSubaccountValues(before, false).map(([, value]) => value);
    const replaced = replacedSite(before, now);
    // A move's new site was known by another row.
    return isMore(record, known.slice(0, 1), replaced) || isMore(site, known.slice(1), replaced);
  }
  const { others } = extraPaymentValues(now, false);
  const known = extraPaymentValues(before, false).others;
  const replaced = removedAddresses(before, now);
  if (others.some(([, value], at) => isMore(value, [known[at]?.[1]], replaced))) return true;
  return addressesOf(now).some((each) => {
    const same = addressesOf(before).filter((one) => oneAddressOf(one) === oneAddressOf(each));
    const more = (entry: NamedValues) => without(entry, SHOWN_OF_ADDRESS);
    return isMore(more(each), same.map(more), replaced);
  });
}

function isMore(value: unknown, known: readonly unknown[], replaced: ReplacedValues): boolean {
  return Object.entries(fieldsOf(value)).some(
    ([name, each]) =>
      each !== undefined &&
      (tellsOfReplaced(name, replaced) ||
        holdsReplaced(each, replaced) ||
        !known.some((one) => {
          const before = fieldsOf(one);
          return name in before && canonicalJson(before[name]) === canonicalJson(each);
        })),
  );
}

/** Id and name of the site that a move left, as far as the new one's differ. */
function replacedSite(before: NamedValues, now: NamedValues): ReplacedValues {
  const [was, is] = [before, now].map(({ site }) => fieldsOf(site));
  return {
    ids: missingFrom([was?.['id']], [is?.['id']]),
    names: missingFrom([was?.['name']], [is?.['name']]),
  };
}

function removedAddresses(before: NamedValues, now: NamedValues): ReplacedValues {
  const [was = [], is = []] = [before, now].map((each) => addressesOf(each).map(oneAddressOf));
  return { ids: missingFrom(was, is), names: [] };
}

function missingFrom(before: readonly unknown[], now: readonly unknown[]): string[] {
  const [was, is] = [before, now].map((all) => all.filter((each) => typeof each === 'string'));
  return (was ?? [])
    .filter((each) => !is?.includes(each))
    .map(folded)
    .filter((each) => each !== '');
}

function addressesOf(record: NamedValues): readonly NamedValues[] {
  const { addresses } = record;
  return Array.isArray(addresses) ? addresses.map(fieldsOf) : [];
}

function addressOf({ external_address: address }: NamedValues): string {
  return typeof address === 'string' ? address : '';
}

/** Equal where the pool lists one address in capitals now, or in small letters. */
function oneAddressOf(entry: NamedValues): string {
  return oneSpelling(addressOf(entry).trim());
}

export function without(record: NamedValues, names: readonly string[]): NamedValues {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}
