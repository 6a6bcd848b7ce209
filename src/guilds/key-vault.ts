import { z } from 'zod';
import type { Clock } from '../domain/time/clock.js';
import { DamagedKey } from '../domain/errors/errors.js';
import { updateEntry } from '../store/update-entry.js';
import { entriesOf } from '../store/entries.js';
import type { Store } from '../store/store.js';
import {
  checkMasterKey,
  isOurs,
  KEY_SPACE,
  unsealWithEither,
  WrongMasterKey,
  type MasterKeys,
} from './master-keys.js';
import { fingerprint, seal, sealedText } from './seal.js';
import type { KeyInfo } from '../domain/guild/guild-settings.js';

/** Of a shorter key, four characters would reveal too much. */
const SHORTEST_SHOWN = 8;

const keyRecord = z.object({
  sealed: sealedText,
  lastFour: z.string(),
  connectedAt: z.number(),
  connectedBy: z.string(),
});

type KeyRecord = z.output<typeof keyRecord>;

export interface VaultParts extends MasterKeys {
  readonly store: Store;
  readonly clock: Clock;
}

export type KeyVault = ReturnType<typeof createKeyVault>;

/** The guilds' API keys, each sealed for its own guild. */
export function createKeyVault(parts: VaultParts) {
  const { store, clock } = parts;
  const space = store.namespace<unknown>(KEY_SPACE);

  /** Read at each use: another process may have changed it. */
  async function record(guildId: string): Promise<KeyRecord | null> {
    const raw = await space.get(guildId);
    return raw === undefined ? null : readRecord(raw);
  }

  function resealed(raw: unknown, guildId: string): KeyRecord | null {
    if (raw === undefined) return null;
    const found = readRecord(raw);
    if (found.sealed.masterKey === fingerprint(parts.masterKey)) return null;
    const key = openRecord(found, guildId, parts);
    return { ...found, sealed: seal(key, owner(guildId), parts.masterKey) };
  }

  return {
    async info(guildId: string): Promise<KeyInfo | null> {
      const found = await record(guildId);
      return found && infoOf(found);
    },
    async open(guildId: string): Promise<string | null> {
      const found = await record(guildId);
      return found && openRecord(found, guildId, parts);
    },
    async save(guildId: string, key: string, byUserId: string): Promise<KeyInfo> {
      // A rotation may have ended since this process started.
      await checkMasterKey(store, parts);
      const saved: KeyRecord = {
        sealed: seal(key, owner(guildId), parts.masterKey),
        lastFour: key.length < SHORTEST_SHOWN ? '' : key.slice(-4),
        connectedAt: clock.now(),
        connectedBy: byUserId,
      };
      await space.set(guildId, saved);
      return infoOf(saved);
    },
    /** True when there was a key. */
    forget: (guildId: string) => space.delete(guildId),
    async *guilds(): AsyncIterable<string> {
      for await (const [guildId] of entriesOf(space)) yield guildId;
    },
    /** Seals a key again under the present master key. False when it already was. */
    async reseal(guildId: string): Promise<boolean> {
      const place = { space: KEY_SPACE, key: guildId };
      return (await updateEntry(store, place, (raw) => resealed(raw, guildId))) !== null;
    },
  };
}

/** Binds a sealed key to its guild: it doesn't open in another guild's record. */
const owner = (guildId: string) => `guild-key:${guildId}`;

const infoOf = ({ lastFour, connectedAt, connectedBy }: KeyRecord): KeyInfo => ({
  lastFour,
  connectedAt,
  connectedBy,
});

function readRecord(raw: unknown): KeyRecord {
  const parsed = keyRecord.safeParse(raw);
  // Not zod's own error: it could quote the record.
  if (!parsed.success) throw new DamagedKey();
  return parsed.data;
}

function openRecord(record: KeyRecord, guildId: string, keys: MasterKeys): string {
  if (!isOurs(record.sealed, keys)) throw new WrongMasterKey();
  const key = unsealWithEither(record.sealed, owner(guildId), keys);
  if (key === null) throw new DamagedKey();
  return key;
}
