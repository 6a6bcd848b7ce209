import { z } from 'zod';
import { defineAction, defineCommand, type Context } from '../../src/command.js';
import { withFallback } from '../../src/domain/async/timeout.js';
import { encodeCustomId } from '../../src/domain/custom-id.js';
import { PoolForbidden, PoolKeyRefused, UserError } from '../../src/domain/errors/errors.js';
import { toResult, type Result } from '../../src/domain/errors/result.js';
import { namesAndSites } from '../../src/pool-api/lists/known-names.js';
import {
  keyFormSentence,
  keyModal,
  keyNotSavedSentence,
  keySavedReply,
  type KeySees,
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
    return keySavedReply(info, await seenBy(key, context));
  },
});

/** Tries one read; a key that may not list subaccounts may still read the fleet, so tries that next. */
async function tryKey(key: string, { deployment }: Context): Promise<Result<unknown>> {
  // Not from memory: the pool may have revoked it a moment ago.
  const pool = deployment.poolWithKey(key).fresh();
  const subaccounts = await toResult(pool.listSubaccounts(undefined, { number: 1, size: 1 }));
  if (subaccounts.ok || !(subaccounts.error instanceof PoolForbidden)) return subaccounts;
  return toResult(pool.listMiners({}, { number: 1, size: 1 }));
}

const LISTED_WITHIN_MS = 2_000;

/** Only of a whole list: a part of it would be another number. */
async function seenBy(key: string, { deployment }: Context): Promise<KeySees | null> {
  const listing = toResult(namesAndSites(deployment.poolWithKey(key)));
  const listed = await withFallback(LISTED_WITHIN_MS, listing, null);
  if (listed?.ok !== true) return null;
  const { names, sites } = listed.value;
  return { subaccounts: names.length, sites: sites.length };
}

function isRefusal(error: unknown): boolean {
  return error instanceof PoolKeyRefused || error instanceof PoolForbidden;
}
