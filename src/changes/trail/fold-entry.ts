import { BrokenTrail, readEntry } from '../../domain/changes/entry.js';
import { applyEntry, IllegalStep, type mutableCopy } from '../../domain/changes/state/state.js';

/**
 * Folds in the next entry's text. Throws a `BrokenTrail` if that fails for any reason: somebody may
 * have altered it into anything, and that must be named and affect this trail alone.
 */
export function foldEntry(now: ReturnType<typeof mutableCopy>, text: string): void {
  const seq = now.lastSeq + 1;
  try {
    applyEntry(now, readEntry(text, now));
  } catch (cause) {
    if (cause instanceof BrokenTrail) throw cause;
    const isIllegal = cause instanceof IllegalStep;
    const why = isIllegal ? 'no such step was possible then' : 'it can’t be read';
    throw new BrokenTrail(seq, why, { cause });
  }
}
