import { DamagedKey } from '../domain/errors/errors.js';
import { createKeyVault, type KeyVault, type VaultParts } from './key-vault.js';
import { checkMasterKey, rebindMasterKey, WrongMasterKey } from './master-keys.js';

export interface RotationReport {
  /** How many guilds have a key. */
  readonly keys: number;
  /** How many of them were sealed anew; the others were sealed under the present one already. */
  readonly resealed: number;
  /** Guilds whose key neither master key opens. They are left as they are. */
  readonly unopenable: readonly string[];
}

/**
 * Seals every guild's key anew under the present master key. It may be killed at any moment and
 * run again: each key is one step, and both master keys open the store until the last step. The
 * second pass finds what a process without the new master key saved during the first. Throws
 * `WrongMasterKey`, and changes nothing, when the store belongs to neither master key.
 */
export async function rotateKeys(parts: VaultParts): Promise<RotationReport> {
  await checkMasterKey(parts.store, parts);
  const vault = createKeyVault(parts);
  const first = await resealAll(vault);
  await rebindMasterKey(parts.store, parts);
  const second = await resealAll(vault);
  return { ...second, resealed: first.resealed + second.resealed };
}

async function resealAll(vault: KeyVault): Promise<RotationReport> {
  let [keys, resealed] = [0, 0];
  const unopenable: string[] = [];
  for await (const guildId of vault.guilds()) {
    keys++;
    try {
      if (await vault.reseal(guildId)) resealed++;
    } catch (error) {
      // One damaged record must not keep the others under a key that is to be given up.
      if (!(error instanceof WrongMasterKey || error instanceof DamagedKey)) throw error;
      unopenable.push(guildId);
    }
  }
  return { keys, resealed, unopenable };
}
