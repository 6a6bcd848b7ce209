import { z } from 'zod';
import { breathe } from '../domain/async/breathe.js';
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

/** What an operation answers with: its schema, and the fields by which it is known. */
export interface Shape<Value> {
  readonly schema: z.ZodType<Value>;
  readonly fields: readonly string[];
  readonly longLists: readonly LongList<Value>[];
}

/** A list of an answer, none of which has a bound: the field it comes in, and what was read of it. */
interface LongList<Value> {
  readonly field: string;
  of(value: Value): unknown[];
}

export const answers = {
  summary: shape(summarySchema, Object.keys(summarySchema.shape), [
    'subaccounts',
    'revenue_24h',
    'revenue_all_time',
    'hashprice',
    'balance',
  ]),
  revenue: shape(revenueReportSchema, Object.keys(revenueReportSchema.shape), [
    'subaccounts',
    'revenue',
  ]),
  devFee: shape(devFeeReportSchema, Object.keys(devFeeReportSchema.shape), ['devfee_data']),
  subaccounts: listing('subaccounts', subaccountSchema),
  subaccount: shape(subaccountSchema, Object.keys(subaccountSchema.shape)),
  workspaceAction: shape(workspaceActionSchema, Object.keys(workspaceActionSchema.out.shape)),
  paymentSettings: listing('payment_settings', paymentSettingsSchema),
  contracts: listing('contracts', contractSchema),
  contract: shape(contractDetailsSchema, [
    'contract',
    ...Object.keys(contractDetailsSchema.out.shape),
  ]),
  derivativesPayments: shape(
    derivativesPaymentsSchema,
    Object.keys(derivativesPaymentsSchema.shape),
    ['payments'],
  ),
  positions: shape(positionHistorySchema, Object.keys(positionHistorySchema.shape), ['positions']),
  balances: shape(derivativesBalancesSchema, Object.keys(derivativesBalancesSchema.shape)),
  miners: listing('miners', minerSchema),
  fleetAction: shape(fleetActionSchema, Object.keys(fleetActionSchema.shape), ['miners_summary']),
};

/** So many rows are held to their schema before others have their turn: some 5 ms of work. */
const SLICE_ROWS = 1_000;

/** Whether it has at least one documented field. Null counts as said. */
export function isOfShape(body: Readonly<Record<string, unknown>>, { fields }: Shape<unknown>) {
  return Object.keys(body).some((name) => fields.includes(snakeCase(name)));
}

/**
 * `body`: parsed JSON. An object without one documented field is not a resource that left out
 * everything: it is something else, an error told with status 200 above all. A list of any
 * length is read in slices, because a pool may put all it has into one page.
 * @throws anything, for whatever is not the shape
 */
export async function readAnswer<Value>(body: unknown, known: Shape<Value>): Promise<Value> {
  const { schema, longLists } = known;
  if (!isRecord(body)) return schema.parse(body);
  if (!isOfShape(body, known)) throw new TypeError('no documented field');
  const long = longLists.filter(({ field }) => rowsIn(body, field).length > SLICE_ROWS);
  return long.length === 0 ? schema.parse(body) : readInSlices(body, schema, long);
}

/** What stands around the long lists, once; then each list by itself, slice by slice. */
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
      await breathe();
      all.push(...each.of(schema.parse({ [each.field]: rows.slice(start, start + SLICE_ROWS) })));
    }
  }
  return whole;
}

function rowsIn(body: Readonly<Record<string, unknown>>, field: string): readonly unknown[] {
  return listOrNone(body[field]);
}

/** A schema's first parse costs 12 ms: pay at start, not in someone's first command. */
export function warmUpSchemas(): void {
  for (const { schema, fields } of Object.values(answers)) {
    // Once with an object and once with a list everywhere, to reach the schemas inside.
    for (const inner of [{}, [{}]]) {
      schema.safeParse(Object.fromEntries(fields.map((name) => [name, inner])));
    }
  }
}

/** The lists are read into fields of the same names. */
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

/** `{<name>: [...], pagination}`; `items` is empty and `given` false where the list is null or absent. */
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
