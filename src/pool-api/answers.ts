import { z } from 'zod';
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
}

export const answers = {
  summary: shape(summary, Object.keys(summary.shape)),
  revenue: shape(revenueReport, Object.keys(revenueReport.shape)),
  devFee: shape(devFeeReport, Object.keys(devFeeReport.shape)),
  subaccounts: listing('subaccounts', subaccount),
  subaccount: shape(subaccount, Object.keys(subaccount.shape)),
  workspaceAction: shape(workspaceAction, Object.keys(workspaceAction.out.shape)),
  paymentSettings: listing('payment_settings', paymentSettings),
  contracts: listing('contracts', contract),
  contract: shape(contractDetails, ['contract', ...Object.keys(contractDetails.out.shape)]),
  derivativesPayments: shape(derivativesPayments, Object.keys(derivativesPayments.shape)),
  positions: shape(positionHistory, Object.keys(positionHistory.shape)),
  balances: shape(derivativesBalances, Object.keys(derivativesBalances.shape)),
  miners: listing('miners', miner),
  fleetAction: shape(fleetAction, Object.keys(fleetAction.shape)),
};

/** Whether it has at least one documented field. Null counts as said. */
export function isOfShape(body: Readonly<Record<string, unknown>>, { fields }: Shape<unknown>) {
  return Object.keys(body).some((name) => fields.includes(snakeCase(name)));
}

/**
 * `body`: parsed JSON. An object without one documented field is not a resource that left out
 * everything: it is something else, an error told with status 200 above all.
 * @throws anything, for whatever is not the shape
 */
export function readAnswer<Value>(body: unknown, known: Shape<Value>): Value {
  if (isRecord(body) && !isOfShape(body, known)) throw new TypeError('no documented field');
  return known.schema.parse(body);
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

function shape<Value>(schema: z.ZodType<Value>, fields: readonly string[]): Shape<Value> {
  return { schema, fields };
}

/** `{<name>: [...], pagination}`; `items` is empty and `given` false where the list is null or absent. */
function listing<Item extends z.ZodType>(name: string, item: Item): Shape<Listing<z.output<Item>>> {
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
  return shape(schema, [name, 'pagination']);
}
