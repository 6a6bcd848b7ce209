import { createHash } from 'node:crypto';
import { z } from 'zod';
import { POOL_CURRENCIES, type PoolCurrency } from '../../../domain/pool/currencies.js';
import { recordSnapshot } from '../../../domain/changes/external-changes/external-finding.js';
import type { Store } from '../../../store/store.js';
import { updateValue } from '../../../store/update-value.js';
import type { RecordSnapshots } from './merge-listing.js';

const SPACE = 'alert-listed';
/** An effect counts for a day, in which nobody connects more. */
const MAX_KEYS = 20;

export type WatchedList = PoolCurrency | 'subaccounts';
/** The lists that are watched: payment settings per currency, and subaccounts. */
export const LISTS: readonly WatchedList[] = [...POOL_CURRENCIES, 'subaccounts'];

const toldOnly = z.record(
  z.string(),
  z.object({
    /** Hash of the record as it was told; null = since then it was seen as it is stored. */
    after: z.string().nullable(),
    times: z.number(),
  }),
);
/** By record: what was told but couldn't be entered, and how often it was another one before. */
export type UnenteredRecords = z.output<typeof toldOnly>;

const head = z.object({
  /** When the key in use was connected, because another key may show another workspace. */
  since: z.number(),
  /** `listHash` of the records; earlier versions stored none. */
  hash: z.string().optional(),
  toldOnly: z.unknown().optional(),
});

const formerList = z.object({ hash: z.string(), given: z.string(), until: z.number() });
export type FormerList = Readonly<z.output<typeof formerList>>;

/** Earlier versions stored none of what has a default. */
const listAsTold = z.object({
  at: z.number(),
  records: z
    .array(z.tuple([z.string(), recordSnapshot]))
    .transform((records): RecordSnapshots => new Map(records)),
  /** Hash of what the pool gave then, which may leave out what was known before. */
  given: z.string().default(''),
  /** The lists before it, newest first; `until` is when the next was told. */
  former: z.array(formerList).readonly().default([]),
  /** Empty once what differs could be entered. */
  toldOnly: toldOnly.default({}).catch({}),
  /** When a record was told before others that differ in the same list, in ms. */
  takenAt: z.record(z.string(), z.number()).default({}),
  /** Up to which entry of the trail effects of Pitboss's changes are part of it. */
  effects: z.number().nullable().default(null),
  /** When earlier keys of its workspace were connected, oldest first. */
  earlierKeys: z.array(z.number()).readonly().default([]),
});
/** A list as it was last told. */
export type StoredList = Readonly<z.output<typeof listAsTold>>;

const batch = z.object({ by: z.string(), records: z.array(z.string()) });
/** Records that are about to be entered, and by which poll. */
export type BegunBatch = z.output<typeof batch>;

/**
 * Equal hashes mean equal lists. It isn't canonical, because records are built in one order;
 * unequal hashes lead to a comparison.
 */
export function listHash(records: RecordSnapshots): string {
  const inOrder = [...records].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(inOrder)).digest('hex');
}

interface ListVersion {
  readonly since: number;
  readonly hash: string;
}

/** Which stored list a new one takes the place of. */
interface ReplacedList {
  /** When the key of the new one was connected. */
  readonly since: number;
  /** When the key of the one that was read was connected; null if there was none. */
  readonly readSince: number | null;
}

export type ListedStore = ReturnType<typeof createListedStore>;

/** One entry for each list of a guild. */
export function createListedStore(store: Store) {
  const space = store.namespace<unknown>(SPACE);
  const keyOf = (guildId: string, list: WatchedList) => `${guildId}:${list}`;
  const batchOf = (guildId: string, list: WatchedList) => `${keyOf(guildId, list)}:begun`;
  const keysOf = (guildId: string) =>
    LISTS.flatMap((list) => [keyOf(guildId, list), batchOf(guildId, list)]);

  /**
   * `same` if the stored list has that hash and nothing was told of it without being entered, so that
   * nothing has to be parsed or compared.
   */
  async function read(
    guildId: string,
    list: WatchedList,
    { since, hash }: ListVersion,
  ): Promise<StoredList | 'same' | null> {
    const stored = await space.get(keyOf(guildId, list));
    const about = head.safeParse(stored);
    if (!about.success || about.data.since !== since) return null;
    if (about.data.hash === hash && about.data.toldOnly === undefined) return 'same';
    return parsed(stored, since);
  }

  // An entry in another version's form counts as never looked at.
  function parsed(stored: unknown, since: number | null): StoredList | null {
    if (since !== null && sinceIn(stored) !== since) return null;
    return listAsTold.safeParse(stored).data ?? null;
  }

  /** The stored list as another key of its workspace goes on from it. */
  async function ofAnyKey(guildId: string, list: WatchedList): Promise<StoredList | null> {
    const stored = await space.get(keyOf(guildId, list));
    const found = parsed(stored, null);
    const since = sinceIn(stored);
    if (found === null || since === null) return null;
    return { ...found, earlierKeys: [...found.earlierKeys, since].slice(-MAX_KEYS) };
  }

  return {
    read,
    ofAnyKey,
    /** When the key of the stored list was connected. Null if none is stored. */
    sinceOf: async (guildId: string, list: WatchedList): Promise<number | null> =>
      sinceIn(await space.get(keyOf(guildId, list))),
    all: async (guildId: string, list: WatchedList, since: number): Promise<StoredList | null> =>
      parsed(await space.get(keyOf(guildId, list)), since),
    /**
     * Writes nothing where the list was deleted meanwhile, or stored by another key: then the pool
     * has answered to a key that is gone.
     */
    async write(guildId: string, list: WatchedList, what: StoredList & ReplacedList) {
      const { readSince, records, toldOnly: told, effects, ...rest } = what;
      const entry = {
        ...rest,
        records: [...records],
        hash: listHash(records),
        ...(Object.keys(told).length === 0 ? {} : { toldOnly: told }),
        ...(effects === null ? {} : { effects }),
      };
      await updateValue(store, { space: SPACE, key: keyOf(guildId, list) }, (now: unknown) => {
        const present = sinceIn(now);
        if (present !== readSince && present !== rest.since) return null;
        return entry satisfies z.input<typeof listAsTold> & z.input<typeof head>;
      });
    },
    /** Noted before its first record is entered, so that a crash finds the same ones first. */
    async begin(guildId: string, list: WatchedList, begun: BegunBatch): Promise<void> {
      await space.set(batchOf(guildId, list), begun satisfies z.input<typeof batch>);
    },
    /** The last batch that was begun, of any process. */
    async begun(guildId: string, list: WatchedList): Promise<BegunBatch | null> {
      return batch.safeParse(await space.get(batchOf(guildId, list))).data ?? null;
    },
    /** Whether anything is stored of a guild. */
    async has(guildId: string): Promise<boolean> {
      for (const key of keysOf(guildId)) if ((await space.get(key)) !== undefined) return true;
      return false;
    },
    async forget(guildId: string): Promise<void> {
      for (const key of keysOf(guildId)) await space.delete(key);
    },
  };
}

function sinceIn(stored: unknown): number | null {
  return head.safeParse(stored).data?.since ?? null;
}
