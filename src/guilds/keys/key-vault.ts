import { z } from 'zod';
import type { Clock } from '../../domain/time/clock.js';
import { DamagedEntry } from '../../domain/errors/store-errors.js';
import { toResult } from '../../domain/errors/result.js';
import { DamagedKey } from '../../domain/errors/user-errors.js';
import { createRevisionCache } from '../../store/revision-cache.js';
import { openSharedRows } from '../../store/rows.js';
import { updateValue } from '../../store/update-value.js';
import { scanNamespace } from '../../store/scan-namespace.js';
import type { Store } from '../../store/store.js';
import {
  checkMasterKey,
  confirmMasterKey,
  isOurs,
  KEY_SPACE,
  unsealWithEither,
  WrongMasterKey,
  type MasterKeys,
} from './master-keys.js';
import { fingerprint, seal, sealedText } from './seal.js';
import type { KeyInfo } from '../../domain/guild/guild-settings.js';
import type { OpenedKey } from '../guilds.js';

/** Four characters of a shorter key would reveal too much. */
const MIN_LENGTH_SHOWN = 8;

const keyRecord = z.object({
  sealed: sealedText,
  lastFour: z.string(),
  connectedAt: z.number(),
  connectedBy: z.string(),
});

type KeyRecord = z.output<typeof keyRecord>;

interface KnownKey {
  readonly info: KeyInfo;
  readonly open: () => string;
}

/** How many servers' records are kept at hand; the key is opened only if asked for. */
const MAX_KEYS = 4_000;

export interface VaultParts extends MasterKeys {
  readonly store: Store;
  readonly clock: Clock;
}

export type KeyVault = ReturnType<typeof createKeyVault>;

/** The guilds' API keys, each sealed for its own guild. */
export function createKeyVault(parts: VaultParts) {
  const { store, clock } = parts;
  const space = store.namespace<unknown>(KEY_SPACE);
  const rows = openSharedRows<unknown>(store, { space: KEY_SPACE, schema: z.unknown() });

  const keys = createRevisionCache<KnownKey | null>(store, { space: KEY_SPACE, most: MAX_KEYS });

  const lists = createRevisionCache<readonly string[]>(store, { space: KEY_SPACE, most: 1 });

  async function* guilds(): AsyncIterable<string> {
    for await (const [guildId] of scanNamespace(space)) yield guildId;
  }

  /** As fresh as a new read: another process may have changed it. */
  function keyOf(guildId: string): Promise<KnownKey | null> {
    return keys.of(guildId, async () => {
      const raw = await asDamagedKey(space.get(guildId));
      return raw === undefined ? null : knownOf(readRecord(raw), guildId);
    });
  }

  function knownOf(record: KeyRecord, guildId: string): KnownKey {
    let opened: string | undefined;
    return {
      info: infoOf(record),
      open: () => (opened ??= openRecord(record, guildId, parts)),
    };
  }

  function resealed(raw: unknown, guildId: string): KeyRecord | null {
    if (raw === undefined) return null;
    const found = readRecord(raw);
    if (found.sealed.masterKey === fingerprint(parts.masterKey)) return null;
    const key = openRecord(found, guildId, parts);
    return { ...found, sealed: seal(key, owner(guildId), parts.masterKey) };
  }

  /** Resolves with what it replaced as it was just then; undefined if there was none to keep. */
  async function replace(guildId: string, saved: KeyRecord): Promise<unknown> {
    let earlier: unknown;
    await rows.replace(guildId, (now) => {
      earlier = now;
      return saved;
    });
    return earlier;
  }

  /** False if the rotation has sealed this key again, or somebody replaced it: then that stands. */
  async function putBack(guildId: string, saved: KeyRecord, earlier: unknown): Promise<boolean> {
    const now = await space.get(guildId);
    if (keyRecord.safeParse(now).data?.sealed.data !== saved.sealed.data) return false;
    if (earlier === undefined) return space.delete(guildId);
    return store.compareAndSet<unknown>(KEY_SPACE, guildId, { now, next: earlier });
  }

  return {
    /** Of a damaged record only that it is one, so that another key can be connected. */
    async info(guildId: string): Promise<KeyInfo | null> {
      const known = await toResult(keyOf(guildId));
      if (known.ok) return known.value?.info ?? null;
      if (known.error instanceof DamagedKey) return DAMAGED;
      throw known.error;
    },
    async open(guildId: string): Promise<OpenedKey | null> {
      const known = await keyOf(guildId);
      return known && { key: known.open(), connectedAt: known.info.connectedAt };
    },
    async save(guildId: string, key: string, byUserId: string): Promise<KeyInfo> {
      // A rotation may have ended since this process started.
      await checkMasterKey(store, parts);
      const saved: KeyRecord = {
        sealed: seal(key, owner(guildId), parts.masterKey),
        lastFour: key.length < MIN_LENGTH_SHOWN ? '' : key.slice(-4),
        connectedAt: clock.now(),
        connectedBy: byUserId,
      };
      const earlier = await replace(guildId, saved).finally(() => keys.clear());
      // Or while this process stood still: then nobody could open what was saved.
      const confirmed = await toResult(confirmMasterKey(store, parts));
      if (confirmed.ok || !(confirmed.error instanceof WrongMasterKey)) return infoOf(saved);
      const isBack = await putBack(guildId, saved, earlier).finally(() => keys.clear());
      if (isBack) throw confirmed.error;
      return infoOf(saved);
    },
    /** True if there was a key. */
    forget: (guildId: string) => space.delete(guildId).finally(() => keys.clear()),
    guilds,
    connected: () =>
      lists.of('all', async () => {
        const found: string[] = [];
        for await (const guildId of guilds()) found.push(guildId);
        return found;
      }),
    /** Seals a key again under the present master key. False if it already was. */
    async reseal(guildId: string): Promise<boolean> {
      const place = { space: KEY_SPACE, key: guildId };
      const update = updateValue(store, place, (raw) => resealed(raw, guildId));
      return (await asDamagedKey(update)) !== null;
    },
  };
}

const DAMAGED: KeyInfo = { lastFour: '', connectedAt: 0, connectedBy: '', isDamaged: true };

/** Binds a sealed key to its guild: it doesn't open in another guild's record. */
const owner = (guildId: string) => `guild-key:${guildId}`;

const infoOf = ({ lastFour, connectedAt, connectedBy }: KeyRecord): KeyInfo => ({
  lastFour,
  connectedAt,
  connectedBy,
});

/** Replaces the store's own error: people are told to connect the key again. */
async function asDamagedKey<Found>(reading: Promise<Found>): Promise<Found> {
  try {
    return await reading;
  } catch (error) {
    throw error instanceof DamagedEntry ? new DamagedKey() : error;
  }
}

function readRecord(raw: unknown): KeyRecord {
  const parsed = keyRecord.safeParse(raw);
  // Replaces zod's own error, which could quote the record.
  if (!parsed.success) throw new DamagedKey();
  return parsed.data;
}

function openRecord(record: KeyRecord, guildId: string, keys: MasterKeys): string {
  if (!isOurs(record.sealed, keys)) throw new WrongMasterKey();
  const key = unsealWithEither(record.sealed, owner(guildId), keys);
  if (key === null) throw new DamagedKey();
  return key;
}
