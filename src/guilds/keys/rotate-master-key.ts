import { DamagedKey } from '../../domain/errors/user-errors.js';
import { createKeyVault, type KeyVault, type VaultParts } from './key-vault.js';
import { orUnusable, StoreUnusable } from '../../store/unusable.js';
import { checkMasterKey, isSealed, rebindMasterKey, WrongMasterKey } from './master-keys.js';
import { claimRotation, type RotationClaim } from './rotation-claim.js';

export interface RotationReport {
  /** How many guilds have a key. */
  readonly keys: number;
  /** How many of them weren't yet sealed under the present master key. */
  readonly resealed: number;
  /** Guilds whose key neither master key opens: left unchanged. */
  readonly unopenable: readonly string[];
}

/**
 * Seals every guild's key again under the present master key. It may be killed and rerun: until the
 * last step both master keys open the store. The second pass finds what a process without the new
 * master key saved during the first. Throws `WrongMasterKey` if neither key fits the store, and
 * `StoreUnusable` if the mark of its master key is damaged, no bot has used it yet, or a rotation to
 * another key is under way.
 */
export async function rotateKeys(parts: VaultParts): Promise<RotationReport> {
  const { store } = parts;
  if (!(await orUnusable(isSealed(store)))) throw new StoreUnusable(NEVER_USED);
  await checkMasterKey(store, parts);
  const claim = await claimRotation(store, parts);
  const vault = createKeyVault(parts);
  const first = await resealAll(vault, claim);
  await claim.confirm();
  await rebindMasterKey(store, parts);
  const second = await resealAll(vault, claim);
  await claim.release();
  return { ...second, resealed: first.resealed + second.resealed };
}

const NEVER_USED =
  'No bot has used this store yet, so nothing in it is sealed. Nothing has been changed. Check ' +
  'DATA_DIR and STORE_URL.';

async function resealAll(vault: KeyVault, claim: RotationClaim): Promise<RotationReport> {
  let keys = 0;
  let resealed = 0;
  const unopenable: string[] = [];
  for await (const guildId of vault.guilds()) {
    keys++;
    await claim.confirm();
    try {
      if (await vault.reseal(guildId)) resealed++;
    } catch (error) {
      // One damaged record must not keep the others under the old key.
      if (!(error instanceof WrongMasterKey || error instanceof DamagedKey)) throw error;
      unopenable.push(guildId);
    }
  }
  return { keys, resealed, unopenable };
}
