import type { Logger } from 'pino';
import { sinceActed, type Member } from '../../domain/guild/access-levels.js';
import { processUptime } from '../../domain/time/uptime.js';
import { UserError } from '../../domain/errors/user-errors.js';
import { turnTooLateWords } from '../../views/errors/router-sentences.js';
import { MINUTE_MS } from '../../domain/time/units.js';

/**
 * How long a write may wait for its turn. Of four hundred clicks at once in one server, each held
 * up by a silent pool, the last waits 50 s; an interaction's token lives 15 minutes.
 */
const BEGIN_WITHIN_MS = MINUTE_MS;

interface WaitingJob {
  /** The interaction's id. */
  readonly id: string;
  readonly job: { readonly name: string; readonly writes: boolean };
  readonly member: Member;
}

/**
 * If the process stood still after Discord took the acknowledgement, the person has given up, and
 * others may have decided otherwise meanwhile. Throws a UserError then.
 */
export function refuseLate({ id, job, member }: WaitingJob, log: Logger): void {
  const ageMs = Math.round(sinceActed(member, processUptime));
  if (!job.writes || ageMs < BEGIN_WITHIN_MS) return;
  log.warn({ interaction: id, job: job.name, ageMs }, 'its turn came too late, so not run');
  throw new UserError(turnTooLateWords);
}
