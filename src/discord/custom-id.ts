import type { z } from 'zod';

const MAX_LENGTH = 100;

/** `kind:arg:arg`, as buttons, selects and forms carry it. */
export function customId(kind: string, ...args: readonly string[]): string {
  const id = [kind, ...args.map(encodeURIComponent)].join(':');
  if (id.length > MAX_LENGTH) throw new Error(`Custom id of ${kind} is over ${MAX_LENGTH}`);
  return id;
}

export function parseCustomId(id: string): { kind: string; args: string[] } {
  const [kind = '', ...args] = id.split(':');
  return { kind, args: args.map(decodeURIComponent) };
}

/** What buttons remember, by a token that fits in a custom id. */
export interface Memory {
  /** Short JSON goes into the token itself; the rest is kept for 180 days. */
  remember(value: unknown): Promise<string>;
  /** @throws UserError "Too late" if it is gone, or an update changed its shape */
  recall<Value>(token: string, schema: z.ZodType<Value>): Promise<Value>;
}

/** A server's memory, which another server's tokens do not open. */
export type MemoryOf = (guildId: string) => Memory;
