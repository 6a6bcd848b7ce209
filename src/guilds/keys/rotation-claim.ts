import { z } from 'zod';
import { openSharedRows } from '../../store/rows.js';
import type { Store } from '../../store/store.js';
import { StoreUnusable } from '../../store/unusable.js';
import { MASTER_KEY_SPACE, sealedKeys, type MasterKeys } from './master-keys.js';
import { fingerprint } from './seal.js';

/** The master key to which a rotation is under way, by its fingerprint. */
const claim = z.object({ to: z.string() });
const CLAIM = 'rotation';

export type RotationClaim = Awaited<ReturnType<typeof claimRotation>>;

/**
 * Two rotations to different master keys would seal half of the keys each, and only one of them can
 * bind the store. A claim outlives its process, because the keys it sealed do; it is taken over
 * once none is sealed under its key. Throws `StoreUnusable` and changes nothing.
 */
export async function claimRotation(store: Store, keys: MasterKeys) {
  const rows = openSharedRows(store, { space: MASTER_KEY_SPACE, schema: claim });
  const to = fingerprint(keys.masterKey);
  const found = await rows.find(CLAIM);
  // One to the key before this one may have been killed when all was done but the claim.
  const previous = keys.previousMasterKey && fingerprint(keys.previousMasterKey);
  if (found !== undefined && found.to !== to && found.to !== previous) {
    const theirs = await sealedUnder(store, found.to);
    if (theirs.length > 0) throw new StoreUnusable(underWaySentence(theirs));
  }
  await rows.replace(CLAIM, (now) => {
    if (now !== undefined && now.to !== to && now.to !== found?.to)
      throw new StoreUnusable(OVERTAKEN);
    return { to };
  });
  return {
    /** Throws `StoreUnusable` once another rotation took over. */
    async confirm(): Promise<void> {
      const now = await rows.find(CLAIM);
      // Another to the same key may have ended.
      if (now !== undefined && now.to !== to) throw new StoreUnusable(OVERTAKEN);
    },
    release: (): Promise<void> => rows.delete(CLAIM),
  };
}

async function sealedUnder(store: Store, key: string): Promise<string[]> {
  const guildIds: string[] = [];
  for await (const { guildId, sealed } of sealedKeys(store))
    if (sealed.masterKey === key) guildIds.push(guildId);
  return guildIds;
}

const OVERTAKEN =
  'Another rotation, to another new master key, runs at the same time. This one has stopped. Let ' +
  'the other one end; it says which keys it couldn’t open.';

function underWaySentence(guildIds: readonly string[]): string {
  return (
    `A rotation to another new master key began and didn’t end: ${guildIds.length} keys are sealed ` +
    'under it. Nothing has been changed. Put that key into MASTER_KEY and run this again to end it. If ' +
    'it is lost, start the bot with the old key and connect these servers again with /setup key, ' +
    `then run this: ${guildIds.join(', ')}`
  );
}
