import { setTimeout as pause } from 'node:timers/promises';
import { hashOf } from '../domain/canonical-json.js';
import { PoolError, PoolUnreadable } from '../domain/errors.js';
import { settle, type Settled } from '../domain/settle.js';
import type { PoolClient } from '../pool-api/client.js';
import type { Change, FailureNote, Person } from './change.js';
import { changeIn, type Desk } from './desk.js';
import type { Draft } from './entry.js';
import type { Ledger } from './ledger.js';
import { whyNotSend } from './rules.js';

export interface Confirmed {
  readonly change: Change;
  readonly pool: PoolClient;
  readonly by: Person;
}

/**
 * Sends a confirmed change, once. The entry `sent` is in the store before the request leaves,
 * and only the call that wrote it goes on: a process that dies from here on leaves a change of
 * which nobody sends anything again. There is no retry of the request at any layer.
 */
export async function sendOnce(
  desk: Desk,
  guildId: string,
  { change, pool, by }: Confirmed,
): Promise<Change> {
  const claim = await desk.trail.record(guildId, (now) => lastLook(desk, now, { change, by }));
  const drawn = desk.cards.redraw(guildId, change.id);
  if (claim.written?.step === 'sent') {
    const outcome = await settle(desk.kindOf(change.kind).send(pool, change.input));
    await keepTrying(() =>
      desk.trail.record(guildId, (now) => outcomeStep(changeIn(now, change.id), outcome)),
    );
  }
  await drawn;
  await desk.cards.redraw(guildId, change.id);
  return changeIn(await desk.trail.ledger(guildId), change.id);
}

/** `sent`, or why nothing is sent after all; null when somebody has already ended it. */
function lastLook(
  { kindOf, clock }: Desk,
  now: Ledger,
  { change, by }: { change: Change; by: Person },
): Draft | null {
  if (changeIn(now, change.id).state !== 'confirmed') return null;
  const request = kindOf(change.kind).request(change.input);
  const { requestHash } = change;
  const why =
    hashOf(request) === requestHash ? whyNotSend(now, change, clock.now()) : 'other-request';
  return why === null
    ? { step: 'sent', change: change.id, actor: by, details: { request, requestHash } }
    : { step: 'failed', change: change.id, actor: 'pitboss', details: { why } };
}

/** Null when what is known already says as much. */
function outcomeStep({ id, state }: Change, outcome: Settled<unknown>): Draft | null {
  if (state !== 'sent' && state !== 'unknown') return null;
  const base = { change: id, actor: 'pitboss' as const };
  if (outcome.ok) return { ...base, step: 'reported', details: { answer: outcome.value } };
  const details = noteOf(outcome.error);
  if (!isUnknown(outcome.error)) return { ...base, step: 'failed', details };
  return state === 'unknown' ? null : { ...base, step: 'unknown', details };
}

/** Only a pool error that says so rules an effect out. */
function isUnknown(error: unknown): boolean {
  return !(error instanceof PoolError) || error.outcome === 'unknown';
}

function noteOf(error: unknown): FailureNote {
  if (!(error instanceof PoolError)) return { why: 'pool', error: 'unexpected' };
  const { name, status, said, fault } = error;
  const body = error instanceof PoolUnreadable ? error.body : undefined;
  return {
    why: 'pool',
    error: name,
    ...(status === undefined ? {} : { status }),
    ...(said === undefined ? {} : { said }),
    ...(fault === undefined ? {} : { fault }),
    ...(body === undefined ? {} : { body }),
  };
}

/** What the pool said must not be lost to a store that is away for some seconds. */
const WAITS_MS = [50, 200, 1_000, 3_000];

async function keepTrying<Result>(write: () => Promise<Result>): Promise<Result> {
  for (const wait of WAITS_MS) {
    const tried = await settle(write());
    if (tried.ok) return tried.value;
    await pause(wait);
  }
  return write();
}
