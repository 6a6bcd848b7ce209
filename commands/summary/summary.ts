import { z } from 'zod';
import { defineAction, defineCommand } from '../../src/command.js';
import { POOL_CURRENCIES } from '../../src/domain/pool/currencies.js';
import { scopeOf, scopeOptions, autocompleteScope } from '../shared/scope.js';
import { bySubaccountPages } from './by-subaccount.js';
import { DETAILS, openDetail } from './open-detail.js';
import { scopeFromButtons } from './scope-in-buttons.js';
import { showSummary } from './show-summary.js';
import { MORE_KIND, REFRESH_KIND } from './summary-ids.js';

const refresh = defineAction({
  kind: REFRESH_KIND,
  access: 'viewer',
  answers: 'update-own',
  args: z.tuple([z.enum(POOL_CURRENCIES)], z.string()),
  async run({ args: [currency, ...inButtons] }, context) {
    return showSummary(currency, await scopeFromButtons(inButtons, context), context);
  },
});

const more = defineAction({
  kind: MORE_KIND,
  access: 'viewer',
  answers: 'private',
  args: z.tuple([z.enum(DETAILS), z.enum(POOL_CURRENCIES)], z.string()),
  async run({ args: [what, currency, ...inButtons] }, context) {
    const scope = await scopeFromButtons(inButtons, context);
    return openDetail(what, { currency, scope }, context);
  },
});

export const summary = defineCommand({
  name: 'summary',
  description: 'Hashrate, uptime, revenue and balance of the pool workspace',
  access: 'viewer',
  audience: 'choose',
  options: z.object({
    currency: z.enum(POOL_CURRENCIES).optional().describe('Currency mined (default: the server’s)'),
    ...scopeOptions,
  }),
  autocomplete: autocompleteScope,
  actions: [refresh, more, ...bySubaccountPages.actions],
  examples: ['', 'currency:LTC_DOGE', 'site:North Ridge private:True'],
  async run(options, context) {
    const currency = options.currency ?? context.settings.currency;
    const scope = await scopeOf(options, context);
    return showSummary(currency, scope, context);
  },
});
