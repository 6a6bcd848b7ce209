import { z } from 'zod';
import { readPaymentSettings } from '../../src/changes/kinds/payment-record.js';
import { paymentSettingsChange } from '../../src/changes/kinds/payment-settings.js';
import { defineAction, defineCommand, type Action, type Context } from '../../src/command.js';
import { POOL_CURRENCIES, type PoolCurrency } from '../../src/domain/currencies.js';
import { encodeCustomId } from '../../src/domain/custom-id.js';
import { ChangeRuledOut, UserError } from '../../src/domain/errors/errors.js';
import { formatAddresses, parseAddresses } from '../../src/domain/payments/payment-form.js';
import { paymentSettingsSchema as record } from '../../src/pool-api/resources.js';
import {
  formTooSmallSentence,
  presentPaymentReply,
} from '../../src/views/changes/payments/payment-change.js';
import {
  ADDRESSES_LIMIT,
  formProblemsSentence,
  paymentModal,
} from '../../src/views/changes/payments/payment-form.js';
import { lookUpForChange, proposeChange } from '../shared/propose-change.js';
import {
  existingName,
  reasonOption,
  subaccountOption,
  suggestSubaccount,
} from '../shared/options.js';

/** What the form starts from; too long for a custom id. */
const kept = z.object({
  currency: z.enum(POOL_CURRENCIES),
  subaccount: z.string(),
  reason: z.string().optional(),
  present: record.nullable(),
});

export const change = defineCommand({
  name: 'change',
  description: 'Ask to change how often and where to a subaccount is paid',
  access: 'manager',
  audience: 'private',
  options: z.object({
    currency: z
      .enum(POOL_CURRENCIES)
      .optional()
      .describe('What is paid; else the server’s default'),
    subaccount: subaccountOption,
    reason: reasonOption,
  }),
  suggest: { subaccount: suggestSubaccount },
  examples: ['subaccount:main reason:new cold wallet'],
  async run({ subaccount: typed, reason, ...options }, context) {
    const currency = options.currency ?? context.settings.currency;
    const wanted = { kind: paymentSettingsChange.name, about: `${currency} of ${typed}` };
    const { subaccount, present } = await lookUpForChange(context, wanted, () =>
      readForForm(typed, currency, context),
    );
    const id = await context.remember({ currency, subaccount, reason, present });
    const now = context.clock.now();
    return presentPaymentReply(
      { currency, subaccount, present, now, reason },
      encodeCustomId(fill.kind, id),
    );
  },
});

async function readForForm(typed: string, currency: PoolCurrency, context: Context) {
  const subaccount = await existingName(typed, context);
  const present = await readPaymentSettings(context.pool.fresh(), { currency, subaccount });
  if (formatAddresses(present?.addresses ?? []).length > ADDRESSES_LIMIT) {
    throw new ChangeRuledOut('too-much-to-show', formTooSmallSentence);
  }
  return { subaccount, present };
}

const fill = defineAction({
  kind: 'payment-change',
  access: 'manager',
  answers: 'private',
  opens: 'modal',
  args: z.tuple([z.string()]),
  fields: z.object({}),
  async run({ args: [id] }, context) {
    const { currency, subaccount, present } = await context.recall(id, kept);
    const subject = { currency, subaccount };
    return paymentModal(encodeCustomId(filled.kind, id), subject, present);
  },
});

const filled = defineAction({
  kind: 'payment-change-filled',
  access: 'manager',
  answers: 'public',
  writes: true,
  args: z.tuple([z.string()]),
  fields: z.object({
    frequency: z.tuple([z.string()]),
    day: z.tuple([z.string()]),
    addresses: z.string(),
  }),
  async run({ args: [id], fields }, context) {
    const { currency, subaccount, reason, present } = await context.recall(id, kept);
    const parsed = parseAddresses(fields.addresses, present?.addresses ?? []);
    if (!parsed.ok) throw new UserError(formProblemsSentence(parsed.problems));
    const settings = {
      payment_frequency: fields.frequency[0],
      day_of_week: fields.day[0],
      addresses: parsed.addresses,
    };
    const input = { currency, subaccount, settings };
    return proposeChange(context, { kind: paymentSettingsChange.name, input, reason });
  },
});

export const paymentChangeActions: readonly Action[] = [fill, filled];
