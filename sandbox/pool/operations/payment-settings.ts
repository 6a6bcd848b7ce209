import { z } from 'zod';
import { readBody, readEnum, type Call, type Operation } from '../call.js';
import { paginate, sourceOf } from '../paging.js';
import { findSubaccount, readScope } from '../scope.js';
import type { WorkspacePaymentSettings } from '../workspace/payments.js';
import { frequencies, weekdays } from '../workspace/records.js';
import type { PoolSubaccount } from '../workspace/sites.js';
import { poolCurrencies } from './pool-reports.js';

/** 4.1: payment settings. New settings replace those before. */
export const paymentSettingsOperations: readonly Operation[] = [
  { method: 'GET', path: '/api/v1/pool/payment-settings/:currency_type', run: list },
  {
    method: 'POST',
    path: '/api/v2/pool/payment-settings/:currency_type/:subaccount_name',
    run: create,
  },
];

function list(call: Call): unknown {
  const currency = readEnum(call, 'currency_type', poolCurrencies);
  const { payments, show } = call.workspace;
  const records = readScope(call).flatMap(
    (each) => payments.record(currency, each, show(each)) ?? [],
  );
  const { items, pagination } = paginate(
    call,
    { parameter: 'page_number', size: 10 },
    sourceOf(records),
  );
  return { payment_settings: items, pagination };
}

/** A new address comes without `address_id`. */
const newSettings = z.object({
  payment_frequency: z.enum(frequencies),
  day_of_week: z.enum(weekdays).default('UNSPECIFIED'),
  addresses: z.array(
    z.object({
      address_id: z.int().optional(),
      address_name: z.string(),
      external_address: z.string(),
      revenue_allocation: z.number(),
    }),
  ),
});

function create(call: Call): unknown {
  const currency = readEnum(call, 'currency_type', poolCurrencies);
  const subaccount = findSubaccount(call, call.param('subaccount_name'));
  const body = readBody(call, newSettings);
  const { payments, actions, requiresApproval } = call.workspace;
  const before = payments.settings(currency, subaccount);
  const settings = withIds(call, body);
  payments.wait(currency, subaccount, 1);
  return actions.open({
    name: 'CREATE_PAYMENT_SETTINGS',
    requiresApproval: requiresApproval.payments,
    metadata: {
      subaccount: { progressive_user_id: subaccount.id, account_name: subaccount.name },
      payment_settings: describe({ currency, subaccount, before, settings }),
    },
    apply: () => payments.set(currency, subaccount, settings),
    settle: () => payments.wait(currency, subaccount, -1),
  });
}

function withIds(
  { workspace }: Call,
  body: z.output<typeof newSettings>,
): WorkspacePaymentSettings {
  const next = 81_000 + workspace.actions.records.length * 10;
  return {
    ...body,
    addresses: body.addresses.map(({ address_id: id, ...address }, index) => ({
      address_id: id ?? next + index,
      ...address,
    })),
  };
}

interface Change {
  readonly currency: string;
  readonly subaccount: PoolSubaccount;
  readonly before: WorkspacePaymentSettings | null;
  readonly settings: WorkspacePaymentSettings;
}

/** 2.15, metadata: every value is a string. */
function describe({ currency, subaccount, before, settings }: Change) {
  const known = new Set(before?.addresses.map((each) => each.external_address));
  return {
    progressive_username: subaccount.name,
    currency,
    frequency: settings.payment_frequency,
    day: settings.day_of_week,
    payment_addresses: settings.addresses.map((each) => ({
      name: each.address_name,
      address: each.external_address,
      split: `${each.revenue_allocation}`,
      action: known.has(each.external_address) ? 'KEEP' : 'ADD',
    })),
  };
}
