import { createHash } from 'node:crypto';

/** RFC 8785: names sorted, no spaces, so equal values have equal texts. */
export function canonicalJson(value: unknown): string {
  return write(JSON.parse(JSON.stringify(value) ?? 'null'));
}

function write(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(write).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, inner]) => `${JSON.stringify(name)}:${write(inner)}`);
  return `{${members.join(',')}}`;
}

/** SHA-256 over the canonical text, in hex. */
export function hashOf(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}
