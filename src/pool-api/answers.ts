import { z } from 'zod';
import { breathe } from '../domain/breathe.js';
import { isRecord } from '../domain/is-record.js';
import type { Listing } from './client.js';
import {
  contract,
  contractDetails,
  derivativesBalances,
  derivativesPayments,
  devFeeReport,
  fleetAction,
  list,
  miner,
  pagination,
  paymentSettings,
  positionHistory,
  revenueReport,
  subaccount,
  summary,
  workspaceAction,
} from './resources.js';
import { snakeCase } from './snake-case.js';

/** What an operation answers with: its schema, and the fields by which it is known. */
export interface Shape<Value> {
  readonly schema: z.ZodType<Value>;
  readonly fields: readonly string[];
  readonly longList?: LongList<Value>;
}

/** The list of an answer that has no bound: the field it comes in, and what was read of it. */
interface LongList<Value> {
  readonly field: string;
  of(value: Value): unknown[];
}

export const answers = {
  summary: shape(summary, Object.keys(summary.shape)),
  revenue: shape(revenueReport, Object.keys(revenueReport.shape), {
    field: 'revenue',
    of: ({ revenue }) => revenue ?? [],
  }),
  devFee: shape(devFeeReport, Object.keys(devFeeReport.shape), {
    field: 'devfee_data',
    of: ({ devfee_data }) => devfee_data ?? [],
  }),
  subaccounts: listing('subaccounts', subaccount),
  subaccount: shape(subaccount, Object.keys(subaccount.shape)),
  workspaceAction: shape(workspaceAction, Object.keys(workspaceAction.out.shape)),
  paymentSettings: listing('payment_settings', paymentSettings),
  contracts: listing('contracts', contract),
  contract: shape(contractDetails, ['contract', ...Object.keys(contractDetails.out.shape)]),
  derivativesPayments: shape(derivativesPayments, Object.keys(derivativesPayments.shape), {
    field: 'payments',
    of: ({ payments }) => payments ?? [],
  }),
  positions: shape(positionHistory, Object.keys(positionHistory.shape), {
    field: 'positions',
    of: ({ positions }) => positions ?? [],
  }),
  balances: shape(derivativesBalances, Object.keys(derivativesBalances.shape)),
  miners: listing('miners', miner),
  fleetAction: shape(fleetAction, Object.keys(fleetAction.shape), {
    field: 'miners_summary',
    of: ({ miners_summary }) => miners_summary ?? [],
  }),
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
  const { schema, longList } = known;
  if (!isRecord(body)) return schema.parse(body);
  if (!isOfShape(body, known)) throw new TypeError('no documented field');
  return longList === undefined ? schema.parse(body) : readInSlices(body, schema, longList);
}

/** Slice by slice, each with all that stands around the list; then all slices as the one list. */
async function readInSlices<Value>(
  body: Readonly<Record<string, unknown>>,
  schema: z.ZodType<Value>,
  longList: LongList<Value>,
): Promise<Value> {
  const { field } = longList;
  const rows: unknown = body[field];
  if (!Array.isArray(rows) || rows.length <= SLICE_ROWS) return schema.parse(body);
  const slice = (start: number): Value =>
    schema.parse({ ...body, [field]: rows.slice(start, start + SLICE_ROWS) });
  const whole = slice(0);
  const all = longList.of(whole);
  for (let start = SLICE_ROWS; start < rows.length; start += SLICE_ROWS) {
    await breathe();
    all.push(...longList.of(slice(start)));
  }
  return whole;
}

/** A schema's first parse costs 12 ms: pay at start, not in someone's first command. */
export function warm(): void {
  for (const { schema, fields } of Object.values(answers)) {
    // Once with an object and once with a list everywhere, to reach the schemas inside.
    for (const inner of [{}, [{}]]) {
      schema.safeParse(Object.fromEntries(fields.map((name) => [name, inner])));
    }
  }
}

function shape<Value>(
  schema: z.ZodType<Value>,
  fields: readonly string[],
  longList?: LongList<Value>,
): Shape<Value> {
  return { schema, fields, ...(longList === undefined ? {} : { longList }) };
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
      .object({ items: list(item), pagination: pagination.nullish() })
      .transform(({ items, pagination: place }) => ({
        items: items ?? [],
        ...(items ? {} : { given: false }),
        pagination: place ?? null,
      })),
  );
  return shape(schema, [name, 'pagination'], { field: name, of: ({ items }) => items });
}
