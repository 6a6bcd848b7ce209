import { z } from 'zod';
import { defineCommand, type CommandGroup } from '../../src/command.js';
import { POOL_CURRENCIES } from '../../src/domain/pool/currencies.js';
import { allPages } from '../../src/pool-api/lists/all-pages.js';
import { FILE_BOUND } from '../../src/pool-api/lists/walk-bounds.js';
import { openList } from '../../src/pool-api/lists/walk-pages.js';
import {
  paymentSettingsBatches,
  paymentSettingsColumns,
} from '../../src/views/files/csv-columns/pool.js';
import { listReply } from '../../src/views/files/file-reply.js';
import { paymentSettingsReply, RECORDS_PER_PAGE } from '../../src/views/pool/payment-settings.js';
import { keptScope, scopeOf, scopeOptions, autocompleteScope } from '../shared/scope.js';
import { definePaged } from '../shared/paged.js';
import { change, paidCurrency, paymentChangeActions } from './change.js';

export const paymentSettingsPages = definePaged({
  kind: 'payment-settings',
  kept: z.object({ currency: z.enum(POOL_CURRENCIES), scope: keptScope }),
  async show({ currency, scope }, turn, { pool }) {
    const page = { number: turn.number, size: RECORDS_PER_PAGE };
    const read = await pool.listPaymentSettings(currency, scope, page);
    return paymentSettingsReply({ ...turn.shownOf(read, RECORDS_PER_PAGE), currency, scope });
  },
  async csv({ currency, scope }, { pool, attachmentLimit }) {
    const listed = allPages((page) => pool.listPaymentSettings(currency, scope, page), {
      bound: FILE_BOUND,
    });
    const { batches, notes } = await openList(listed);
    const list = { batches: paymentSettingsBatches(batches), notes, attachmentLimit };
    return listReply(`payment-settings-${currency}`, paymentSettingsColumns, list);
  },
});

const list = defineCommand({
  name: 'list',
  description: 'Payout frequency, full addresses, next payout and freezes',
  access: 'viewer',
  audience: 'choose',
  options: z.object({
    currency: paidCurrency,
    ...scopeOptions,
  }),
  autocomplete: autocompleteScope,
  examples: ['', 'currency:BTC subaccounts:main'],
  async run(options, context) {
    const currency = options.currency ?? context.settings.currency;
    return paymentSettingsPages.open({ currency, scope: await scopeOf(options, context) }, context);
  },
});

export const paymentSettings: CommandGroup = {
  name: 'payment-settings',
  description: 'Payout schedules and addresses',
  subcommands: [list, change],
  actions: [...paymentSettingsPages.actions, ...paymentChangeActions],
};
