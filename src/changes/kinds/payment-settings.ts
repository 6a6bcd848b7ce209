import { z } from 'zod';
import {
  addressInName,
  guardAddresses,
  lookalikesAmong,
} from '../../domain/payments/address-findings.js';
import { checkAddress, oneSpelling, otherNetwork } from '../../domain/payments/addresses.js';
import { DAYS_OF_WEEK, PAYMENT_FREQUENCIES } from '../../domain/payments/new-payment-settings.js';
import { POOL_CURRENCIES } from '../../domain/currencies.js';
import {
  pairEntries,
  readId,
  withListedIds,
  type ListedAddress,
  type NewAddress,
} from '../../domain/payments/listed-addresses.js';
import { lookalikeNames } from '../../domain/names/lookalike-names.js';
import { sum, toDecimal, type Numeric } from '../../domain/numeric.js';
import { ChangeRuledOut } from '../../domain/errors/errors.js';
import { toResult } from '../../domain/errors/result.js';
import { namesAndSitesForChange } from '../../pool-api/lists/known-names.js';
import { allPages } from '../../pool-api/lists/all-pages.js';
import { listForChange } from '../../pool-api/lists/require-list.js';
import {
  paymentSettingsSchema as record,
  workspaceActionSchema,
  type PaymentAddress,
  type PaymentSettings,
} from '../../pool-api/resources.js';
import { withoutWhatMoves } from '../../pool-api/lists/payment-settings.js';
import { LOOKUP_BOUND } from '../../pool-api/lists/walk-bounds.js';
import { walkPages, type ListNotes } from '../../pool-api/lists/walk-pages.js';
import { createPaymentSettingsRequest } from '../../pool-api/writes.js';
import {
  allocationSentence,
  nothingNewSentence,
  paymentSubjectFields,
  tooManyAddressesSentence,
  unclearRecordSentence,
} from '../../views/changes/payments/payment-change.js';
import { currencyTitle } from '../../views/kit/answered-currency.js';
import { notComparedField } from '../../views/pool/lookalikes.js';
import {
  addressNamesFields,
  paymentPreviewFields,
  payoutFreezeFields,
} from '../../views/changes/payments/payment-preview.js';
import { undonePaymentLines } from '../../views/changes/renewal.js';
import { workspaceActionFields } from '../../views/changes/answer/workspace-action.js';
import type { Lookalikes } from '../../domain/changes/change.js';
import { defineKind, isSameId, type PreviewedWith } from './kind.js';
import { readPaymentSettings } from './payment-record.js';
import { paymentTerms } from './payment-terms.js';
import { readSubaccountOf } from './subaccounts.js';
import { touchedPayments } from './touched.js';
import { paymentContradictions } from './payment-contradictions.js';
import { whyNamedAsAddress, whyNotSendable } from './sendable-addresses.js';

/** The body of 4.1, field for field. Strict: nothing else may slip into what is sent. */
const newSettings = z.strictObject({
  payment_frequency: z.enum(PAYMENT_FREQUENCIES),
  day_of_week: z.enum(DAYS_OF_WEEK).exactOptional(),
  addresses: z.array(
    z.strictObject({
      /** The record's own, fixed at the request; missing where it has none. */
      address_id: z.number().exactOptional(),
      address_name: z.string(),
      external_address: z.string(),
      revenue_allocation: z.number(),
    }),
  ),
});

const input = z.object({
  currency: z.enum(POOL_CURRENCIES),
  subaccount: z.string().min(1),
  settings: newSettings,
});
export type PaymentInput = z.output<typeof input>;

/** The pool has no settings for a subaccount; its id tells it from another of its name. */
const none = z.strictObject({ noneForSubaccount: z.string() });
/** Null = none, of a subaccount whose id isn't known. */
const presentSettings = z.union([none, record]).nullable();
type Present = z.output<typeof presentSettings>;

function settingsIn(now: Present): PaymentSettings | null {
  return now === null || isNone(now) ? null : now;
}

function isNone(now: NonNullable<Present>): now is z.output<typeof none> {
  return 'noneForSubaccount' in now;
}

function subaccountIdIn(now: Present): string | null {
  if (now === null) return null;
  return (isNone(now) ? now.noneForSubaccount : now.subaccount?.id) ?? null;
}

const CHARACTERS_TO_TYPE = 6;
/** How many addresses one card shows in full. */
const MAX_SHOWN = 10;
/**
 * Of the 6,000 that Discord shows; the rest says who asks, why, who may confirm and what is wrong
 * now, all at its longest. Past it the last addresses would be left off a card that is confirmed.
 */
export const MAX_CHARACTERS = 4_200;

/** POST /v2/pool/payment-settings/{currency_type}/{subaccount_name}: where the money goes. */
export const paymentSettingsChange = defineKind({
  name: 'payment-settings',
  title: 'Change payment settings',
  input,
  present: presentSettings,
  answer: workspaceActionSchema,
  rule: 'payments',
  touches: ({ currency, subaccount }) => touchedPayments(currency, subaccount),
  touchesId({ currency }, now) {
    const id = subaccountIdIn(now);
    return id === null ? null : `payment settings ${currency} of id ${id}`;
  },
  recordOf: (now) =>
    now !== null && isNone(now) ? { subaccount: { id: now.noneForSubaccount } } : now,
  subject: ({ currency, subaccount }) => `${currencyTitle(currency)} of ${subaccount}`,
  request: ({ currency, subaccount, settings }) =>
    createPaymentSettingsRequest(currency, subaccount, settings),
  async read(pool, wanted) {
    const [found, { id }] = await Promise.all([
      readPaymentSettings(pool, wanted),
      readSubaccountOf(pool, wanted.subaccount),
    ]);
    if (found === null) return id ? { noneForSubaccount: id } : null;
    const named = found.subaccount?.id;
    if (named && id && named !== id)
      throw new ChangeRuledOut('unclear-entry', unclearRecordSentence(wanted.subaccount));
    return found;
  },
  complete: ({ settings, ...others }, present) => ({
    ...others,
    settings: { ...settings, addresses: withListedIds(entriesOf(present), settings.addresses) },
  }),
  lookalikes: async (pool, { currency, subaccount, settings }) => {
    const wanted = addressesIn(settings);
    const names = new Set(settings.addresses.map((each) => oneSpelling(each.address_name)));
    const named = new Set<string>();
    let addresses: string[] = [];
    const pages = allPages((page) => pool.listPaymentSettings(currency, undefined, page), {
      bound: LOOKUP_BOUND,
    });
    const walking = walkPages(listForChange(pages, withoutWhatMoves), (items) => {
      const ofOthers = items.filter((each) => each.subaccount?.name !== subaccount);
      const others = ofOthers.flatMap(addressesOf);
      addresses = lookalikesAmong([...addresses, ...others], wanted);
      for (const each of others) if (names.has(oneSpelling(each))) named.add(each);
    });
    // What one of them found is shown although the other failed.
    const knowing = namesAndSitesForChange(pool);
    const [walked, known] = await Promise.all([toResult(walking), toResult(knowing)]);
    const alike = known.ok ? lookalikeNames(subaccount, known.value.names) : [];
    return {
      addresses: [...new Set([...addresses, ...named])],
      ...(alike.length === 0 ? {} : { names: alike }),
      areAll: known.ok && walked.ok && isAllOfIt(walked.value),
    };
  },
  objection(wanted, present, known) {
    const unsendable = whyNotSendable(wanted, settingsIn(present));
    if (unsendable !== null) return unsendable;
    const shown = pairEntries(entriesOf(present), wanted.settings.addresses);
    // Before each is compared and its checksum is reckoned: a pool may list any number.
    if (shown.length > MAX_SHOWN) return tooManyAddresses();
    const all = Object.values(addressesOfAll(wanted.settings, present, known)).flat();
    const named = whyNamedAsAddress(wanted.settings, settingsIn(present), all);
    if (named !== null) return new ChangeRuledOut('named-as-address', named);
    // At 0 every freeze counts, so the card has room for it.
    const length = previewFields(wanted, present, {
      lookalikes: known,
      at: 0,
      isWhole: true,
    })
      .map(({ name, value }) => name.length + value.length)
      .reduce((whole, each) => whole + each, 0);
    if (length > MAX_CHARACTERS) return tooManyAddresses();
    const now = settingsIn(present);
    if (now !== null && isInForce(wanted.settings, now, isItsId))
      return new ChangeRuledOut('already-there', nothingNewSentence(wanted.subaccount));
    if (allocation(wanted.settings, present) === 'wrong')
      return new ChangeRuledOut('allocation-sum', allocationSentence(wanted.settings.addresses));
    return null;
  },
  toType: ({ settings }, present) =>
    newAddresses(settings, present).map((whole) => ({
      whole,
      end: whole.slice(-CHARACTERS_TO_TYPE),
    })),
  isDoubtful: ({ settings }, present) => allocation(settings, present) !== 'right',
  badAddresses: ({ currency, settings }, present) =>
    newAddresses(settings, present).filter(
      (address) => checkAddress(currency, address) === 'invalid',
    ),
  otherNetworks: ({ currency, settings }, present) =>
    newAddresses(settings, present).flatMap((address) => {
      const network = otherNetwork(currency, address);
      return network === null ? [] : [{ address, network }];
    }),
  terms: ({ settings }, present) => paymentTerms(settingsIn(present), settings),
  preview: previewFields,
  undone: ({ settings }, before, now) =>
    undonePaymentLines(settingsIn(before), settingsIn(now), settings),
  send: (pool, { currency, subaccount, settings }, gate) =>
    pool.createPaymentSettings(currency, subaccount, settings, gate),
  isKnown: (before) => subaccountIdIn(before) !== null,
  isSame: (before, now) => isSameId(subaccountIdIn(before), subaccountIdIn(now)),
  isDone({ settings }, present) {
    const now = settingsIn(present);
    return now !== null && isInForce(settings, now, isItsIdNow);
  },
  contradictions: (asked, answer) => paymentContradictions(asked.input, answer),
  report: workspaceActionFields,
});

function tooManyAddresses(): ChangeRuledOut {
  return new ChangeRuledOut('too-much-to-show', tooManyAddressesSentence(MAX_SHOWN));
}

function isAllOfIt({ refusedSubaccounts, repeated }: ListNotes): boolean {
  return refusedSubaccounts.length === 0 && repeated !== true;
}

function previewFields(
  { currency, subaccount, settings }: PaymentInput,
  present: Present,
  { lookalikes: known, at, isWhole }: PreviewedWith,
) {
  const addresses = addressesOfAll(settings, present, known);
  const now = settingsIn(present);
  const guard = guardAddresses({ currency, ...addresses });
  return [
    ...paymentSubjectFields(currency, subaccount, known),
    ...payoutFreezeFields(now, at),
    ...(known?.areAll === false ? [notComparedField()] : []),
    ...addressNamesFields(namesLikeAddresses(settings, Object.values(addresses).flat())),
    ...paymentPreviewFields(now, settings, { guard, isWhole }),
  ];
}

function addressesOfAll(settings: PaymentInput['settings'], present: Present, known?: Lookalikes) {
  return {
    before: addressesOf(present),
    after: addressesIn(settings),
    known: known?.addresses ?? [],
  };
}

/** Kept names too. */
function namesLikeAddresses(settings: PaymentInput['settings'], known: readonly string[]) {
  return settings.addresses.flatMap(({ address_name: name, external_address: address }) => {
    const word = addressInName({ name, address }, known);
    return word === null ? [] : [{ word, address }];
  });
}

/**
 * `odd`: not 100, and nothing tells that the pool wants that, since its present ones don't come to
 * 100 either or there are none.
 */
function allocation(
  settings: PaymentInput['settings'],
  present: Present,
): 'right' | 'wrong' | 'odd' {
  const isAll = (all: readonly { readonly revenue_allocation?: Numeric | null | undefined }[]) =>
    sum(all.map((each) => each.revenue_allocation ?? 0)).equals(100);
  if (isAll(settings.addresses)) return 'right';
  return isAll(entriesOf(present)) ? 'wrong' : 'odd';
}

function entriesOf(present: Present): readonly PaymentAddress[] {
  return settingsIn(present)?.addresses ?? [];
}

function addressesOf(present: Present): string[] {
  return entriesOf(present)
    .map((each) => each.external_address)
    .filter((address) => typeof address === 'string');
}

function addressesIn(settings: PaymentInput['settings']): string[] {
  return settings.addresses.map((each) => each.external_address);
}

function newAddresses(settings: PaymentInput['settings'], present: Present): string[] {
  const before = new Set(addressesOf(present));
  return addressesIn(settings).filter((address) => !before.has(address));
}

/** Every field that was sent is what the pool lists, and it lists no other address. */
function isInForce(
  settings: PaymentInput['settings'],
  present: PaymentSettings,
  isId: typeof isItsId,
): boolean {
  const left = [...(present.addresses ?? [])];
  const isListed = settings.addresses.every((sent) => {
    const at = left.findIndex(
      (each) =>
        each.external_address === sent.external_address &&
        (each.address_name ?? '') === sent.address_name &&
        isId(each, sent) &&
        isSameNumber(each.revenue_allocation, sent.revenue_allocation),
    );
    if (at !== -1) left.splice(at, 1);
    return at !== -1;
  });
  return (
    isListed &&
    left.length === 0 &&
    present.payment_frequency === settings.payment_frequency &&
    (settings.day_of_week === undefined || present.day_of_week === settings.day_of_week)
  );
}

function isItsId({ address_id: listed }: ListedAddress, { address_id: sent }: NewAddress): boolean {
  return readId(listed) === (sent ?? null);
}

/** What was sent without an id is given one by the pool. */
function isItsIdNow(listed: ListedAddress, sent: NewAddress): boolean {
  return sent.address_id === undefined || isItsId(listed, sent);
}

function isSameNumber(listed: Numeric | null | undefined, sent: number): boolean {
  return toDecimal(listed ?? '')?.equals(sent) ?? false;
}
