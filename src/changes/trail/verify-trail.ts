import type { Store } from '../../store/store.js';
import { BrokenTrail, readEntry } from '../../domain/changes/entry.js';
import {
  applyEntry,
  NO_CHANGES,
  mutableCopy,
  IllegalStep,
  type TrailVerdict,
} from '../../domain/changes/state.js';
import { readTrail } from './trail.js';

/**
 * Reads a guild's whole trail and names the first broken entry. Cut-off newest entries show only
 * when `lastHash` is compared with an older export.
 */
export async function verifyTrail(store: Store, guildId: string): Promise<TrailVerdict> {
  const trailState = mutableCopy(NO_CHANGES);
  const verdict = (broken: TrailVerdict['broken']) => ({
    entries: trailState.lastSeq,
    lastHash: trailState.lastHash,
    broken,
  });
  for await (const entry of readTrail(store, guildId)) {
    try {
      applyEntry(trailState, readEntry(entry, trailState));
    } catch (error) {
      if (error instanceof BrokenTrail) return verdict({ seq: error.seq, why: error.why });
      if (!(error instanceof IllegalStep)) throw error;
      return verdict({ seq: trailState.lastSeq + 1, why: 'no such step was possible then' });
    }
  }
  return verdict(null);
}

/** The trail as JSON lines, exactly as stored. */
export async function* exportTrail(store: Store, guildId: string): AsyncIterable<string> {
  for await (const entry of readTrail(store, guildId)) yield `${entry}\n`;
}
