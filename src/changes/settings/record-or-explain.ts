import type { ChangesState } from '../../domain/changes/state/state.js';
import type { EntryDraft } from '../../domain/changes/entry.js';
import { UserError, type ErrorWords } from '../../domain/errors/user-errors.js';
import { toResult } from '../../domain/errors/result.js';
import type { EngineContext } from '../engine/engine-context.js';
import type { RecordResult } from '../trail/trail.js';

interface EntryDecision {
  readonly decide: (now: ChangesState) => EntryDraft | null;
  /** What the person is told if it can't be written. */
  readonly words: ErrorWords;
}

/** Like `Trail.record`, but throws a UserError. */
export async function recordOrExplain(
  { trail, onError }: EngineContext,
  guildId: string,
  { decide, words }: EntryDecision,
): Promise<RecordResult> {
  const recorded = await toResult(trail.record(guildId, decide));
  if (recorded.ok) return recorded.value;
  if (recorded.error instanceof UserError) throw recorded.error;
  onError(`the settings of guild ${guildId} could not be entered`, recorded.error);
  throw new UserError(words, { cause: recorded.error });
}
