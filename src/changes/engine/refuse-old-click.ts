import type { ErrorWords } from '../../domain/errors/user-errors.js';
import { UserError } from '../../domain/errors/user-errors.js';
import { sinceActed, type Member } from '../../domain/guild/access-levels.js';
import { MINUTE_MS } from '../../domain/time/units.js';
import { turnTooLateWords } from '../../views/errors/router-sentences.js';
import type { EngineContext } from './engine-context.js';

/** The life of an interaction's token: nobody can be told of a later step. */
const OLDEST_CLICK_MS = 15 * MINUTE_MS;

/**
 * For right before something is written for a person: the process may have stood still since they
 * clicked. Throws a UserError then.
 */
export function refuseOldClick(
  { uptime }: EngineContext,
  member: Member,
  words: ErrorWords = turnTooLateWords,
): void {
  if (sinceActed(member, uptime) > OLDEST_CLICK_MS) throw new UserError(words);
}
