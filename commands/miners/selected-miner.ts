import { z } from 'zod';
import type { Miner } from '../../src/pool-api/resources.js';

/** What a miner is known by. Any of it may be missing, and an id may come twice. */
export const minerIdentity = z.object({
  id: z.string().nullable(),
  ip: z.string().nullable(),
  mac: z.string().nullable(),
  worker: z.string().nullable(),
});
type MinerIdentity = z.output<typeof minerIdentity>;

export function identityOf(miner: Miner): MinerIdentity {
  return {
    id: miner.id ?? null,
    ip: miner.ip_address ?? null,
    mac: miner.mac_address ?? null,
    worker: miner.pool?.worker ?? null,
  };
}

/**
 * The miner that stood at `place` when the page was shown, on the page as it is now: the one at
 * the same place with the same identity, else the only one with it. Undefined rather than a
 * guess: people act on what they read here.
 */
export function chosenMiner(
  now: readonly Miner[],
  shown: readonly MinerIdentity[],
  place: number,
): Miner | undefined {
  const wanted = shown[place];
  if (wanted === undefined) return undefined;
  const here = now[place];
  if (here !== undefined && isSame(identityOf(here), wanted)) return here;
  if (Object.values(wanted).every((part) => part === null)) return undefined;
  const alike = now.filter((each) => isSame(identityOf(each), wanted));
  if (alike.length > 0) return alike.length === 1 ? alike[0] : undefined;
  // Addresses and workers change; an id that stood once, then and now, still names its miner.
  const sameId = now.filter(({ id }) => wanted.id !== null && id === wanted.id);
  const wasUnique = shown.filter(({ id }) => id === wanted.id).length === 1;
  return wasUnique && sameId.length === 1 ? sameId[0] : undefined;
}

function isSame(one: MinerIdentity, other: MinerIdentity): boolean {
  return (
    one.id === other.id &&
    one.ip === other.ip &&
    one.mac === other.mac &&
    one.worker === other.worker
  );
}
