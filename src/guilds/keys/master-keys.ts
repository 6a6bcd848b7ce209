import { z } from 'zod';
import { StoreError } from '../../domain/errors/store-errors.js';
import { openRows } from '../../store/rows.js';
import { scanNamespace } from '../../store/scan-namespace.js';
import type { Store } from '../../store/store.js';
import { fingerprint, seal, sealedText, unseal, type MasterKey, type SealedText } from './seal.js';

/** The deployment's master key, and the previous one while a rotation lasts. */
export interface MasterKeys {
  readonly masterKey: MasterKey;
  readonly previousMasterKey?: MasterKey | undefined;
}

const WRONG_FROM_THE_START =
  'MASTER_KEY is not the key under which this store was sealed. Nothing has been changed. ' +
  'Set MASTER_KEY as it was before; to change it on purpose, keep the old one in ' +
  'MASTER_KEY_PREVIOUS and run "npm run rotate-key".';
const ROTATED_AWAY =
  'The store was sealed with another master key while this process ran. Start it again with the ' +
  'current MASTER_KEY.';

/**
 * MASTER_KEY isn't, or is no longer, the one that sealed the store. The message is for operators.
 */
export class WrongMasterKey extends StoreError {
  override readonly name = 'WrongMasterKey';
  readonly fault = 'other-master-key';

  constructor(sentence = WRONG_FROM_THE_START) {
    super(sentence);
  }
}

/** Opens under the present master key or the previous one; null if neither opens it. */
export function unsealWithEither(
  sealed: SealedText,
  owner: string,
  keys: MasterKeys,
): string | null {
  const key = sealingKey(sealed, keys);
  return key === undefined ? null : unseal(sealed, owner, key);
}

/** True if the record names a master key that we hold. */
export function isOurs(sealed: SealedText, keys: MasterKeys): boolean {
  return sealingKey(sealed, keys) !== undefined;
}

function sealingKey(sealed: SealedText, { masterKey, previousMasterKey }: MasterKeys) {
  return [masterKey, previousMasterKey].find(
    (key) => key !== undefined && fingerprint(key) === sealed.masterKey,
  );
}

/** Where the vault keeps the guilds' keys. */
export const KEY_SPACE = 'guild-keys';
export const MASTER_KEY_SPACE = 'master-key';
const CANARY = 'canary';
const CANARY_TEXT = 'a sealed text that shows which master key this store belongs to';

/** Throws `DamagedEntry`. */
function canaryOf(store: Store): Promise<SealedText | undefined> {
  return openRows(store, { space: MASTER_KEY_SPACE, schema: sealedText }).get(CANARY);
}

/**
 * Throws `WrongMasterKey` unless the store was sealed under one of `keys`; the first start binds
 * it to `masterKey`. Call it before sealing: a key saved under a wrong one would be lost.
 */
export async function checkMasterKey(store: Store, keys: MasterKeys): Promise<void> {
  const sealed = await canaryOf(store);
  if (sealed !== undefined) {
    if (unsealWithEither(sealed, CANARY, keys) !== CANARY_TEXT) {
      throw new WrongMasterKey();
    }
    return;
  }
  await refuseForeignKeys(store, keys);
  if (await bind(store, keys, undefined)) return;
  // Another process bound the store in between, perhaps to another key.
  await checkMasterKey(store, keys);
}

/** Throws `WrongMasterKey` if a rotation ended meanwhile. Writes nothing. */
export async function confirmMasterKey(store: Store, keys: MasterKeys): Promise<void> {
  const sealed = await canaryOf(store);
  if (sealed === undefined || isOurs(sealed, keys)) return;
  throw new WrongMasterKey(ROTATED_AWAY);
}

/** Without a canary (part of the store was lost), the first readable key has to match. */
async function refuseForeignKeys(store: Store, keys: MasterKeys): Promise<void> {
  for await (const { sealed } of sealedKeys(store)) {
    if (!isOurs(sealed, keys)) throw new WrongMasterKey();
    return;
  }
}

/** The guilds' keys as they are sealed, without damaged ones. */
export async function* sealedKeys(
  store: Store,
): AsyncIterable<{ readonly guildId: string; readonly sealed: SealedText }> {
  for await (const [guildId, raw] of scanNamespace(store.namespace(KEY_SPACE))) {
    const record = z.object({ sealed: sealedText }).safeParse(raw);
    if (record.success) yield { guildId, sealed: record.data.sealed };
  }
}

/** True if a bot has sealed anything here, or bound the store. */
export async function isSealed(store: Store): Promise<boolean> {
  if ((await canaryOf(store)) !== undefined) return true;
  for await (const _ of scanNamespace(store.namespace(KEY_SPACE))) return true;
  return false;
}

/** Binds the store to the present master key if it was bound to the previous one. */
export async function rebindMasterKey(store: Store, keys: MasterKeys): Promise<void> {
  await checkMasterKey(store, keys);
  const raw = await store.namespace(MASTER_KEY_SPACE).get(CANARY);
  if (sealedText.parse(raw).masterKey === fingerprint(keys.masterKey)) return;
  if (await bind(store, keys, raw)) return;
  await rebindMasterKey(store, keys);
}

function bind(store: Store, keys: MasterKeys, now: unknown): Promise<boolean> {
  return store.compareAndSet(MASTER_KEY_SPACE, CANARY, {
    now,
    next: seal(CANARY_TEXT, CANARY, keys.masterKey),
  });
}
