import type { Member } from '../../domain/guild/access-levels.js';
import { ChangeRuledOut } from '../../domain/errors/user-errors.js';
import { PoolListTooLong, PoolUnreadable } from '../../domain/errors/pool-errors.js';
import { toResult } from '../../domain/errors/result.js';
import type { EngineContext } from './engine-context.js';

/** The requester; `attempt`: the words of the entry. */
export interface JudgedRequest {
  readonly guildId: string;
  readonly member: Member;
  readonly attempt: string;
}

/**
 * Runs what judges a request: whatever rules it out is entered and rethrown. If the pool gave no
 * answer nothing was judged, so that is only rethrown.
 */
export async function recordRefusedRequest<Value>(
  { refusals }: EngineContext,
  request: JudgedRequest,
  judge: () => Promise<Value>,
): Promise<Value> {
  const judged = await toResult(judge());
  if (judged.ok) return judged.value;
  const why = reasonToRecord(judged.error);
  if (why !== null) await refusals.enter({ ...request, changeId: '', why });
  throw judged.error;
}

/** Null if it makes no entry. */
function reasonToRecord(error: unknown): ChangeRuledOut['why'] | 'unreadable' | null {
  if (error instanceof ChangeRuledOut) return error.why === 'unknown-name' ? null : error.why;
  return error instanceof PoolListTooLong || error instanceof PoolUnreadable ? 'unreadable' : null;
}
