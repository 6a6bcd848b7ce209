import { z } from 'zod';
import { paymentSettingsCard } from '../src/cards/payment-settings.js';
import { choice } from '../src/discord/options.js';
import { cardReply } from '../src/discord/reply.js';
import { POOL_CURRENCIES } from '../src/guilds/settings.js';
import type { PaymentSettings } from '../src/pool/schemas.js';
import { defineCommand, type CommandFile } from './context.js';
import { listPage } from './shared/list-page.js';
import { namedScope, scopeOf, scopeOptions, suggestScope } from './shared/options.js';
import { definePaged } from './shared/paged.js';

const paidCurrencyOption = choice(
  'Currency paid out (default: the server’s)',
  POOL_CURRENCIES,
).optional();

const paymentSettingsPages = definePaged({
  kind: 'payment-settings',
  kept: z.object({ currency: z.enum(POOL_CURRENCIES), scope: namedScope }),
  rows: 3,
  list: ({ currency, scope }, { pool }) => pool.paymentSettings(currency, scope.scope),
  show: async (page, { currency, scope }) =>
    cardReply(paymentSettingsCard({ ...listPage(page), currency, scope: scope.title })),
  csv: async (rows) => rows.flatMap(addressRecords),
  fileName: ({ currency }) => `payment-settings-${currency}`,
});

/** A row an address with the record's fields repeated, so that one table has everything. */
function addressRecords(record: PaymentSettings): object[] {
  const { addresses } = record;
  const rest = { ...record, addresses: undefined };
  return addresses?.length ? addresses.map((address) => ({ ...rest, address })) : [rest];
}

const list = defineCommand({
  name: 'payment-settings list',
  description: 'Payout frequency, full addresses, next payout and freezes',
  access: 'viewer',
  audience: 'choose',
  options: z.object({ currency: paidCurrencyOption, ...scopeOptions }),
  autocomplete: suggestScope,
  examples: ['', 'currency:BTC subaccounts:main'],
  async run({ currency: typed, ...names }, context) {
    const currency = typed ?? context.settings.currency;
    const scope = await scopeOf(names, context);
    return paymentSettingsPages.open({ currency, scope }, context);
  },
});

export const paymentSettings: CommandFile = {
  commands: [list],
  actions: paymentSettingsPages.actions,
};
