import { z } from 'zod';
import { failureCard } from '../src/cards/failures.js';
import { paymentForm, presentPaymentsCard } from '../src/cards/payment-change.js';
import { addressRecords, paymentSettingsCard } from '../src/cards/payment-settings.js';
import { formOf, paymentsTyped, typedPayments } from '../src/changes/kinds/payment-form.js';
import { paymentRecord, readPayments } from '../src/changes/kinds/payment-record.js';
import { paymentTouches } from '../src/changes/kinds/payments.js';
import { customId } from '../src/discord/custom-id.js';
import { cardReply, type Button } from '../src/discord/reply.js';
import { UserError } from '../src/errors.js';
import { POOL_CURRENCIES } from '../src/guilds/settings.js';
import { PoolError } from '../src/pool/pool-error.js';
import { defineAction, defineCommand, type CommandFile, type Context } from './define.js';
import {
  about,
  aboutOf,
  choice,
  scopeOptions,
  suggestScope,
  suggestSubaccounts,
  text,
} from './shared/options.js';
import { definePaged } from './shared/paged.js';

const paidCurrencyOption = choice(
  'Currency paid out (default: the server’s)',
  POOL_CURRENCIES,
).optional();

export const paymentSettingsPages = definePaged({
  kind: 'payment-settings',
  kept: about,
  rows: 3,
  list: ({ currency, place }, { pool }) => pool.paymentSettings(currency, place.scope),
  card: paymentSettingsCard,
  csv: (rows) => rows.flatMap(addressRecords),
  fileName: ({ currency }) => `payment-settings-${currency}`,
});

const list = defineCommand({
  name: 'payment-settings list',
  description: 'Payout frequency, full addresses, next payout and freezes',
  options: z.object({ currency: paidCurrencyOption, ...scopeOptions }),
  autocomplete: suggestScope,
  examples: ['', 'currency:BTC subaccounts:main'],
  run: async (typed, context) => paymentSettingsPages.open(await aboutOf(typed, context), context),
});

/** What the form begins with: the present settings, or what was typed before a refusal. */
const start = z.object({
  currency: z.enum(POOL_CURRENCIES),
  subaccount: z.string(),
  /** As the pool listed it before the form was filled in. */
  record: paymentRecord,
  typed: typedPayments,
});
type Start = z.output<typeof start>;

const change = defineCommand({
  name: 'payment-settings change',
  description: 'Request a change to a subaccount’s payout schedule or addresses',
  access: 'manager',
  audience: 'private',
  options: z.object({
    subaccount: text('The subaccount’s name', { max: 200 }),
    currency: paidCurrencyOption,
  }),
  autocomplete: { subaccount: suggestSubaccounts },
  examples: ['subaccount:main'],
  async run({ subaccount: typed, currency: wanted }, context) {
    const currency = wanted ?? context.settings.currency;
    const { name } = await context.pool.subaccountNamed(typed);
    const subject = { currency, subaccount: String(name) };
    const listed = await readPayments(context.pool.fresh(), subject);
    const { record } = listed;
    const prefilled = formOf(record);
    const [open = null] = await context.changes.list(context.guildId, {
      touches: paymentTouches(subject),
      isOpen: true,
    });
    const card = presentPaymentsCard({ ...subject, listed, open });
    const button = await formButton({ ...subject, record, typed: prefilled }, context);
    return cardReply(card, { rows: [[{ ...button, label: 'Fill in the change…' }]] });
  },
});

const fill = defineAction({
  kind: 'payments-form',
  access: 'manager',
  answers: 'form',
  kept: start,
  run: async ({ kept: begun }, context) =>
    paymentForm(customId(filled.kind, await context.remember(begun)), begun),
});

const filled = defineAction({
  kind: 'payments-typed',
  access: 'manager',
  answers: 'everyone',
  writes: true,
  kept: start,
  async run({ kept: begun, fields }, context) {
    const typed = typedPayments.parse(fields);
    try {
      const input = paymentsTyped(typed, begun);
      const reason = typed.reason.trim() || null;
      return await context.changes.propose(context, { kind: 'payments', input, reason });
    } catch (error) {
      throw await editable(error, { ...begun, typed }, context);
    }
  },
});

export const paymentSettings: CommandFile = {
  commands: [list, change],
  actions: [...paymentSettingsPages.actions, fill, filled],
};

async function formButton(begun: Start, context: Context): Promise<Button> {
  const id = customId(fill.kind, await context.remember(begun));
  return { label: 'Edit again…', style: 'Primary', id };
}

/** Keeps what was typed, even if the pool did not answer. */
async function editable(error: unknown, begun: Start, context: Context): Promise<unknown> {
  if (!(error instanceof UserError) && !(error instanceof PoolError)) return error;
  const { title, lines = [] } = failureCard(error, '');
  const buttons = [await formButton(begun, context)];
  return new UserError(title, lines.filter(Boolean).join('\n'), { buttons, cause: error });
}
