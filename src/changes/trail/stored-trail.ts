import { yieldToOthers } from '../../domain/async/yield-to-others.js';
import type { Store } from '../../store/store.js';

export const GUILDS = 'trails';

/** After this many entries a long trail lets others have a turn; after a long entry at once. */
const ENTRIES_PER_TURN = 100;
const LONG_ENTRY = 100_000;

export function trailOf(guildId: string): string {
  return `trail:${guildId}`;
}

/**
 * Servers in the list and servers with entries: somebody who altered the store may have altered either.
 * An empty name stands for an unreadable row of the list.
 */
export async function guildsInStore(
  store: Pick<Store, 'read' | 'streamNames'>,
): Promise<{ readonly named: Set<string>; readonly written: Set<string> }> {
  const named = new Set<string>();
  for await (const { entry } of store.read(GUILDS, 1)) named.add(entry);
  return { named, written: await guildsWithEntries(store) };
}

/** An empty name stands for a stream whose name can't be read. */
export async function guildsWithEntries(store: Pick<Store, 'streamNames'>): Promise<Set<string>> {
  const written = new Set<string>();
  const prefix = trailOf('');
  for await (const stream of store.streamNames(prefix)) written.add(stream.slice(prefix.length));
  return written;
}

/** A guild's rows, in order. */
export async function* readRows(
  store: Pick<Store, 'read'>,
  guildId: string,
  fromSeq: number,
): ReturnType<Store['read']> {
  for await (const row of store.read(trailOf(guildId), fromSeq)) {
    yield row;
    if (row.seq % ENTRIES_PER_TURN === 0 || row.entry.length > LONG_ENTRY) await yieldToOthers();
  }
}

/** The texts of a guild's entries. */
export async function* readTrail(
  store: Pick<Store, 'read'>,
  guildId: string,
  fromSeq = 1,
): AsyncIterable<string> {
  for await (const { entry } of readRows(store, guildId, fromSeq)) yield entry;
}
