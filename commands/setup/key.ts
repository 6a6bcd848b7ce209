import { z } from 'zod';
import { defineAction, defineCommand, type Context } from '../../src/command.js';
import { encodeCustomId } from '../../src/domain/custom-id.js';
import { PoolForbidden, PoolKeyRefused, UserError } from '../../src/domain/errors/errors.js';
import { toResult, type Result } from '../../src/domain/errors/result.js';
import {
  keyFormSentence,
  keyModal,
  keyNotSavedSentence,
  keySavedReply,
} from '../../src/views/setup/setup.js';

export const setupKey = defineCommand({
  name: 'key',
  description: 'Connect this server to a pool workspace with its API key',
  access: 'admin',
  audience: 'private',
  opens: 'modal',
  options: z.object({}),
  examples: [''],
  run: () => keyModal(encodeCustomId(keySubmitted.kind)),
});

export const keySubmitted = defineAction({
  kind: 'setup-key',
  access: 'admin',
  answers: 'private',
  writes: true,
  takesKey: true,
  args: z.tuple([]),
  fields: z.object({ key: z.string() }),
  async run({ fields }, context) {
    const key = fields.key.trim();
    // Characters allowed in a header value (RFC 9110, section 5.5).
    if (!/^[\x21-\x7e]{8,500}$/.test(key)) throw new UserError(keyFormSentence);
    const tried = await tryKey(key, context);
    if (!tried.ok) throw new UserError(keyNotSavedSentence(tried.error, isRefusal(tried.error)));
    const { guildId, member, changes, exports } = context;
    const info = await changes.settings.connectKey({ guildId, member }, key);
    exports.cancelAll(guildId, member.userId);
    return keySavedReply(info, tried.value);
  },
});

/** Tries one read; a key that may not list subaccounts may still read the fleet, so tries that next. */
async function tryKey(key: string, { deployment }: Context): Promise<Result<number | null>> {
  // Not from memory: the pool may have revoked it a moment ago.
  const pool = deployment.poolWithKey(key).fresh();
  const subaccounts = await toResult(pool.listSubaccounts(undefined, { number: 1, size: 1 }));
  if (subaccounts.ok) return { ok: true, value: subaccounts.value.value.items.length };
  if (!(subaccounts.error instanceof PoolForbidden)) return subaccounts;
  const miners = await toResult(pool.listMiners({}, { number: 1, size: 1 }));
  return miners.ok ? { ok: true, value: null } : miners;
}

function isRefusal(error: unknown): boolean {
  return error instanceof PoolKeyRefused || error instanceof PoolForbidden;
}
