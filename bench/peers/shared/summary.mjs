import { z } from 'zod';

/** What all of them share: where the servers are, what they ask the pool, and what they show. */
export const { DISCORD_TOKEN, DISCORD_API_URL, POOL_API_URL, POOL_KEY } = process.env;

/**
 * @discordjs/rest counts edits of answers against its 50 a second, from which Discord exempts them.
 * With CAP=off they aren't counted, or nothing else could be measured above 50 a second.
 */
export const restLimit = process.env.CAP === 'off' ? { globalRequestsPerSecond: 1_000_000 } : {};

const amount = z.looseObject({ currency_type: z.string(), revenue: z.number() });

export const summaryShape = z.looseObject({
  hashrate_5m: z.coerce.number(),
  hashrate_24h: z.coerce.number(),
  efficiency_5m: z.number(),
  uptime_24h: z.number(),
  active_miners: z.number(),
  revenue_24h: z.array(amount),
  balance: z.array(amount),
});

export function summaryPath(names) {
  const query = (names ?? '')
    .split(', ')
    .filter((name) => name !== '')
    .map((name) => `subaccount_names=${encodeURIComponent(name)}`);
  return `/api/v2/pool/summary/BTC?${query.join('&')}`;
}

const petahashes = (value) => `${(value / 1e15).toFixed(2)} PH/s`;
const percent = (share) => `${(share * 100).toFixed(1)} %`;
const amounts = (all) => all.map((each) => `${each.revenue} ${each.currency_type}`).join('\n');

export function fieldsOf(summary) {
  return [
    { name: 'Hashrate, 5 min', value: petahashes(summary.hashrate_5m), inline: true },
    { name: 'Hashrate, 24 h', value: petahashes(summary.hashrate_24h), inline: true },
    { name: 'Efficiency', value: percent(summary.efficiency_5m), inline: true },
    { name: 'Uptime, 24 h', value: percent(summary.uptime_24h), inline: true },
    { name: 'Active miners', value: String(summary.active_miners), inline: true },
    { name: 'Revenue, 24 h', value: amounts(summary.revenue_24h) || 'none', inline: true },
    { name: 'Balance', value: amounts(summary.balance) || 'none', inline: true },
  ];
}

export const TITLE = 'Pool summary · BTC';
export const GREEN = 0x2f9e6e;

export const commandJson = {
  name: 'summary',
  description: 'Hashrate, uptime, revenue and balance of the pool workspace',
  options: [{ type: 3, name: 'subaccounts', description: 'Their names' }],
};
