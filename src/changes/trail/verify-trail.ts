import type { Store } from '../../store/store.js';
import { BrokenTrail, type EntryPosition } from '../../domain/changes/entry.js';
import { NO_CHANGES, mutableCopy, type TrailVerdict } from '../../domain/changes/state/state.js';
import { foldEntry } from './fold-entry.js';
import { readRows, readTrail } from './stored-trail.js';

/**
 * Reads a guild's whole trail, including anything inserted before its first entry, and names the
 * first broken entry. Missing newest entries show only by comparing `lastHash` with an older
 * export.
 */
export async function verifyTrail(store: Store, guildId: string): Promise<TrailVerdict> {
  const trailState = mutableCopy(NO_CHANGES);
  try {
    for await (const { seq, entry } of readRows(store, guildId, -Infinity)) {
      const next = trailState.lastSeq + 1;
      if (seq !== next) throw new BrokenTrail(next, 'its number is out of order');
      foldEntry(trailState, entry);
    }
  } catch (error) {
    if (!(error instanceof BrokenTrail)) throw error;
    return verdictOf(trailState, { seq: error.seq, why: error.why });
  }
  return verdictOf(trailState, null);
}

const verdictOf = (
  { lastSeq, lastHash }: EntryPosition,
  broken: TrailVerdict['broken'],
): TrailVerdict => ({ entries: lastSeq, lastHash, broken });

/** The trail as JSON lines, exactly as stored. */
export async function* exportTrail(store: Store, guildId: string): AsyncIterable<string> {
  for await (const entry of readTrail(store, guildId)) yield `${entry}\n`;
}
