import type { Guilds } from '../../guilds/guilds.js';
import { deleteOld } from '../rows.js';
import { watchGuild, type RoundParts } from './round.js';
import { newMemory, type Memory } from './turns.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** How long one slow pool keeps the next second waiting. */
const PATIENCE_MS = SECOND;
/** Servers connected meanwhile are seen then. */
const LIST_FOR_MS = 15 * SECOND;
const PAST_KEPT_MS = 400 * 24 * HOUR;

interface WatchParts extends RoundParts {
  readonly guilds: RoundParts['guilds'] & Pick<Guilds, 'connected'>;
}

/** To be called every second by the leader: the servers whose second of the minute has come. */
export function createWatch(parts: WatchParts): () => Promise<void> {
  const { clock, store, log, guilds } = parts;
  const memories = new Map<string, Memory>();
  const underWay = new Set<string>();
  let list: { readonly at: number; readonly ids: readonly string[] } | null = null;
  let last = clock.now();
  let cleanedAt = 0;

  async function present(now: number): Promise<readonly string[]> {
    if (list !== null && now - list.at < LIST_FOR_MS) return list.ids;
    const ids = await guilds.connected();
    for (const id of memories.keys()) if (!ids.includes(id)) memories.delete(id);
    list = { at: now, ids };
    return ids;
  }

  async function round(guildId: string): Promise<void> {
    underWay.add(guildId);
    const memory = memories.get(guildId) ?? newMemory();
    memories.set(guildId, memory);
    try {
      await watchGuild(parts, guildId, memory);
    } catch (error) {
      log.error({ err: error, guild: guildId }, 'a server was not watched');
    } finally {
      underWay.delete(guildId);
    }
  }

  return async () => {
    const now = clock.now();
    const ids = await present(now);
    // Another process did it until now: each server's second is still to come.
    if (now - last > MINUTE) last = now - SECOND;
    const due = ids.filter((id) => minuteOf(id, now) !== minuteOf(id, last) && !underWay.has(id));
    last = now;
    const patience = new AbortController();
    const rounds = Promise.all(due.map(round));
    if (due.length > 0) await Promise.race([rounds, clock.sleep(PATIENCE_MS, patience.signal)]);
    patience.abort();
    if (now - cleanedAt < HOUR) return;
    cleanedAt = now;
    await deleteOld(store.db, { now, keptMs: PAST_KEPT_MS });
  };
}

/** Each server's minutes begin at a second of its own, so that the work is spread. */
function minuteOf(guildId: string, now: number): number {
  let slot = 0;
  for (const digit of guildId) slot = (slot * 31 + digit.charCodeAt(0)) % 60;
  return Math.floor((now - slot * SECOND) / MINUTE);
}
