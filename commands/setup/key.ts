import { z } from 'zod';
import { defineAction, defineCommand, type Context } from '../../src/command.js';
import { encodeCustomId } from '../../src/domain/custom-id.js';
import { PoolForbidden, PoolKeyRefused } from '../../src/domain/errors/pool-errors.js';
import { UserError } from '../../src/domain/errors/user-errors.js';
import { toResult, type Result } from '../../src/domain/errors/result.js';
import type { Listing } from '../../src/pool-api/client.js';
import { readDirectory } from '../../src/pool-api/lists/known-names.js';
import type { Subaccount } from '../../src/pool-api/resources.js';
import { CONNECT_BUTTON } from '../../src/views/setup/welcome.js';
import {
  keyFormWords,
  keyModal,
  keyNotTestedWords,
  keyRefusedWords,
  keySavedReply,
  type KeyReach,
} from '../../src/views/setup/connect-key.js';
import { hasRules } from '../alerts/suggested/suggested.js';

export const setupKey = defineCommand({
  name: 'key',
  description: 'Connect this server to a pool workspace with its API key',
  access: 'admin',
  audience: 'private',
  opens: 'modal',
  changes: 'the server’s API key, typed into a form and never into a command',
  options: z.object({}),
  examples: [''],
  run: () => keyModal(encodeCustomId(keySubmitted.kind)),
});

/** The same form, from a button shown while no workspace is connected. */
export const connectPressed = defineAction({
  kind: CONNECT_BUTTON,
  access: 'admin',
  answers: 'private',
  opens: 'modal',
  args: z.tuple([]),
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
    if (!/^[\x21-\x7e]{8,500}$/.test(key)) throw new UserError(keyFormWords);
    const { guildId, member, changes, exports } = context;
    const membership = await changes.settings.membership(guildId);
    const tried = await tryKey(key, context);
    if (!tried.ok) {
      const { error } = tried;
      const words = isRefusal(error) ? keyRefusedWords : keyNotTestedWords(error);
      throw new UserError(words);
    }
    const connected = await changes.settings.connectKey({ guildId, member, membership }, key);
    if (!connected.wasConnected) await exports.cancelAll(guildId, member.userId);
    // The key is in force, whatever keeps the rules from being read.
    const rules = await toResult(hasRules(context));
    const offersSuggested = rules.ok && !rules.value;
    return keySavedReply(connected, tried.value, { offersSuggested });
  },
});

/** One page: for a larger workspace this is a minimum. */
const SEEN_PAGE = 100;

/**
 * Tries one read. A key that may not list subaccounts may still read the fleet, so that is tried
 * next. Returns what the key sees; null if it can list nothing.
 */
async function tryKey(key: string, { deployment }: Context): Promise<Result<KeyReach | null>> {
  // Not cached: the pool may have revoked it a moment ago.
  const pool = deployment.poolWithKey(key).fresh();
  const subaccounts = await toResult(
    pool.listSubaccounts(undefined, { number: 1, size: SEEN_PAGE }),
  );
  if (subaccounts.ok) return { ok: true, value: await seenIn(subaccounts.value.value) };
  if (!(subaccounts.error instanceof PoolForbidden)) return subaccounts;
  const miners = await toResult(pool.listMiners({}, { number: 1, size: 1 }));
  return miners.ok ? { ok: true, value: null } : miners;
}

async function seenIn({ items, pagination }: Listing<Subaccount>): Promise<KeyReach | null> {
  if (items.length === 0) return null;
  const { names, sites } = await readDirectory(onePage(items));
  // Only a page without a next one is the whole list.
  const areAll = pagination?.next_page_url === null;
  return { subaccounts: names.length, sites: sites.length, areAll };
}

async function* onePage(items: readonly Subaccount[]) {
  yield { items: [...items] };
}

function isRefusal(error: unknown): boolean {
  return error instanceof PoolKeyRefused || error instanceof PoolForbidden;
}
