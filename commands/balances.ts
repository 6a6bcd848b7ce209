import { z } from 'zod';
import { defineCommand } from '../src/command.js';
import { DERIVATIVES_CURRENCIES, POOL_CURRENCIES } from '../src/domain/currencies.js';
import { requireOne, toResult } from '../src/domain/errors/result.js';
import { balancesReply } from '../src/views/pool/balances.js';
import { scopeOf } from './shared/options.js';

export const balances = defineCommand({
  name: 'balances',
  description: 'Pool balance, and derivatives margin, repayment, requirement and available',
  access: 'viewer',
  audience: 'choose',
  options: z.object({
    currency: z
      .enum([...POOL_CURRENCIES, 'USD'])
      .optional()
      .describe('One currency (default: the server’s and every derivatives currency)'),
  }),
  examples: ['', 'currency:USD'],
  async run(options, context) {
    const { pool, settings } = context;
    const asked = options.currency ?? settings.currency;
    const poolCurrency = POOL_CURRENCIES.find((each) => each === asked);
    const derivativesCurrencies = DERIVATIVES_CURRENCIES.filter(
      (each) => options.currency === undefined || each === options.currency,
    );
    const scope = await scopeOf({}, context);
    const [summary, derivatives] = await Promise.all([
      poolCurrency === undefined ? null : toResult(pool.getSummary(poolCurrency, scope)),
      Promise.all(derivativesCurrencies.map((each) => toResult(pool.getDerivativesBalances(each)))),
    ]);
    requireOne([...(summary === null ? [] : [summary]), ...derivatives]);
    return balancesReply({
      pool: summary === null ? null : { currency: asked, scope, outcome: summary },
      derivatives: derivatives.map((outcome, index) => ({
        currency: derivativesCurrencies[index] ?? '',
        outcome,
      })),
    });
  },
});
