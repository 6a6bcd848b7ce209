import { Decimal } from 'decimal.js';
import { amount, decimal } from '../../cards/kit/figures.js';
import { exactMoment } from '../../cards/kit/times.js';
import { HOUR } from '../../clock.js';
import { escape } from '../../text.js';
import type { AlertEvent } from '../alert.js';
import { summaryRead } from './figures.js';
import { watching } from './compare.js';

/** Coins whose balance fell since the last look; the pool does not say that they were paid. */
export const payout = watching(
  summaryRead,
  ({ note: { known } }, { value, readAt: at, refused }) => {
    const listed: Record<string, string> = { ...known };
    const events: AlertEvent[] = [];
    const given = (value.balance ?? []).flatMap(({ currency_type: coin, revenue }) => {
      const balance = decimal(revenue);
      return balance === null ? [] : [{ coin: String(coin ?? ''), balance }];
    });
    if (refused.length > 0 || given.length === 0) return { events: null };
    for (const { coin, balance } of given) {
      const before = known?.[coin];
      listed[coin] = balance.toFixed();
      if (before === undefined || balance.greaterThanOrEqualTo(before)) continue;
      events.push({
        key: `${coin}:${at}`,
        title: `Balance fell by ${amount(new Decimal(before).minus(balance), coin)}`,
        lines: [`${amount(before, coin)} → **${amount(balance, coin)}**`],
      });
    }
    return { events, known: listed };
  },
);

/** New contracts, and those whose status changed; the first look reports nothing. */
export const contracts = watching(
  ({ currency }) => ({ name: 'contracts', ask: (pool) => pool.contracts(currency) }),
  ({ note: { known } }, { rows, readAt: at }) => {
    const listed: Record<string, string> = { ...known };
    const events: AlertEvent[] = [];
    for (const { contract_id, status: given, side, daily_hashrate_ph: rate } of rows) {
      const [id, status] = [String(contract_id ?? ''), String(given ?? '')];
      const before = known?.[id];
      // A status that is missing now, or was missing before, has not changed.
      if (id === '' || (before !== undefined && (status === before || status === ''))) continue;
      listed[id] = status;
      if (known === null || before === '') continue;
      const digits = decimal(rate)?.toFixed() ?? rate;
      const name = escape(`${side || 'Contract'}${digits ? ` ${digits} PH/s` : ''}`);
      const state =
        before === undefined ? 'New contract' : `Contract ${escape(status.toLowerCase())}`;
      events.push({
        key: `${id}:${at}`,
        title: `${state}: ${name}`,
        lines: [`${before === undefined ? '' : `${escape(before)} → `}**${escape(status)}**`],
      });
    }
    return { events, known: listed };
  },
);

/** Settings that have been seen waiting for longer than the rule's hours. */
export const approvals = watching(
  ({ currency, scope }) => ({
    name: 'payments',
    ask: (pool) => pool.paymentSettings(currency, scope),
  }),
  ({ threshold, currency, note: { known } }, { rows, readAt: at, incomplete, refused }) => {
    const isWhole = incomplete === null && refused.length === 0;
    // What an incomplete list leaves out counts as unchanged.
    const listed: Record<string, string> = isWhole ? {} : { ...known };
    for (const { subaccount, status } of rows) {
      const name = String(subaccount?.name ?? subaccount?.id ?? '');
      const since = known?.[name];
      const isWaiting = status ? status === 'PENDING_APPROVAL' : since !== undefined;
      if (isWaiting) listed[name] = since ?? String(at);
      else delete listed[name];
    }
    const events = Object.entries(listed).flatMap(([name, since]): AlertEvent[] => {
      const hours = (at - Number(since)) / HOUR;
      if (hours < Number(threshold?.value ?? Infinity)) return [];
      return [
        {
          key: `${name}:${since}`,
          title: `Payment settings wait ${Math.floor(hours)} h for approval`,
          what: `${escape(currency)} payouts of **${escape(name)}**`,
          lines: [`Since ${exactMoment(Number(since))}`, 'Approve them in the pool’s console.'],
        },
      ];
    });
    return { events, known: listed };
  },
);
