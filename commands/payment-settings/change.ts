import { z } from 'zod';
import { findPaymentSettings } from '../../src/changes/kinds/payment-settings/payment-record.js';
import { paymentSettingsChange } from '../../src/changes/kinds/payment-settings/payment-settings.js';
import { defineAction, defineCommand, type Action, type Context } from '../../src/command.js';
import { POOL_CURRENCIES, type PoolCurrency } from '../../src/domain/pool/currencies.js';
import { encodeCustomId } from '../../src/domain/custom-id.js';
import { ChangeRuledOut, SecretTyped, UserError } from '../../src/domain/errors/user-errors.js';
import {
  DAYS_OF_WEEK,
  PAYMENT_FREQUENCIES,
} from '../../src/domain/payment-settings/new-payment-settings.js';
import {
  formatAddresses,
  parseAddresses,
} from '../../src/domain/payment-settings/address-lines.js';
import { holdsPrivateKeyAsAddress } from '../../src/domain/payment-settings/private-keys.js';
import { paymentSettingsSchema as record } from '../../src/pool-api/resources.js';
import {
  formTooSmallSentence,
  halfCharacterSentence,
  presentPaymentReply,
} from '../../src/views/changes/payment-settings/payment-change.js';
import {
  ADDRESSES_LIMIT,
  formProblemsWords,
  paymentModal,
  presentInForm,
} from '../../src/views/changes/payment-settings/payment-form.js';
import { holdsPrivateKeyWords } from '../../src/views/errors/router-sentences.js';
import { lookUpForChange, proposeChange } from '../shared/propose-change.js';
import { existingName } from '../shared/trimmed-name.js';
import { subaccountOption } from '../shared/options.js';
import { autocompleteSubaccount } from '../shared/autocomplete-names.js';

const fields = z.object({
  frequency: z.tuple([z.enum(PAYMENT_FREQUENCIES)]),
  day: z.tuple([z.enum(DAYS_OF_WEEK)]),
  addresses: z.string(),
  reason: z.string(),
});

const FORM = 'payment-change';

/** The form's starting point, too long for a custom id. */
const kept = z.object({
  currency: z.enum(POOL_CURRENCIES),
  subaccount: z.string(),
  present: record.nullable(),
  /** As typed before a refusal. */
  typed: fields.optional(),
});

export const paidCurrency = z
  .enum(POOL_CURRENCIES)
  .optional()
  .describe('Currency paid out (default: the server’s)');

export const change = defineCommand({
  name: 'change',
  description: 'Request a change to a subaccount’s payout schedule or addresses',
  access: 'manager',
  audience: 'private',
  changes:
    'at the pool, once it is filled in and confirmed: when and to which addresses a subaccount is paid',
  options: z.object({
    currency: paidCurrency,
    subaccount: subaccountOption,
  }),
  autocomplete: { subaccount: autocompleteSubaccount },
  examples: ['subaccount:main'],
  async run({ subaccount: typed, ...options }, context) {
    const currency = options.currency ?? context.settings.currency;
    const wanted = { kind: paymentSettingsChange.name, about: `${currency} of ${typed}` };
    const { subaccount, present } = await lookUpForChange(context, wanted, () =>
      readForForm(typed, currency, context),
    );
    const id = await context.remember({ currency, subaccount, present });
    const now = context.clock.now();
    return presentPaymentReply({ currency, subaccount, present, now }, encodeCustomId(FORM, id));
  },
});

async function readForForm(typed: string, currency: PoolCurrency, context: Context) {
  const subaccount = await existingName(typed, context);
  const wanted = { currency, subaccount };
  const { record: present } = await findPaymentSettings(context.pool.fresh(), wanted);
  const inForm = formatAddresses(present?.addresses ?? []);
  if (inForm.length > ADDRESSES_LIMIT)
    throw new ChangeRuledOut('too-much-to-show', formTooSmallSentence);
  if (!inForm.isWellFormed()) throw new ChangeRuledOut('not-shown-whole', halfCharacterSentence);
  return { subaccount, present };
}

const fill = defineAction({
  kind: FORM,
  access: 'manager',
  answers: 'private',
  opens: 'modal',
  args: z.tuple([z.string()]),
  async run({ args: [id] }, context) {
    const { present, typed, ...subject } = await context.recall(id, kept);
    const inForm =
      typed === undefined
        ? presentInForm(present)
        : { ...typed, frequency: typed.frequency[0], day: typed.day[0] };
    return paymentModal(encodeCustomId(filled.kind, id), { ...subject, present }, inForm);
  },
});

const filled = defineAction({
  kind: 'payment-change-filled',
  access: 'manager',
  answers: 'public',
  writes: true,
  args: z.tuple([z.string()]),
  fields,
  async editAgain({ args: [id], fields: typed }, context) {
    const start = await context.recall(id, kept);
    return encodeCustomId(FORM, await context.remember({ ...start, typed }));
  },
  async run({ args: [id], fields: typed }, context) {
    const { currency, subaccount, present } = await context.recall(id, kept);
    // Before it is read, because a refusal of a line keeps the form.
    if (holdsPrivateKeyAsAddress(typed.addresses, formatAddresses(present?.addresses ?? [])))
      throw new SecretTyped(holdsPrivateKeyWords);
    const parsed = parseAddresses(typed.addresses, present?.addresses ?? []);
    if (!parsed.ok) throw new UserError(formProblemsWords(parsed.problems));
    const settings = {
      payment_frequency: typed.frequency[0],
      day_of_week: typed.day[0],
      addresses: parsed.addresses,
    };
    const input = { currency, subaccount, settings };
    const reason = typed.reason.trim() || undefined;
    return proposeChange(context, { kind: paymentSettingsChange.name, input, reason });
  },
});

export const paymentChangeActions: readonly Action[] = [fill, filled];
