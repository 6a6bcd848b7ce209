import { createHash } from 'node:crypto';

/** RFC 8785: names sorted, no spaces, so equal values have equal texts. */
export function canonicalJson(value: unknown): string {
  return write(value) ?? 'null';
}

/** Undefined for what JSON can't express. Kept fast: checking a trail writes each entry twice. */
function write(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value))
    return `[${Array.from(value, (each) => write(each) ?? 'null').join(',')}]`;
  if (!isPlain(value)) {
    const text = JSON.stringify(value);
    return text === undefined ? text : write(JSON.parse(text));
  }
  const members: string[] = [];
  for (const name of Object.keys(value).toSorted()) {
    const inner = write(value[name]);
    if (inner !== undefined) members.push(`${JSON.stringify(name)}:${inner}`);
  }
  return `{${members.join(',')}}`;
}

/** For anything else, only `JSON.stringify` knows what to write. */
function isPlain(value: object): value is Record<string, unknown> {
  const prototype: unknown = Object.getPrototypeOf(value);
  const isBare = prototype === Object.prototype || prototype === null;
  // A field of that name may be data.
  return isBare && typeof Reflect.get(value, 'toJSON') !== 'function';
}

/** SHA-256 over the canonical text, in hex. */
export function hashOf(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}
