import type { Context } from '../../src/command.js';
import type { PoolCurrency } from '../../src/domain/pool/currencies.js';
import type { NamedScope } from '../../src/domain/guild/default-scope.js';
import type { Reply } from '../../src/domain/messages/reply.js';
import { minerPages } from '../miners/miners.js';
import { revenuePages } from '../figures/revenue.js';
import { rangeOf } from '../shared/date-options.js';
import { bySubaccountPages } from './by-subaccount.js';

export const DETAILS = ['revenue', 'miners', 'parts'] as const;

interface DetailRequest {
  readonly currency: PoolCurrency;
  readonly scope: NamedScope;
}

/** What the buttons of a summary or a daily post open. */
export function openDetail(
  what: (typeof DETAILS)[number],
  { currency, scope }: DetailRequest,
  context: Context,
): Promise<Reply> {
  if (what === 'revenue')
    return revenuePages.open({ currency, scope, range: rangeOf({}, context) }, context);
  if (what === 'parts') return bySubaccountPages.open({ currency, scope }, context);
  const { siteId, siteName } = scope;
  return minerPages.open({ health: 'failing', siteId, siteName }, context);
}
