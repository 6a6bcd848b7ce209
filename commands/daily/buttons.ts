import { z } from 'zod';
import { defineAction } from '../../src/command.js';
import { DETAIL_KIND } from '../../src/daily/posts/compose.js';
import { POOL_CURRENCIES } from '../../src/domain/pool/currencies.js';
import { scopeOf } from '../shared/scope.js';
import { paymentSettingsPages } from '../payment-settings/payment-settings.js';
import { openDetail } from '../summary/open-detail.js';
import { showSummary } from '../summary/show-summary.js';

/** A daily post's buttons: current details, shown to the person who clicked. */
export const dailyMore = defineAction({
  kind: DETAIL_KIND,
  access: 'viewer',
  answers: 'private',
  args: z.tuple([
    z.string(),
    z.string(),
    z.enum(['summary', 'revenue', 'payments', 'miners', 'parts']),
    z.enum([...POOL_CURRENCIES, '']),
  ]),
  async run({ args: [, , what, named] }, context) {
    const currency = named === '' ? context.settings.currency : named;
    const scope = await scopeOf({}, context);
    if (what === 'summary') return showSummary(currency, scope, context);
    if (what === 'payments') return paymentSettingsPages.open({ currency, scope }, context);
    return openDetail(what, { currency, scope }, context);
  },
});
