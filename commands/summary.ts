import { z } from 'zod';
import { defineCommand } from '../src/command.js';
import { POOL_CURRENCIES } from '../src/domain/currencies.js';
import { summaryWithChanges } from './daily/summary-with-changes.js';
import {
  scopeOf,
  siteOption,
  subaccountsOption,
  suggestSites,
  suggestSubaccounts,
} from './shared/options.js';

export const summary = defineCommand({
  name: 'summary',
  description: 'Hashrate, uptime, revenue and balance of the pool workspace',
  access: 'viewer',
  audience: 'choose',
  options: z.object({
    currency: z.enum(POOL_CURRENCIES).optional().describe('What is mined (default: the server’s)'),
    subaccounts: subaccountsOption,
    site: siteOption,
  }),
  suggest: { subaccounts: suggestSubaccounts, site: suggestSites },
  examples: ['', 'currency:LTC_DOGE', 'site:North Ridge private:True'],
  async run(options, context) {
    const currency = options.currency ?? context.settings.currency;
    const scope = await scopeOf(options, context);
    return summaryWithChanges(currency, scope, context);
  },
});
