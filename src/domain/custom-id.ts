/** The only codec of custom ids: `kind:arg:arg`, percent-encoded, within Discord's limit. */
export const CUSTOM_ID_LIMIT = 100;

/** @throws RangeError if the id would be too long: keep such state in the store. */
export function encodeCustomId(kind: string, ...args: readonly string[]): string {
  const id = joined(kind, args);
  if (id.length > CUSTOM_ID_LIMIT) throw new RangeError(`custom id of kind ${kind} is too long`);
  return id;
}

/** Whether these arguments fit after an id that begins this way. */
export function fitsCustomId(beginning: string, ...args: readonly string[]): boolean {
  return joined(beginning, args).length <= CUSTOM_ID_LIMIT;
}

function joined(beginning: string, args: readonly string[]): string {
  return [beginning, ...args.map(escapeSeparator)].join(':');
}

/** Null for an id that isn't ours: forged, altered or from another version. */
export function decodeCustomId(id: string): { kind: string; args: string[] } | null {
  if (id.length === 0 || id.length > CUSTOM_ID_LIMIT) return null;
  const [kind = '', ...args] = id.split(':');
  if (!/^[a-z][a-z0-9-]*$/.test(kind)) return null;
  const plain = args.map(unescapeSeparator);
  return plain.includes(null) ? null : { kind, args: plain.filter((arg) => arg !== null) };
}

function escapeSeparator(arg: string): string {
  return arg.replaceAll('%', '%25').replaceAll(':', '%3A');
}

function unescapeSeparator(arg: string): string | null {
  if (/%(?!25|3A)/.test(arg)) return null;
  return arg.replaceAll('%3A', ':').replaceAll('%25', '%');
}
