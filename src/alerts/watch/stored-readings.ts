import { z } from 'zod';
import type { PoolCurrency } from '../../domain/pool/currencies.js';
import { hashOf } from '../../domain/json/canonical-json.js';
import { toDecimal } from '../../domain/numbers/numeric.js';
import type { Clock } from '../../domain/time/clock.js';
import type { Scope } from '../../pool-api/client.js';
import type { Summary } from '../../pool-api/resources.js';
import { ifDamaged } from '../../domain/errors/store-errors.js';
import { openNotes } from '../../store/rows.js';
import { scanNamespace } from '../../store/scan-namespace.js';
import type { Store } from '../../store/store.js';
import {
  chunk,
  GRAINS,
  merged,
  pointOf,
  readingsIn,
  withPoint,
  type Chunk,
  type Grain,
  type StoredFigure,
  type StoredReading,
  type PointOfKey,
} from './reading-chunks.js';
import { HOUR_MS, DAY_MS, MINUTE_MS } from '../../domain/time/units.js';

/** What kept figures are of: a currency, and the workspace or a part of it. */
export interface SeriesScope {
  readonly currency: PoolCurrency;
  readonly scope: Scope;
}

export interface ReadingSeries extends SeriesScope {
  readonly figure: StoredFigure;
}

export interface ReadSummary {
  readonly value: Summary;
  readonly readAt: number;
  /** When the key that read it was connected, in ms. */
  readonly since: number;
}

/** The last hours, but none before `since` (ms). */
export interface RecentHours {
  readonly hours: number;
  readonly since: number;
}

/** Both in ms: the first to give, and when the key was connected that read them. */
interface ReadFrom {
  readonly from: number;
  readonly since: number;
}

const SPACE = 'alert-readings';
const INDEX_SPACE = 'alert-readings-index';
/** Per server; the one not updated for the longest is dropped. */
const MAX_SCOPES = 12;
const FLUSH_MS = GRAINS[0].stepMs;
const MAX_HOLD_MS = 10 * MINUTE_MS;

const index = z.array(z.object({ id: z.string(), at: z.number() }));

export type StoredReadings = ReturnType<typeof createStoredReadings>;

/**
 * Stored as notes: after a power cut the last minutes may be missing, which a chart can do without.
 */
export function createStoredReadings(store: Pick<Store, 'notes'>, clock: Clock) {
  const space = store.notes<unknown>(SPACE);
  const indexes = openNotes(store, { space: INDEX_SPACE, schema: index });
  /** The present five minutes, not yet written. */
  const open = new Map<string, PointOfKey>();
  /** In which hour each was last entered in the index. */
  const entered = new Map<string, number>();
  const most = new Map<string, { readonly asOf: number; readonly value: string | null }>();

  async function chunksAt(keys: readonly string[]): Promise<Chunk[]> {
    return (await space.getMany([...keys])).map((stored) => {
      const parsed = chunk.safeParse(stored ?? {});
      return parsed.success ? parsed.data : {};
    });
  }

  async function write(prefix: string, added: PointOfKey): Promise<void> {
    const keys = GRAINS.map((grain) => keyAt(prefix, grain, added.point.at));
    const before = await chunksAt(keys);
    await Promise.all(
      GRAINS.map((grain, each) =>
        space.set(
          keys[each] ?? '',
          withPoint(before[each] ?? {}, grain, added),
          grain.keptMs + grain.chunkMs,
        ),
      ),
    );
  }

  async function read(
    prefix: string,
    figure: StoredFigure,
    { from, since }: ReadFrom,
  ): Promise<StoredReading[]> {
    const now = clock.now();
    const grain = GRAINS.find(({ keptMs }) => now - from <= keptMs) ?? GRAINS[2];
    const chunks = await chunksAt(keysFrom(prefix, grain, { from, now }));
    const written: Chunk = Object.assign({}, ...chunks);
    const waiting = open.get(prefix);
    // Another process may watch by now, and with another key.
    const isFormer = waiting === undefined || waiting.since < since;
    const all = isFormer ? written : withPoint(written, grain, waiting);
    return readingsIn(all, figure, from);
  }

  /** Bounds what a server keeps, whatever its rules once were. */
  async function enter(guildId: string, id: string, at: number): Promise<void> {
    const known = ((await indexes.find(guildId)) ?? []).filter((each) => each.id !== id);
    const sorted = known.toSorted((one, other) => other.at - one.at);
    const kept = [{ id, at }, ...sorted.slice(0, MAX_SCOPES - 1)];
    await indexes.set(guildId, kept, GRAINS[2].keptMs);
    for (const gone of sorted.slice(MAX_SCOPES - 1)) await drop(guildId, gone.id);
  }

  /** Of all that is kept of a server; if its index is damaged, the readings themselves tell. */
  function idsOf(guildId: string): Promise<readonly string[]> {
    const entries = indexes.get(guildId);
    return ifDamaged(
      entries.then((known = []) => known.map(({ id }) => id)),
      async () => {
        const ids = new Set<string>();
        for await (const [key] of scanNamespace(space)) {
          const [ofGuild, id] = key.split(':');
          if (ofGuild === guildId && id !== undefined) ids.add(id);
        }
        return [...ids];
      },
    );
  }

  async function drop(guildId: string, id: string): Promise<void> {
    const prefix = `${guildId}:${id}`;
    open.delete(prefix);
    entered.delete(prefix);
    const now = clock.now();
    for (const grain of GRAINS)
      await space.deleteMany(keysFrom(prefix, grain, { from: now - grain.keptMs, now }));
  }

  return {
    /** Keeps figures that the pool gave. Writes at most once in five minutes. */
    async keep(guildId: string, of: SeriesScope, { value, readAt, since }: ReadSummary) {
      const point = pointOf(value, readAt);
      if (point === null) return;
      const id = idOf(of);
      const prefix = `${guildId}:${id}`;
      const before = open.get(prefix);
      const isSameStep =
        before !== undefined &&
        Math.floor(before.point.at / FLUSH_MS) === Math.floor(readAt / FLUSH_MS);
      const isMore = isSameStep && before.since === since;
      open.set(prefix, { point: isMore ? merged(before.point, point) : point, since });
      // What a former key read may be of another workspace, and isn't asked for any more.
      if (isSameStep || before?.since !== since) return;
      const hour = Math.floor(readAt / HOUR_MS);
      if (entered.get(prefix) !== hour) await enter(guildId, id, readAt);
      entered.set(prefix, hour);
      await write(prefix, before);
    },
    /** Oldest first: the longer the time, the fewer. */
    recent: (guildId: string, { figure, ...of }: ReadingSeries, { hours, since }: RecentHours) =>
      read(`${guildId}:${idOf(of)}`, figure, {
        from: Math.max(since, clock.now() - hours * HOUR_MS),
        since,
      }),
    /**
     * The most of the last 24 hours, not before `since` (ms). Null without an hour of readings. May
     * be some minutes old.
     */
    async mostInDay(guildId: string, { figure, ...of }: ReadingSeries, since: number) {
      const prefix = `${guildId}:${idOf(of)}`;
      const key = `${prefix}:${figure}:${since}`;
      const now = clock.now();
      const known = most.get(key);
      if (known !== undefined && Math.abs(now - known.asOf) < MAX_HOLD_MS) return known.value;
      const from = Math.max(since, now - DAY_MS);
      const value = mostOf(await read(prefix, figure, { from, since }));
      most.set(key, { asOf: now, value });
      return value;
    },
    /** Whether any are stored of a guild. */
    has: async (guildId: string) => (await idsOf(guildId)).length > 0,
    async forget(guildId: string): Promise<void> {
      for (const id of await idsOf(guildId)) await drop(guildId, id);
      await indexes.delete(guildId);
      for (const each of [open, entered, most])
        for (const key of each.keys()) if (key.startsWith(`${guildId}:`)) each.delete(key);
    },
  };
}

function idOf({ currency, scope }: SeriesScope): string {
  return `${currency}-${hashOf({ scope }).slice(0, 12)}`;
}

function keyAt(prefix: string, grain: Grain, at: number): string {
  return `${prefix}:${grain.name}:${Math.floor(at / grain.chunkMs)}`;
}

function keysFrom(
  prefix: string,
  grain: Grain,
  { from, now }: { readonly from: number; readonly now: number },
): string[] {
  const [first, last] = [Math.floor(from / grain.chunkMs), Math.floor(now / grain.chunkMs)];
  return Array.from({ length: last - first + 1 }, (_, each) =>
    keyAt(prefix, grain, (first + each) * grain.chunkMs),
  );
}

/** Null without an hour of readings. */
function mostOf(readings: readonly StoredReading[]): string | null {
  const [first, last] = [readings[0], readings.at(-1)];
  if (first === undefined || last === undefined || last.at - first.at < HOUR_MS) return null;
  return readings.reduce(
    (top, { value }) => (toDecimal(value)?.greaterThan(toDecimal(top) ?? 0) === true ? value : top),
    first.value,
  );
}
