import { z } from 'zod';
import { failureCard } from '../src/cards/failures.js';
import {
  FORM_ROOM,
  paymentForm,
  presentPaymentsCard,
  typedPayments,
  type TypedPayments,
} from '../src/cards/payment-change.js';
import { paymentSettingsCard } from '../src/cards/payment-settings.js';
import { addressesText, parseAddresses } from '../src/changes/kinds/payment-form.js';
import {
  DAYS,
  FREQUENCIES,
  paymentRecord,
  readPayments,
  type PaymentInput,
} from '../src/changes/kinds/payment-record.js';
import { MOST_ADDRESSES, paymentTouches, tooMuch } from '../src/changes/kinds/payments.js';
import { customId } from '../src/discord/custom-id.js';
import { choice, text } from '../src/discord/options.js';
import { cardReply, type Button } from '../src/discord/reply.js';
import { UserError } from '../src/errors.js';
import { POOL_CURRENCIES } from '../src/guilds/settings.js';
import { PoolError } from '../src/pool/pool-error.js';
import type { PaymentSettings } from '../src/pool/schemas.js';
import { defineAction, defineCommand, type CommandFile, type Context } from './context.js';
import {
  namedScope,
  scopeOf,
  scopeOptions,
  suggestScope,
  suggestSubaccounts,
} from './shared/options.js';
import { definePaged } from './shared/paged.js';

const paidCurrencyOption = choice(
  'Currency paid out (default: the server’s)',
  POOL_CURRENCIES,
).optional();

export const paymentSettingsPages = definePaged({
  kind: 'payment-settings',
  kept: z.object({ currency: z.enum(POOL_CURRENCIES), scope: namedScope }),
  rows: 3,
  list: ({ currency, scope }, { pool }) => pool.paymentSettings(currency, scope.scope),
  card: paymentSettingsCard,
  csv: (rows) => rows.flatMap(addressRecords),
  fileName: ({ currency }) => `payment-settings-${currency}`,
});

/** One row per address, with the record's fields repeated so that one table has everything. */
function addressRecords(record: PaymentSettings): object[] {
  const { addresses } = record;
  const rest = { ...record, addresses: undefined };
  return addresses?.length ? addresses.map((address) => ({ ...rest, address })) : [rest];
}

const list = defineCommand({
  name: 'payment-settings list',
  description: 'Payout frequency, full addresses, next payout and freezes',
  access: 'viewer',
  options: z.object({ currency: paidCurrencyOption, ...scopeOptions }),
  autocomplete: suggestScope,
  examples: ['', 'currency:BTC subaccounts:main'],
  async run({ currency: typed, ...names }, context) {
    const currency = typed ?? context.settings.currency;
    const scope = await scopeOf(names, context);
    return paymentSettingsPages.open({ currency, scope }, context);
  },
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
    const { readAt, ...listed } = await readPayments(context.pool.fresh(), subject);
    const { record } = listed;
    const addresses = addressesText(record);
    if ((record?.addresses.length ?? 0) > MOST_ADDRESSES || addresses.length > FORM_ROOM)
      throw tooMuch();
    const [open = null] = await context.changes.list(context.guildId, {
      touches: paymentTouches(subject),
      isOpen: true,
    });
    const card = presentPaymentsCard({ ...subject, listed, open, at: readAt });
    const { frequency = null, day = 'UNSPECIFIED' } = record ?? {};
    const prefilled = { frequency: frequency ?? '', day, addresses, reason: '' };
    const button = await formButton({ ...subject, record, typed: prefilled }, context);
    return cardReply(card, { rows: [[{ ...button, label: 'Fill in the change…' }]] });
  },
});

const fill = defineAction({
  kind: 'payments-form',
  access: 'manager',
  answers: 'form',
  kept: start,
  async run({ kept: begun }, context) {
    const { typed, ...subject } = begun;
    const id = customId(filled.kind, await context.remember(begun));
    return paymentForm(id, subject, typed);
  },
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
      const reason = typed.reason.trim() || null;
      const input = inputOf(begun, typed);
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

function inputOf({ currency, subaccount, record }: Start, typed: TypedPayments): PaymentInput {
  const frequency = z.enum(FREQUENCIES).parse(typed.frequency);
  return {
    currency,
    subaccount,
    frequency,
    day: frequency === 'WEEKLY' ? z.enum(DAYS).parse(typed.day) : 'UNSPECIFIED',
    addresses: parseAddresses(typed.addresses, { currency, record }),
  };
}

async function formButton(begun: Start, context: Context): Promise<Button> {
  const id = customId(fill.kind, await context.remember(begun));
  return { label: 'Edit again…', style: 'primary', id };
}

/** Keeps what was typed, even if the pool did not answer. */
async function editable(error: unknown, begun: Start, context: Context): Promise<unknown> {
  if (!(error instanceof UserError) && !(error instanceof PoolError)) return error;
  const { title, lines = [] } = failureCard(error, '');
  const buttons = error instanceof UserError ? error.buttons : [];
  const again = await formButton(begun, context);
  return new UserError(title, lines.filter(Boolean).join('\n'), {
    buttons: [...buttons, again],
    cause: error,
  });
}
