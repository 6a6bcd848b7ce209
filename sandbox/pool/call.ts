import type { HttpBindings } from '@hono/node-server';
import type { z } from 'zod';
import type { Deviation, PoolFaults } from './loopback-pool.js';
import { refuse } from './refusal.js';
import type { Workspace } from './workspace.js';

/** One request to one operation. */
export interface Call {
  readonly workspace: Workspace;
  readonly url: URL;
  readonly deviations: ReadonlySet<Deviation>;
  readonly faults: PoolFaults;
  /** A path parameter, decoded. */
  param(name: string): string;
  /** The JSON body as received; undefined if there was none. */
  readonly body: unknown;
}

/** One of the 16 operations, by its path under the pool's base URL. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  /** Returns the body of the answer, or throws a refusal. */
  readonly run: (call: Call) => unknown;
}

/** What the app knows of each request. */
export interface Env {
  Bindings: HttpBindings;
  Variables: { workspace: Workspace };
}

/** The first value of each query parameter in the schema; 400 if one is invalid. */
export function readQuery<Schema extends z.ZodType>(call: Call, schema: Schema): z.output<Schema> {
  const first = [...new Set(call.url.searchParams.keys())].map((key) => [
    key,
    call.url.searchParams.get(key),
  ]);
  const read = schema.safeParse(Object.fromEntries(first));
  return read.success ? read.data : refuse(400, sentence(read.error));
}

/** A path parameter from a fixed list; 400 otherwise. */
export function readEnum<Value extends string>(
  call: Call,
  name: string,
  values: readonly Value[],
): Value {
  const given = call.param(name);
  const found = values.find((value) => value === given);
  return found ?? refuse(400, `${name} must be one of ${values.join(', ')}`);
}

/** 400 for a body that isn't JSON, 422 for one that doesn't match the schema. */
export function readBody<Schema extends z.ZodType>(call: Call, schema: Schema): z.output<Schema> {
  if (call.body === undefined) refuse(400, 'The body must be JSON');
  const read = schema.safeParse(call.body);
  return read.success ? read.data : refuse(422, sentence(read.error));
}

function sentence({ issues }: z.core.$ZodError): string {
  return issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
}
