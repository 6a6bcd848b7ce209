import { DamagedKey } from '../domain/errors/user-errors.js';
import { createKeyVault, type KeyVault, type VaultParts } from './key-vault.js';
import { orUnusable } from '../store/unusable.js';
import { checkMasterKey, rebindMasterKey, WrongMasterKey } from './master-keys.js';

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
 * `StoreUnusable` if the mark of its master key is damaged.
 */
export async function rotateKeys(parts: VaultParts): Promise<RotationReport> {
  await orUnusable(checkMasterKey(parts.store, parts));
  const vault = createKeyVault(parts);
  const first = await resealAll(vault);
  await rebindMasterKey(parts.store, parts);
  const second = await resealAll(vault);
  return { ...second, resealed: first.resealed + second.resealed };
}

async function resealAll(vault: KeyVault): Promise<RotationReport> {
  let keys = 0;
  let resealed = 0;
  const unopenable: string[] = [];
  for await (const guildId of vault.guilds()) {
    keys++;
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
