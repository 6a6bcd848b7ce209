import { z } from 'zod';
import { yieldToOthers } from '../domain/async/yield-to-others.js';
import { isRecord } from '../domain/json/is-record.js';
import type { Listing } from './client.js';
import {
  contractSchema,
  contractDetailsSchema,
  derivativesBalancesSchema,
  derivativesPaymentsSchema,
  devFeeReportSchema,
  fleetActionSchema,
  list,
  minerSchema,
  paginationSchema,
  paymentSettingsSchema,
  positionHistorySchema,
  revenueReportSchema,
  subaccountSchema,
  summarySchema,
  workspaceActionSchema,
} from './resources.js';
import { snakeCase } from './snake-case.js';

/** An operation's answer: its schema, and the fields by which it is recognised. */
export interface Shape<Value> {
  readonly schema: z.ZodType<Value>;
  readonly fields: readonly string[];
  readonly longLists: readonly LongList<Value>[];
}

/** A list that may be of any length: its field, and what was parsed from it. */
interface LongList<Value> {
  readonly field: string;
  of(value: Value): unknown[];
}

export const answers = {
  summary: record(summarySchema, [
    'subaccounts',
    'revenue_24h',
    'revenue_all_time',
    'hashprice',
    'balance',
  ]),
  revenue: record(revenueReportSchema, ['subaccounts', 'revenue']),
  devFee: record(devFeeReportSchema, ['devfee_data']),
  subaccounts: listing('subaccounts', subaccountSchema),
  subaccount: record(subaccountSchema),
  workspaceAction: shape(workspaceActionSchema, Object.keys(workspaceActionSchema.out.shape)),
  paymentSettings: listing('payment_settings', paymentSettingsSchema),
  contracts: listing('contracts', contractSchema),
  contract: shape(contractDetailsSchema, [
    'contract',
    ...Object.keys(contractDetailsSchema.out.shape),
  ]),
  derivativesPayments: record(derivativesPaymentsSchema, ['payments']),
  positions: record(positionHistorySchema, ['positions']),
  balances: record(derivativesBalancesSchema),
  miners: listing('miners', minerSchema),
  fleetAction: record(fleetActionSchema, ['miners_summary']),
};

/** Rows parsed before yielding to the event loop: about 5 ms of work. */
const SLICE_ROWS = 1_000;

/** Whether it has a documented field, even if null. */
export function isOfShape(body: Readonly<Record<string, unknown>>, { fields }: Shape<unknown>) {
  return Object.keys(body).some((name) => fields.includes(snakeCase(name)));
}

/**
 * An object without any documented field is something else, such as an error with status 200. Long
 * lists are parsed in slices, because a pool may put everything into one page.
 * @throws anything, for another shape
 */
export async function readAnswer<Value>(body: unknown, known: Shape<Value>): Promise<Value> {
  const { schema, longLists } = known;
  if (!isRecord(body)) return schema.parse(body);
  if (!isOfShape(body, known)) throw new TypeError('no documented field');
  const long = longLists.filter(({ field }) => rowsIn(body, field).length > SLICE_ROWS);
  return long.length === 0 ? schema.parse(body) : readInSlices(body, schema, long);
}

async function readInSlices<Value>(
  body: Readonly<Record<string, unknown>>,
  schema: z.ZodType<Value>,
  long: readonly LongList<Value>[],
): Promise<Value> {
  const empty = Object.fromEntries(long.map(({ field }) => [field, []]));
  const whole = schema.parse({ ...body, ...empty });
  for (const each of long) {
    const rows = rowsIn(body, each.field);
    const all = each.of(whole);
    for (let start = 0; start < rows.length; start += SLICE_ROWS) {
      await yieldToOthers();
      all.push(...each.of(schema.parse({ [each.field]: rows.slice(start, start + SLICE_ROWS) })));
    }
  }
  return whole;
}

function rowsIn(body: Readonly<Record<string, unknown>>, field: string): readonly unknown[] {
  return listOrNone(body[field]);
}

/**
 * A schema's first parse takes 12 ms. The first command shouldn't wait for that, nor the connection
 * to Discord for all of them.
 */
export async function warmUpSchemas(): Promise<void> {
  for (const { schema, fields } of Object.values(answers)) {
    await yieldToOthers();
    // With an object and with a list, to reach the inner schemas.
    for (const inner of [{}, [{}]]) {
      schema.safeParse(Object.fromEntries(fields.map((name) => [name, inner])));
    }
  }
}

function record<Value extends object>(
  schema: z.ZodType<Value> & { readonly shape: object },
  lists: readonly (keyof Value & string)[] = [],
): Shape<Value> {
  return shape(schema, Object.keys(schema.shape), lists);
}

function shape<Value extends object>(
  schema: z.ZodType<Value>,
  fields: readonly string[],
  lists: readonly (keyof Value & string)[] = [],
): Shape<Value> {
  const longLists = lists.map((field) => ({
    field,
    of: (value: Value): unknown[] => listOrNone(value[field]),
  }));
  return { schema, fields, longLists };
}

function listOrNone(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

type ReadListing<Item> = Listing<Item> & { readonly items: Item[] };

/** `{<name>: [...], pagination}`; `given` is false if the list is null or absent. */
function listing<Item extends z.ZodType>(
  name: string,
  item: Item,
): Shape<ReadListing<z.output<Item>>> {
  const schema = z.preprocess(
    (body) => (isRecord(body) ? { items: body[name], pagination: body['pagination'] } : body),
    z
      .object({ items: list(item), pagination: paginationSchema.nullish() })
      .transform(({ items, pagination: place }) => ({
        items: items ?? [],
        ...(items ? {} : { given: false }),
        pagination: place ?? null,
      })),
  );
  return {
    schema,
    fields: [name, 'pagination'],
    longLists: [{ field: name, of: ({ items }) => items }],
  };
}
