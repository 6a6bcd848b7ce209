import type { ChangesState } from '../../domain/changes/state.js';
import type { Draft } from '../../domain/changes/entry.js';
import { UserError } from '../../domain/errors/errors.js';
import { toResult } from '../../domain/errors/result.js';
import type { EngineContext } from '../engine-context.js';
import type { Recorded } from '../trail/trail.js';

interface Recording {
  readonly decide: (now: ChangesState) => Draft | null;
  /** What the person is told when it can't be written. */
  readonly sentence: string;
}

/**
 * As `Trail.record`, twice if need be: a write that seemed to fail may have been made, and is
 * then part of what the second try decides on. Throws a UserError.
 */
export async function recordOrExplain(
  { trail, onError }: EngineContext,
  guildId: string,
  { decide, sentence }: Recording,
): Promise<Recorded> {
  const first = await toResult(trail.record(guildId, decide));
  if (first.ok) return first.value;
  if (first.error instanceof UserError) throw first.error;
  const second = await toResult(trail.record(guildId, decide));
  if (second.ok) return second.value;
  onError(`the settings of guild ${guildId} could not be entered`, second.error);
  throw new UserError(sentence, { cause: second.error });
}
