import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Keyv } from 'keyv';
import { DAY } from '../src/clock.js';
import type { MemoryOf } from '../src/discord/custom-id.js';
import { UserError } from '../src/errors.js';

const LONGEST_TOKEN = 60;
const KEPT_MS = 180 * DAY;
const IN_TOKEN = '.';
/** What most of them contain. Other words here would make the tokens of earlier buttons unreadable. */
const WORDS = Buffer.from(
  '{"range":{"start":"2026-","end":"2026-"},"place":{"scope":{"siteId":"},"title":" · "{"currency":"LTC_DOGE","place":{"scope":{"subaccounts":["{"currency":"BTC","',
);

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
