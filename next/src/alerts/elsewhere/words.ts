import { addressBlock } from '../../cards/addresses.js';
import { count } from '../../cards/kit/figures.js';
import { escape } from '../../cards/kit/text.js';
import { payoutSchedule } from '../../cards/payment-settings.js';
import type { ElsewhereEvent } from '../alert.js';
import type { Sight } from './judge.js';
import { addressOf, nameIn, SUBACCOUNTS, type Listed, type Value } from './records.js';

interface Told extends Sight, Pick<ElsewhereEvent, 'perhaps' | 'lastSame' | 'firstSeen'> {
  /** Of the differences that are told. */
  readonly keys: readonly string[];
}

export function elsewhereEvent(told: Told): ElsewhereEvent {
  const { list, thing, listed: after, seen, keys, perhaps, lastSame, firstSeen } = told;
  const before = seen?.record ?? null;
  const name = escape(nameIn(after) ?? nameIn(before) ?? thing, 200);
  const isSubaccount = list === SUBACCOUNTS;
  return {
    kind: 'elsewhere',
    key: `${list}:${thing}:${firstSeen}`,
    what: isSubaccount ? `Subaccount **${name}**` : `${list} payouts of **${name}**`,
    ...(isSubaccount ? ofSubaccount : ofPayments)({ before, after, keys }),
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
  const isAddress = added.length > 0 || others.some(({ to }) => to === undefined);
  const isShare = others.some(({ from, to }) => from?.[1] !== to?.[1]);
  const fields = (['schedule', 'wallet', 'status'] as const).filter((key) => keys.includes(key));
  const title = () => {
    if (before === null) return 'New payment settings';
    if (after === null) return 'Payment settings gone';
    if (added.length === 1) return 'New payout address';
    if (!isAddress && isShare) return 'Payout allocation changed';
    return entries.length > 0 ? 'Payout addresses changed' : `Payout ${fields[0]} changed`;
  };
  const lines = fields.map((key) => {
    const [name, show] = FIELDS[key];
    return `${name}: ${show(before?.[key])} → **${show(after?.[key])}**`;
  });
  const addresses = [...added, ...others].flatMap(addressLines);
  return { title: title(), lines: [...addresses, ...lines], isPayoutAddress: isAddress };
}

const FIELDS = {
  schedule: ['Payouts', schedule],
  wallet: ['Wallet', word],
  status: ['Status', word],
} as const;

interface AddressChange {
  readonly address: string;
  readonly from: Value | undefined;
  readonly to: Value | undefined;
}

function addressLines({ address, from, to }: AddressChange): string[] {
  const block = addressBlock(address);
  const [was, is] = [from, to].map((value) => escape(value?.[0] || 'No name', 120));
  const [share, newShare] = [count(from?.[1]), count(to?.[1])];
  if (to === undefined) return [`🗑️ **REMOVED** · ${was} · ${share} → none`, block];
  if (from === undefined) return [`🆕 **NEW** · ${is} · allocation **${newShare}**`, block];
  const shares = share === newShare ? share : `${share} → **${newShare}**`;
  const names = was === is ? [] : [`Name: ${was} → **${is}**`];
  return [`Kept · ${was} · allocation ${shares}`, block, ...names];
}

function ofSubaccount({ before, after, keys }: Difference): Words {
  const words = (title: string, ...lines: string[]) => ({ title, lines, isPayoutAddress: false });
  const [was, is] = [word(before?.['site']?.[1]), word(after?.['site']?.[1])];
  if (before === null) return words('New subaccount', `Site: **${is}**`);
  if (after === null) return words('Subaccount gone', `Site: ${was}`);
  const name = `Name: ${word(before['name'])} → **${word(after['name'])}**`;
  const site = `Site: ${was} → **${is}**`;
  if (!keys.includes('site')) return words('Subaccount renamed', name);
  return words('Subaccount moved', site, ...(keys.includes('name') ? [name] : []));
}

function schedule(value: Value | undefined): string {
  const [frequency = '', day = ''] = value ?? [];
  return payoutSchedule(frequency, day);
}

function word(value: Value | undefined): string {
  return value === undefined ? 'none' : escape(value, 200);
}
