import { z } from 'zod';
import { balanceRecords, balancesCard } from '../src/cards/balances.js';
import { incompleteLine, namedPart, part } from '../src/cards/failures.js';
import { POOL_CURRENCIES } from '../src/guilds/settings.js';
import { PoolError } from '../src/pool/pool-error.js';
import { defineCommand, type CommandFile, type Context } from './define.js';
import { aboutOf, choice } from './shared/options.js';
import { defineCsv } from './shared/paged.js';

const options = z.object({
  currency: choice('Currency (default: the server’s and every derivatives currency)', [
    ...POOL_CURRENCIES,
    'USD',
  ]).optional(),
});

async function readBalances({ currency: wanted }: z.output<typeof options>, context: Context) {
  const { pool } = context;
  const { currency, place } = await aboutOf({ currency: wanted }, context);
  const [ofPool, derivatives] = await Promise.all([
    currency === 'USD' ? null : part(pool.summary(currency, place.scope)),
    Promise.all(
      ['BTC', 'USD']
        .filter((each) => wanted === undefined || each === wanted)
        .map((each) => namedPart(each, pool.balances(each))),
    ),
  ]);
  const parts = [ofPool, ...derivatives.map(({ read }) => read)];
  const reads = parts.flatMap((each) => (each === null || each instanceof PoolError ? [] : [each]));
  const failed = parts.find((each) => each instanceof PoolError);
  if (reads.length === 0 && failed !== undefined) throw failed;
  return {
    scope: place.title,
    pool: ofPool,
    derivatives,
    incomplete: incompleteLine({ refused: reads.flatMap((read) => read.refused) }),
    at: Math.min(...reads.map(({ readAt }) => readAt)),
  };
}

const csv = defineCsv('balances-csv', options, async (typed, context) => ({
  name: 'balances',
  records: balanceRecords(await readBalances(typed, context)),
}));

const show = defineCommand({
  name: 'balances',
  description: 'Pool balance and derivatives balances: margin, repayment, requirement, available',
  options,
  examples: ['', 'currency:USD'],
  run: (typed, context) =>
    csv.below(readBalances(typed, context).then(balancesCard), typed, context),
});

export const balances: CommandFile = { commands: [show], actions: [csv.action] };
