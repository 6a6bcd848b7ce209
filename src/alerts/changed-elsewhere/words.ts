import { addressChange } from '../../cards/addresses.js';
import { moment } from '../../cards/kit/times.js';
import { payoutSchedule } from '../../cards/payment-settings.js';
import { cut, escape } from '../../text.js';
import type { AlertEvent } from '../alert.js';
import type { Doubt, Sight } from './judge.js';
import { addressOf, nameIn, SUBACCOUNTS, type Listed, type Value } from './records.js';

interface Told extends Sight, Pick<Doubt, 'firstSeen' | 'lastSame'> {
  /** Keys of the differences to report. */
  readonly keys: readonly string[];
  /** Number of our change that may have caused it. */
  readonly perhaps: number | null;
}

export function elsewhereEvent(told: Told): AlertEvent {
  const { list, thing, listed: after, seen, keys, perhaps, lastSame, firstSeen } = told;
  const before = seen?.record ?? null;
  const name = escape(nameIn(after) ?? nameIn(before) ?? thing, 200);
  const isSubaccount = list === SUBACCOUNTS;
  const words = (isSubaccount ? ofSubaccount : ofPayments)({ before, after, keys });
  return {
    ...words,
    key: `${list}:${thing}:${firstSeen}`,
    show: isSubaccount
      ? { command: 'subaccount list' }
      : { command: 'payment-settings list', options: { currency: list } },
    what: isSubaccount ? `Subaccount **${name}**` : `${list} payouts of **${name}**`,
    lines: [
      `**Changed at the pool, ${perhaps === null ? 'not through Pitboss' : `perhaps by #${perhaps}`}**`,
      ...words.lines,
      'Not your team? Undo it in the pool’s console and check who can sign in.',
      `-# Between ${moment(lastSame, 't')} and ${moment(firstSeen, 't')}`,
    ],
  };
}

interface Difference {
  readonly before: Listed | null;
  readonly after: Listed | null;
  readonly keys: readonly string[];
}

type Words = Pick<AlertEvent, 'title' | 'lines' | 'added'>;

function ofPayments({ before, after, keys }: Difference): Words {
  const entries = keys.flatMap((key) => {
    const address = addressOf(key);
    const [from, to] = [entryOf(before?.[key]), entryOf(after?.[key])];
    return address === null ? [] : { address, before: from, after: to };
  });
  const added = entries.filter((entry) => !entry.before);
  const others = entries.filter((entry) => entry.before);
  const isAddress = added.length > 0 || others.some((entry) => !entry.after);
  const isShare = others.some((each) => each.before?.allocation !== each.after?.allocation);
  const fields = FIELDS.filter(([key]) => keys.includes(key));
  const title = () => {
    if (before === null) return 'New payment settings';
    if (after === null) return 'Payment settings gone';
    if (added.length === 1) return 'New payout address';
    if (!isAddress && isShare) return 'Payout allocation changed';
    return entries.length > 0 ? 'Payout addresses changed' : `Payout ${fields[0]?.[0]} changed`;
  };
  const lines = fields.map(
    ([key, name, show]) => `${name}: ${show(before?.[key])} → **${show(after?.[key])}**`,
  );
  const addresses = [...added, ...others].flatMap(addressChange);
  return {
    title: title(),
    lines: [...addresses, ...lines],
    added: added.map(({ address }) => address),
  };
}

const FIELDS = [
  ['schedule', 'Payouts', schedule],
  ['wallet', 'Wallet', word],
  ['status', 'Status', word],
] as const;

function entryOf(value: Value | undefined) {
  if (value === undefined) return undefined;
  return { name: cut(value[0] ?? '', 120), allocation: value[1] ?? null };
}

function ofSubaccount({ before, after, keys }: Difference): Words {
  const words = (title: string, ...lines: string[]): Words => ({ title, lines });
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
