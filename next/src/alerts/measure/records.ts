import { decimal } from '../../cards/kit/figures.js';
import { escape } from '../../cards/kit/text.js';
import { exactMoment } from '../../cards/kit/times.js';
import type { Contract, PaymentSettings } from '../../pool/schemas.js';
import type { PoolEvent } from '../alert.js';
import { compare, scopeName, scopeOf, watching } from './watching.js';

const HOUR = 3_600_000;

export const margin = watching(
  ({ currency }) => ({
    name: `balances:${currency}`,
    ask: (pool) => pool.balances(currency ?? ''),
  }),
  (rule, { value, readAt: at }) => ({
    // What `/balances` calls available.
    reading: compare(rule, { at, value: value.current_available?.initial_buffer_available }),
  }),
);

/** New ones, and those whose status changed; the first look tells nothing. */
export const contracts = watching(
  ({ currency }) => ({
    name: `contracts:${currency}`,
    ask: (pool) => pool.contracts(currency ?? ''),
  }),
  (_, { rows, readAt: at }, { known }) => {
    const listed: Record<string, string> = { ...known?.listed };
    const events: PoolEvent[] = [];
    for (const contract of rows) {
      const id = String(contract.contract_id ?? '');
      if (id === '') continue;
      const before = known?.listed[id];
      const status = String(contract.status ?? '');
      // A status that is not given now, or was not before, has not changed.
      if (before !== undefined && (status === before || status === '')) continue;
      listed[id] = status;
      if (known === null || before === '') continue;
      events.push(contractEvent(contract, before, { id, at }));
    }
    return { events, known: { at, listed } };
  },
);

function contractEvent(
  { side, daily_hashrate_ph: rate, status }: Contract,
  before: string | undefined,
  { id, at }: { readonly id: string; readonly at: number },
): PoolEvent {
  const digits = decimal(rate)?.toFixed() ?? rate;
  const name = escape([side || 'Contract', digits && `${digits} PH/s`].filter(Boolean).join(' '));
  const now = String(status ?? '');
  const isNew = before === undefined;
  return {
    kind: 'contract',
    key: `${id}:${at}`,
    title: `${isNew ? 'New contract' : `Contract ${escape(now.toLowerCase())}`}: ${name}`,
    lines: [`${isNew ? '' : `${escape(before)} → `}**${escape(now)}**`],
  };
}

/** Settings that have waited for longer than the rule's hours since they were first seen to wait. */
export const approvals = watching(
  (rule) => {
    const currency = rule.currency ?? '';
    return {
      name: `payments:${currency}:${scopeName(rule)}`,
      ask: (pool) => pool.paymentSettings(currency, scopeOf(rule)),
    };
  },
  ({ threshold, currency }, { rows, readAt: at, incomplete, refused }, { known }) => {
    const isWhole = incomplete === null && refused.length === 0;
    // What a list leaves out that was not read whole is as it was.
    const listed: Record<string, string> = isWhole ? {} : { ...known?.listed };
    for (const settings of rows) {
      const name = nameOf(settings);
      const since = known?.listed[name];
      const { status } = settings;
      const isWaiting = status ? status === 'PENDING_APPROVAL' : since !== undefined;
      if (isWaiting) listed[name] = since ?? String(at);
      else delete listed[name];
    }
    const hours = Number(threshold?.value ?? Infinity);
    const events = Object.entries(listed)
      .filter(([, since]) => at - Number(since) >= hours * HOUR)
      .map(([name, since]): PoolEvent => ({
        kind: 'approval',
        key: `${name}:${since}`,
        title: `Payment settings wait ${Math.floor((at - Number(since)) / HOUR)} h for approval`,
        lines: [
          `${escape(currency)} payouts of **${escape(name)}**`,
          `Since ${exactMoment(Number(since))}`,
          'Approve them in the pool’s console.',
        ],
      }));
    return { events, known: { at, listed } };
  },
);

function nameOf({ subaccount }: PaymentSettings): string {
  return String(subaccount?.name ?? subaccount?.id ?? '');
}
