import { hashOf } from '../../domain/json/canonical-json.js';
import { UserError } from '../../domain/errors/errors.js';
import { settlesWithin } from '../../domain/async/timeout.js';
import { toResult } from '../../domain/errors/result.js';
import type { PoolClient } from '../../pool-api/client.js';
import type { Change, Person } from '../../domain/changes/change.js';
import { behindBeforeSendingSentence } from '../../views/changes/restore.js';
import { changeToShow, type EngineContext } from '../engine-context.js';
import type { Draft } from '../../domain/changes/entry.js';
import type { ChangesState } from '../../domain/changes/state.js';
import { whyNotSend } from '../rules.js';

export interface Confirmed {
  readonly change: Change;
  readonly pool: PoolClient;
  readonly by: Person;
}

/** For showing people that a request leaves: then the card is a witness of it. */
const SHOWN_WITHIN_MS = 1_000;

/**
 * Sends a confirmed change, once. The entry `sent` is in the store before the request leaves,
 * and only the call that wrote it goes on: a process that dies from here on leaves a change of
 * which nobody sends anything again. There is no retry of the request at any layer.
 */
export async function sendOnce(
  context: EngineContext,
  guildId: string,
  { change, pool, by }: Confirmed,
): Promise<Change> {
  const claim = await context.trail.record(guildId, (now) =>
    lastLook(context, now, { change, by }),
  );
  const drawn = context.cards.redraw(guildId, change.id);
  if (claim.written?.step === 'sent') {
    await settlesWithin(SHOWN_WITHIN_MS, drawn);
    const outcome = await toResult(context.kindOf(change.kind).send(pool, change.input));
    await context.answers.enter({ guildId, changeId: change.id }, outcome);
  } else if (claim.trailState.behind !== null) {
    throw new UserError(behindBeforeSendingSentence);
  }
  await drawn;
  await context.cards.redraw(guildId, change.id);
  return changeToShow(context, guildId, change.id);
}

/** `sent`, or why nothing is sent after all; null when somebody has already ended it. */
function lastLook(
  { kindOf, clock }: EngineContext,
  now: ChangesState,
  { change, by }: { change: Change; by: Person },
): Draft | null {
  // It may be gone, with a store that was put back a moment ago.
  if (now.changes.get(change.id)?.state !== 'confirmed') return null;
  const request = kindOf(change.kind).request(change.input);
  const { requestHash } = change;
  const why =
    hashOf(request) === requestHash ? whyNotSend(now, change, clock.now()) : 'other-request';
  return why === null
    ? { step: 'sent', change: change.id, actor: by, details: { request, requestHash } }
    : { step: 'failed', change: change.id, actor: 'pitboss', details: { why } };
}
