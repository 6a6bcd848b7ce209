import { z } from 'zod';
import { balanceRecords, balancesCard } from '../src/cards/balances.js';
import { part } from '../src/cards/failures.js';
import { csvFile } from '../src/cards/kit/csv.js';
import { plural } from '../src/cards/kit/text.js';
import { customId } from '../src/discord/custom-id.js';
import { choice } from '../src/discord/options.js';
import { cardReply } from '../src/discord/reply.js';
import { POOL_CURRENCIES } from '../src/guilds/settings.js';
import { PoolError } from '../src/pool/pool-error.js';
import { defineAction, defineCommand, type CommandFile, type Context } from './context.js';
import { scopeOf } from './shared/options.js';
import { fileReply, incompleteLine } from './shared/paged.js';

const currencies = [...POOL_CURRENCIES, 'USD'] as const;
type Currency = (typeof currencies)[number];

/** Without a currency: the server's, and every derivatives currency. */
async function readBalances(wanted: Currency | undefined, context: Context) {
  const { pool, settings } = context;
  const place = await scopeOf({}, context);
  const currency = wanted ?? settings.currency;
  const [ofPool, derivatives] = await Promise.all([
    currency === 'USD' ? null : part(pool.summary(currency, place.scope)),
    Promise.all(
      ['BTC', 'USD']
        .filter((each) => wanted === undefined || each === wanted)
        .map(async (each) => ({ currency: each, balances: await part(pool.balances(each)) })),
    ),
  ]);
  const parts = [ofPool, ...derivatives.map(({ balances }) => balances)];
  const reads = parts.flatMap((each) => (each === null || each instanceof PoolError ? [] : [each]));
  const failed = parts.find((each) => each instanceof PoolError);
  if (reads.length === 0 && failed !== undefined) throw failed;
  const refused = reads.flatMap((read) => read.refused);
  const at = Math.min(...reads.map(({ readAt }) => readAt));
  return {
    scope: place.title,
    pool: ofPool,
    derivatives,
    incomplete: incompleteLine({ refused }),
    at,
  };
}

const csv = defineAction({
  kind: 'balances-csv',
  access: 'viewer',
  answers: 'private',
  args: z.tuple([z.enum([...currencies, ''])]),
  async run({ args: [currency] }, context) {
    const records = balanceRecords(await readBalances(currency || undefined, context));
    return fileReply(csvFile('balances', records), [
      `**${plural(records.length, 'row')}**, every field and digit`,
    ]);
  },
});

const show = defineCommand({
  name: 'balances',
  description: 'Pool balance and derivatives balances: margin, repayment, requirement, available',
  access: 'viewer',
  audience: 'choose',
  options: z.object({
    currency: choice(
      'Currency (default: the server’s and every derivatives currency)',
      currencies,
    ).optional(),
  }),
  examples: ['', 'currency:USD'],
  async run({ currency }, context) {
    const card = balancesCard(await readBalances(currency, context));
    return cardReply(card, {
      rows: [[{ label: 'CSV', id: customId('balances-csv', currency ?? '') }]],
    });
  },
});

export const balances: CommandFile = { commands: [show], actions: [csv] };
