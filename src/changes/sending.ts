import { hashOf } from '../domain/canonical-json.js';
import { UserError } from '../domain/errors.js';
import { settlesWithin } from '../domain/in-time.js';
import { settle } from '../domain/settle.js';
import type { PoolClient } from '../pool-api/client.js';
import type { Change, Person } from './change.js';
import { behindBeforeSendingSentence } from '../views/restore.js';
import { changeToShow, type Desk } from './desk.js';
import type { Draft } from './entry.js';
import { holdBack } from './holding-back.js';
import type { Ledger } from './ledger.js';
import { whyNotSend } from './rules.js';

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
 * which nobody sends anything again. What others do until then is looked at once more before the
 * first byte. There is no retry of the request at any layer.
 */
export async function sendOnce(
  desk: Desk,
  guildId: string,
  { change, pool, by }: Confirmed,
): Promise<Change> {
  const begun = { at: desk.clock.now(), ticks: performance.now() };
  const claim = await desk.trail.record(guildId, (now) => lastLook(desk, now, { change, by }));
  const drawn = desk.cards.redraw(guildId, change.id);
  if (claim.written?.step === 'sent') {
    await settlesWithin(SHOWN_WITHIN_MS, drawn);
    const before = holdBack(desk, guildId, { change, begun });
    const outcome = await settle(desk.kindOf(change.kind).send(pool, change.input, before));
    const heldBack = before.why(outcome);
    await desk.answers.enter({ guildId, changeId: change.id, heldBack }, outcome);
  } else if (claim.ledger.behind !== null) {
    throw new UserError(behindBeforeSendingSentence);
  }
  await drawn;
  await desk.cards.redraw(guildId, change.id);
  return changeToShow(desk, guildId, change.id);
}

/** `sent`, or why nothing is sent after all; null when somebody has already ended it. */
function lastLook(
  { kindOf, clock }: Desk,
  now: Ledger,
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
