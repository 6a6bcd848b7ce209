import { createHash } from 'node:crypto';
import type { Keyv } from 'keyv';
import type { z } from 'zod';
import { UserError } from '../errors.js';

/** What buttons remember, by a token that fits in a custom id. */
export interface Memory {
  /** Short JSON goes into the token itself; the rest is kept for 90 days. */
  remember(value: unknown): Promise<string>;
  /** @throws UserError "Too late" if it is gone, or an update changed its shape */
  recall<Value>(token: string, schema: z.ZodType<Value>): Promise<Value>;
}

const LONGEST_TOKEN = 60;
const KEPT_MS = 90 * 24 * 60 * 60 * 1_000;
const IN_TOKEN = '.';
/** Tokens that this process has stored; at so many they are forgotten, so each is stored anew in time. */
const MOST_WRITTEN = 2_000;

export function createMemory(kept: Pick<Keyv, 'get' | 'set'>): Memory {
  const written = new Set<string>();
  return {
    async remember(value) {
      const json = JSON.stringify(value);
      const inToken = IN_TOKEN + Buffer.from(json).toString('base64url');
      if (inToken.length <= LONGEST_TOKEN) return inToken;
      // The same again, such as a summary of the same site, costs no write.
      const token = createHash('sha256').update(json).digest('base64url').slice(0, 20);
      if (written.has(token)) return token;
      await kept.set(token, value, KEPT_MS);
      if (written.size >= MOST_WRITTEN) written.clear();
      written.add(token);
      return token;
    },
    async recall(token, schema) {
      const value: unknown = token.startsWith(IN_TOKEN)
        ? JSON.parse(Buffer.from(token.slice(1), 'base64url').toString())
        : await kept.get(token);
      const parsed = schema.safeParse(value);
      if (!parsed.success) throw new UserError('Too late', 'Run the command again.');
      return parsed.data;
    },
  };
}
