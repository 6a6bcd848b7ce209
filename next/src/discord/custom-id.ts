const MAX_LENGTH = 100;

/** `kind:arg:arg`, as buttons, selects and forms carry it. */
export function customId(kind: string, ...args: readonly string[]): string {
  const id = [kind, ...args.map(encodeURIComponent)].join(':');
  if (id.length > MAX_LENGTH) throw new Error(`Custom id of ${kind} is over ${MAX_LENGTH}`);
  return id;
}

export function parseCustomId(id: string): { kind: string; args: string[] } {
  const [kind = '', ...args] = id.split(':');
  try {
    return { kind, args: args.map(decodeURIComponent) };
  } catch {
    // Only a changed client sends what `customId` never made.
    return { kind: '', args: [] };
  }
}
