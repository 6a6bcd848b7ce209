import { z } from 'zod';
import { defineCommand, type Context } from '../../src/command.js';
import {
  DERIVATIVES_CURRENCIES,
  POOL_CURRENCIES,
  type PoolCurrency,
} from '../../src/domain/pool/currencies.js';
import type { Reply } from '../../src/domain/messages/reply.js';
import { requireOne, toResult } from '../../src/domain/errors/result.js';
import { balancesReply } from '../../src/views/pool/balances.js';
import { scopeOf } from '../shared/scope.js';

export const balances = defineCommand({
  name: 'balances',
  description: 'Pool balance and derivatives balances: margin, repayment, requirement, available',
  access: 'viewer',
  audience: 'choose',
  options: z.object({
    currency: z
      .enum([...POOL_CURRENCIES, 'USD'])
      .optional()
      .describe('Currency (default: the server’s and every derivatives currency)'),
  }),
  examples: ['', 'currency:USD'],
  run: ({ currency }, context) => openBalances(currency, context),
});

/** Without a currency: the server's, and every derivatives currency. */
export async function openBalances(
  currency: PoolCurrency | 'USD' | undefined,
  context: Context,
): Promise<Reply> {
  const { pool, settings } = context;
  const asked = currency ?? settings.currency;
  const poolCurrency = POOL_CURRENCIES.find((each) => each === asked);
  const derivativesCurrencies = DERIVATIVES_CURRENCIES.filter(
    (each) => currency === undefined || each === currency,
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
}
