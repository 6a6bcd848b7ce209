import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Keyv } from 'keyv';
import type { z } from 'zod';
import { DAY } from '../clock.js';
import { UserError } from '../errors.js';

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

/** What buttons remember, by a token that fits in a custom id. */
export interface Memory {
  /** Short JSON goes into the token itself; the rest is kept for 180 days. */
  remember(value: unknown): Promise<string>;
  /** @throws UserError "Too late" if it is gone, or an update changed its shape */
  recall<Value>(token: string, schema: z.ZodType<Value>): Promise<Value>;
}

const LONGEST_TOKEN = 60;
const KEPT_MS = 180 * DAY;
const IN_TOKEN = '.';
/** What most of them contain. Other words here would make the tokens of earlier buttons unreadable. */
const WORDS = Buffer.from(
  '{"range":{"start":"2026-","end":"2026-"},"place":{"scope":{"siteId":"},"title":" · "{"currency":"LTC_DOGE","place":{"scope":{"subaccounts":["{"currency":"BTC","',
);

/** A server's memory, which another server's tokens do not open. */
export type MemoryOf = (guildId: string) => Memory;

export function createMemory(kept: Pick<Keyv, 'get' | 'set'>): MemoryOf {
  return (guildId) => ({
    async remember(value) {
      const json = JSON.stringify(value);
      const inToken = IN_TOKEN + deflateRawSync(json, { dictionary: WORDS }).toString('base64url');
      if (inToken.length <= LONGEST_TOKEN) return inToken;
      const token = createHash('sha256').update(json).digest('base64url').slice(0, 20);
      const key = `${guildId}:${token}`;
      // The same value again, such as a summary of the same site, costs no write.
      if ((await kept.get(key)) === undefined) await kept.set(key, value, KEPT_MS);
      return token;
    },
    async recall(token, schema) {
      const isInToken = token.startsWith(IN_TOKEN);
      const value: unknown = isInToken ? inflate(token) : await kept.get(`${guildId}:${token}`);
      const parsed = schema.safeParse(value);
      if (!parsed.success) throw new UserError('Too late', 'Run the command again.');
      return parsed.data;
    },
  });
}

/** Undefined if it is not one of `remember`'s. */
function inflate(token: string): unknown {
  try {
    const deflated = Buffer.from(token.slice(IN_TOKEN.length), 'base64url');
    return JSON.parse(inflateRawSync(deflated, { dictionary: WORDS }).toString());
  } catch {
    return undefined;
  }
}
