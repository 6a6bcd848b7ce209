import type { KeyObject } from 'node:crypto';
import { z } from 'zod';
import { FatalError, UserError } from '../errors.js';
import { trimmed } from '../text.js';
import { sitesOf } from '../pool/find-by-name.js';
import { PoolError } from '../pool/pool-error.js';
import type { Pool } from '../pool/pool.js';
import type { Store, Tx } from '../store/store.js';
import { decrypt, encrypt, fingerprint } from '../encryption.js';

const NAMESPACE = 'keys';

const keyInfo = z.object({
  lastFour: z.string(),
  connectedAt: z.number(),
  /** User id. */
  connectedBy: z.string(),
});
export type KeyInfo = z.output<typeof keyInfo>;

const storedKey = keyInfo.extend({ encrypted: z.string() });

interface OpenedKey {
  readonly info: KeyInfo;
  /** The API key itself. Never shown, logged or put into an error. */
  readonly key: string;
}

export function createKeys(store: Store, masterKey: KeyObject) {
  const entries = store.keyv(NAMESPACE);

  /** Servers that have one. */
  async function owners(): Promise<string[]> {
    const found = store.db.selectFrom('entries').select('key').where('space', '=', NAMESPACE);
    return (await found.execute()).map(({ key }) => key);
  }

  return {
    owners,
    /** Call at start. @throws FatalError if the stored keys were encrypted with another master key */
    async check(): Promise<void> {
      const [owner] = await owners();
      if (owner === undefined) return;
      const { encrypted } = storedKey.parse(await entries.get(owner));
      if (encrypted.startsWith(`${fingerprint(masterKey)}:`)) return;
      throw new FatalError(
        'MASTER_KEY is not the one that encrypted the stored API keys. Start with that one.',
      );
    },
    /** Null if the server has none, or it was encrypted with another master key. */
    async open(guildId: string): Promise<OpenedKey | null> {
      const stored = storedKey.nullish().parse(await entries.get(guildId));
      const key = stored && decrypt(stored.encrypted, guildId, masterKey);
      if (!stored || !key) return null;
      const { encrypted: _, ...info } = stored;
      return { info, key };
    },
    async store(tx: Tx, guildId: string, { info, key }: OpenedKey): Promise<void> {
      const stored: z.input<typeof storedKey> = {
        ...info,
        encrypted: encrypt(key, guildId, masterKey),
      };
      await store.keyv(NAMESPACE, tx).set(guildId, stored);
    },
  };
}

/** What a header can carry. */
const KEY = /^[\x21-\x7e]+$/;

/** Strips the invisible characters around a pasted key. @throws UserError */
export function keyTyped(typed: string): string {
  const key = trimmed(typed);
  if (KEY.test(key)) return key;
  throw new UserError(
    'Check the API key',
    'It’s one word of plain letters, digits and signs. Copy it again from the pool’s console.',
  );
}

/**
 * One read past the cache, with a key that nobody relies on yet. Only the pool's own answer judges
 * it; without one nothing is known about it. @throws UserError, PoolError
 */
export async function testKey(pool: Pool) {
  const list = await pool.fresh().subaccounts().catch(refuse);
  if (list.rows.length === 0 && list.incomplete !== null)
    throw new UserError('The key couldn’t be checked', `Nothing was stored: ${list.incomplete}.`);
  return { subaccounts: list.rows.length, sites: sitesOf(list).length };
}

function refuse(error: unknown): never {
  if (!(error instanceof PoolError)) throw error;
  const { kind, details } = error;
  if (kind === 'key' || kind === 'forbidden') {
    const why = kind === 'key' ? 'It doesn’t accept it' : 'It has no access to the subaccounts';
    const sentence = `${why} (${details.status}). Check the key in the pool’s console.`;
    throw new UserError('The pool refused this key', sentence);
  }
  if (!['foreign', 'missing', 'unreadable'].includes(kind)) throw error;
  const sentence =
    'A proxy answered instead of the pool, so nothing was stored: tell the bot’s operator.';
  throw new UserError('The key couldn’t be checked', sentence);
}
