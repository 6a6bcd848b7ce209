import { addressBlock } from '../../cards/addresses.js';
import { count } from '../../cards/kit/figures.js';
import { escape } from '../../cards/kit/text.js';
import { payoutSchedule } from '../../cards/payment-settings.js';
import type { ElsewhereEvent } from '../alert.js';
import { addressOf, currencyOf, nameIn, SUBACCOUNTS, type Listed, type Value } from './records.js';
import type { Seen } from './seen.js';

interface Told {
  readonly list: string;
  readonly thing: string;
  readonly seen: Seen | null;
  readonly listed: Listed | null;
  /** Of the differences that are told. */
  readonly keys: readonly string[];
  readonly perhaps: number | null;
  readonly lastSame: number;
  readonly firstSeen: number;
}

export function elsewhereEvent(told: Told): ElsewhereEvent {
  const { list, thing, listed, seen, keys, perhaps, lastSame, firstSeen } = told;
  const name = escape(nameIn(listed) ?? nameIn(seen?.record ?? null) ?? thing, 200);
  const isSubaccount = list === SUBACCOUNTS;
  const difference = { before: seen?.record ?? null, after: listed, keys };
  return {
    kind: 'elsewhere',
    key: `${list}:${thing}:${firstSeen}`,
    what: isSubaccount ? `Subaccount **${name}**` : `${currencyOf(list)} payouts of **${name}**`,
    ...(isSubaccount ? ofSubaccount(difference) : ofPayments(difference)),
    perhaps,
    lastSame,
    firstSeen,
  };
}

interface Difference {
  readonly before: Listed | null;
  readonly after: Listed | null;
  readonly keys: readonly string[];
}

type Words = Pick<ElsewhereEvent, 'title' | 'lines' | 'isPayoutAddress'>;

function ofPayments({ before, after, keys }: Difference): Words {
  const entries = keys.flatMap((key) => {
    const address = addressOf(key);
    return address === null ? [] : { address, from: before?.[key], to: after?.[key] };
  });
  const added = entries.filter(({ from }) => from === undefined);
  const others = entries.filter(({ from }) => from !== undefined);
  const come = added.length;
  const comeOrGo = come + others.filter(({ to }) => to === undefined).length;
  const isShare = others.some(({ from, to }) => from?.[1] !== to?.[1]);
  const fields = (['schedule', 'wallet', 'status'] as const).filter((key) => keys.includes(key));
  const title = () => {
    if (before === null) return 'New payment settings';
    if (after === null) return 'Payment settings gone';
    if (come === 1) return 'New payout address';
    if (comeOrGo === 0 && isShare) return 'Payout allocation changed';
    return entries.length > 0 ? 'Payout addresses changed' : `Payout ${fields[0]} changed`;
  };
  const lines = fields.map((key) => {
    const show = key === 'schedule' ? schedule : word;
    return `${LABELS[key]}: ${show(before?.[key])} → **${show(after?.[key])}**`;
  });
  return {
    title: title(),
    lines: [...[...added, ...others].flatMap(addressLines), ...lines],
    isPayoutAddress: comeOrGo > 0,
  };
}

const LABELS = { schedule: 'Payouts', wallet: 'Wallet', status: 'Status' } as const;

interface AddressChange {
  readonly address: string;
  readonly from: Value | undefined;
  readonly to: Value | undefined;
}

function addressLines({ address, from, to }: AddressChange): string[] {
  const block = addressBlock(address);
  const [wasNamed, share] = [named(from), count(from?.[1])];
  if (to === undefined) return [`🗑️ **REMOVED** · ${wasNamed} · ${share} → none`, block];
  const [isNamed, newShare] = [named(to), count(to[1])];
  if (from === undefined) return [`🆕 **NEW** · ${isNamed} · allocation **${newShare}**`, block];
  const shares = share === newShare ? share : `${share} → **${newShare}**`;
  const names = wasNamed === isNamed ? [] : [`Name: ${wasNamed} → **${isNamed}**`];
  return [`Kept · ${wasNamed} · allocation ${shares}`, block, ...names];
}

function ofSubaccount({ before, after, keys }: Difference): Words {
  const words = (title: string, ...lines: string[]) => ({ title, lines, isPayoutAddress: false });
  const [was, is] = [word(before?.['siteName']), word(after?.['siteName'])];
  if (before === null) return words('New subaccount', `Site: **${is}**`);
  if (after === null) return words('Subaccount gone', `Site: ${was}`);
  const name = `Name: ${word(before['name'])} → **${word(after['name'])}**`;
  const site = `Site: ${was} → **${is}**`;
  if (!keys.includes('site')) return words('Subaccount renamed', name);
  return words('Subaccount moved', site, ...(keys.includes('name') ? [name] : []));
}

function named(value: Value | undefined): string {
  return escape(value?.[0] || 'No name', 120);
}

function schedule(value: Value | undefined): string {
  const [frequency = '', day = ''] = value ?? [];
  return payoutSchedule({ payment_frequency: frequency, day_of_week: day });
}

function word(value: Value | undefined): string {
  return value === undefined ? 'none' : escape(value, 200);
}
