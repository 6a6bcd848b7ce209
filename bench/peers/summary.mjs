import { z } from 'zod';

/** What all of them share: where the servers are, what they read of the pool, and what they show. */
export const { POOL_API_URL } = process.env;
export const headers = { authorization: process.env.POOL_KEY };

/** No limit: @discordjs/rest counts answers against its 50 a second, from which Discord exempts them. */
export const rest = { api: process.env.DISCORD_API_URL, globalRequestsPerSecond: Infinity };

const amount = z.looseObject({ currency_type: z.string(), revenue: z.number() });

const summaryShape = z.looseObject({
  hashrate_5m: z.coerce.number(),
  hashrate_24h: z.coerce.number(),
  efficiency_5m: z.number(),
  uptime_24h: z.number(),
  active_miners: z.number(),
  revenue_24h: z.array(amount),
  balance: z.array(amount),
});

const settings = z.looseObject({ status: z.string() });
const paymentsShape = z.looseObject({ payment_settings: z.array(settings) });

/** `read` gets a path and resolves to the pool's JSON. Both at once, as Pitboss does. */
export async function readCard(read, options) {
  const currency = options.getString('currency') ?? 'BTC';
  const names = options.getString('subaccounts');
  const query = new URLSearchParams(names ? { subaccount_names: names } : {});
  const [summary, payments] = await Promise.all([
    read(`/api/v2/pool/summary/${currency}?${query}`),
    read(`/api/v1/pool/payment-settings/${currency}?${query}`),
  ]);
  const fields = fieldsOf(summaryShape.parse(summary), paymentsShape.parse(payments));
  return { title: `Pool summary · ${currency}`, color: 0x2f9e6e, fields };
}

const petahashes = (value) => `${(value / 1e15).toFixed(2)} PH/s`;
const percent = (share) => `${(share * 100).toFixed(1)} %`;
const amounts = (all) => all.map((each) => `${each.revenue} ${each.currency_type}`).join('\n');

function fieldsOf(summary, { payment_settings: settings }) {
  const waiting = settings.filter(({ status }) => status === 'PENDING_APPROVAL').length;
  return [
    { name: 'Hashrate, 5 min', value: petahashes(summary.hashrate_5m), inline: true },
    { name: 'Hashrate, 24 h', value: petahashes(summary.hashrate_24h), inline: true },
    { name: 'Efficiency', value: percent(summary.efficiency_5m), inline: true },
    { name: 'Uptime, 24 h', value: percent(summary.uptime_24h), inline: true },
    { name: 'Active miners', value: String(summary.active_miners), inline: true },
    { name: 'Revenue, 24 h', value: amounts(summary.revenue_24h) || 'none', inline: true },
    { name: 'Balance', value: amounts(summary.balance) || 'none', inline: true },
    { name: 'Awaiting approval', value: String(waiting), inline: true },
  ];
}

export const commandJson = {
  name: 'summary',
  description: 'Hashrate, uptime, revenue and balance of the pool workspace',
  options: [
    { type: 3, name: 'currency', description: 'Currency mined' },
    { type: 3, name: 'subaccounts', description: 'Their names' },
  ],
};
