import type { APIEmbedField } from 'discord-api-types/v10';
import type { ReusedName } from '../../../domain/payment-settings/address-findings.js';
import { sum } from '../../../domain/numbers/numeric.js';
import type { PoolCurrency } from '../../../domain/pool/currencies.js';
import { awaitsApproval } from '../../../domain/payment-settings/payment-attention.js';
import { changedCoins, coinSums } from '../../../domain/payment-settings/allocation.js';
import {
  warningsFor,
  type FormWarning,
  type WarnedChange,
} from '../../../domain/payment-settings/payment-form-warnings.js';
import type { NewPaymentSettings, PaymentSettings } from '../../../pool-api/resources.js';
import { wideField } from '../../kit/card.js';
import { count } from '../../kit/figures.js';
import { payoutFrozenLine } from '../../pool/payment-settings.js';
import { code, escapeMarkdown, limitLines } from '../../kit/text.js';

const WARNINGS: Record<FormWarning, (change: WarnedChange) => string> = {
  'no-addresses': () => 'There are no addresses.',
  'allocation-sum': (change) => allocatedSentence(change),
  'coins-changed': (change) => changedCoinsSentence(change),
  'day-missing': () => 'Payouts are weekly, but no day of the week is given.',
  'day-unused': ({ after }) =>
    `A day of the week is given, though payouts are ${after.payment_frequency === 'DAILY' ? 'daily' : 'monthly'}.`,
};

/** `LTC 100, DOGE 100`; null for a single coin. */
export function coinSumsText(
  currency: PoolCurrency,
  entries: Parameters<typeof coinSums>[1],
): string | null {
  const sums = coinSums(currency, entries);
  if (sums === null || sums.size === 0) return null;
  return Array.from(sums, ([coin, total]) => `${coin} ${count(total.toFixed())}`).join(', ');
}

function changedCoinsSentence({ currency, before, after }: WarnedChange): string {
  return changedCoins(currency, before, after.addresses)
    .map(({ coin, isPaid }) =>
      isPaid ? `${coin} wasn’t paid anywhere before.` : `**${coin} isn’t paid anywhere.**`,
    )
    .join(' ');
}

function allocatedSentence({ currency, before, after: { addresses } }: WarnedChange): string {
  const ofCoins = coinSumsText(currency, addresses);
  if (ofCoins !== null) {
    const now = coinSumsText(currency, before);
    return `Allocated: ${ofCoins}${now === null ? '' : `; at the pool now: ${now}`}.`;
  }
  const total = sum(addresses.map((each) => each.revenue_allocation));
  // Right in all, but nobody can tell how much of it is for each coin.
  if (total.equals(100))
    return 'Allocated: 100 in all. An address doesn’t tell its coin, so it isn’t clear what each coin comes to.';
  return total.lessThan(100)
    ? `Only ${count(total.toFixed())} of 100 is allocated.`
    : `More than 100 is allocated: ${count(total.toFixed())}.`;
}

export function warningFields(
  currency: PoolCurrency,
  before: PaymentSettings | null,
  after: NewPaymentSettings,
): APIEmbedField[] {
  const change = { currency, before: before?.addresses ?? [], after };
  const waiting = before !== null && awaitsApproval(before) ? [waitingLine(before)] : [];
  const warnings = [...waiting, ...warningsFor(change).map((each) => WARNINGS[each](change))];
  return warnings.length === 0 ? [] : [wideField('⚠️ Look again', warnings.join('\n'))];
}

/** The pool's own payout freeze; no fields if it is over at `at`. */
export function payoutFreezeFields(before: PaymentSettings | null, at: number): APIEmbedField[] {
  const line = before === null ? null : payoutFrozenLine(before, at);
  return line === null ? [] : [wideField('Payouts at the pool', line)];
}

function waitingLine({ status }: PaymentSettings): string {
  return `When this was requested, the pool’s record said **${escapeMarkdown(status ?? '', 60)}**: another change may be waiting there.`;
}

/** No fields if no name looks like an address; `word` is the part that does. */
export function addressNamesFields(
  named: readonly { readonly word: string; readonly address: string }[],
): APIEmbedField[] {
  if (named.length === 0) return [];
  const lines = limitLines(
    named,
    ({ word, address }) => `${code(word, 60)}, in the name of ${code(`…${address.slice(-6)}`)}`,
    { most: 5 },
  );
  return [
    wideField(
      '⚠️ A name that looks like an address',
      'Coins go to the address, never to what its name says:',
      ...lines,
    ),
  ];
}

const WHO_HAS_NAME: Record<ReusedName['other'], string> = {
  stays: 'Another address of this subaccount has that name too.',
  removed: 'The removed address had that name.',
  renamed: 'A kept address had that name until now.',
};

export function reusedNameFields(reused: readonly ReusedName[]): APIEmbedField[] {
  if (reused.length === 0) return [];
  const lines = limitLines(
    reused,
    ({ name, address, other }) =>
      `The new address ${code(`…${address.slice(-6)}`)} is called “${escapeMarkdown(name, 40)}”. ${WHO_HAS_NAME[other]}`,
    { most: 5 },
  );
  const whose = reused.every(({ other }) => other === 'removed') ? 'the removed' : 'another';
  return [wideField(`⚠️ Same name as ${whose} address`, ...lines)];
}
