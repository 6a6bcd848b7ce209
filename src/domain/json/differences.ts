import { isRecord } from './is-record.js';

export type JsonPath = readonly (string | number)[];

export interface Difference {
  /** Empty for the whole value. */
  readonly path: JsonPath;
  /** Undefined if absent, which is not the same as null. */
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * What `hashOf` distinguishes, each at the deepest place both have; the order of names is ignored.
 */
export function differences(before: unknown, after: unknown): Generator<Difference> {
  return within([], asJson(before), asJson(after));
}

function* within(path: JsonPath, before: unknown, after: unknown): Generator<Difference> {
  if (isRecord(before) && isRecord(after)) {
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)]))
      yield* within([...path, name], own(before, name), own(after, name));
  } else if (Array.isArray(before) && Array.isArray(after)) {
    for (let at = 0; at < Math.max(before.length, after.length); at++)
      yield* within([...path, at], before[at], after[at]);
  } else if (before !== after) yield { path, before, after };
}

/** Ignores what every object inherits. */
function own(record: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value) ?? 'null');
}
