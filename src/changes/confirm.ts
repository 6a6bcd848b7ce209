import { failureWords } from '../cards/failures.js';
import { UserError } from '../errors.js';
import type { InGuild } from '../guilds/transaction.js';
import { PoolError } from '../pool/pool-error.js';
import type { Pool } from '../pool/pool.js';
import { withoutAnswer, type Outcome } from '../pool/writes.js';
import { hashOf, SENDING_ENDS_MS, withOutcome, type Change, type Present } from './change.js';
import { KINDS } from './kinds/kinds.js';
import { endChange, noteEnd } from './replies.js';
import { propose } from './propose.js';
import { whyNotConfirm, whyOtherKey } from './confirm-rules.js';
import {
  decide,
  requireChange,
  writeChange,
  writeStep,
  type Asker,
  type CardKey,
  type Decided,
  type Engine,
} from './transaction.js';
import { outcomeLine } from './words.js';

/** The request leaves within this time of the transaction that allowed it, or not at all. */
const SENDS_WITHIN_MS = 30_000;

interface Confirmation extends CardKey {
  /** The last characters of each new address. */
  readonly typed: readonly string[];
}

/**
 * Sends the change if this person may confirm it. Returns it as it ended: `drifted` where the pool lists
 * something else than was shown. @throws UserError
 */
export async function confirm(
  engine: Engine,
  asker: Asker,
  { typed, ...card }: Confirmation,
): Promise<Decided> {
  const { guildId, member, keyVersion, pool } = asker;
  const key = { guildId, ...card, attempt: { by: member.id, to: 'confirm' } };
  const { kind, input } = await requireChange(engine.store.db, key);
  const present = await KINDS[kind].read(pool.fresh(), input).catch(refusalOf);
  const decided = await decide(engine, key, async (guild, change) => {
    const refusal =
      whyNotConfirm(change, guild, { member, typed }) ?? whyOtherKey(keyVersion, guild);
    if (refusal) return refusal;
    // Judged first, so that no failed read hides an attempt from the trail.
    if (present instanceof UserError) throw present;
    if (hashOf(present.record) !== hashOf(change.present.record))
      return drift(guild, change, { by: member.id, found: present });
    const { now } = guild;
    const confirmed = { confirmer: member.id, sentAt: now, dueAt: now + SENDING_ENDS_MS };
    const sending: Change = { ...change, ...confirmed, state: 'sending' };
    return writeStep(guild, sending, { step: 'confirmed', actor: member.id, line: null });
  });
  const { change } = decided;
  if (change.state === 'drifted') return askAgainDrifted(engine, asker, change);
  return saveOutcome(engine, change, await send(engine, pool, change));
}

/** Only the caller that wrote `sending` gets here, exactly once. */
async function send({ clock }: Engine, pool: Pool, { sentAt, request }: Change): Promise<Outcome> {
  if (clock.now() - (sentAt ?? 0) <= SENDS_WITHIN_MS) return pool.send(request);
  return withoutAnswer('unsent', 'Pitboss was held up');
}

/** While the store is down this is retried; if that fails, the sweep says "outcome unknown". */
async function saveOutcome(engine: Engine, sent: Change, outcome: Outcome): Promise<Decided> {
  const { guildId: guild, number: change } = sent;
  for (let pause = 1_000; ; pause *= 4) {
    try {
      return await enterOutcome(engine, sent, outcome);
    } catch (error) {
      const about = { guild, change, outcome: outcome.kind, status: outcome.status };
      engine.log.error({ err: error, ...about }, 'an outcome was not saved');
      if (pause > SENDING_ENDS_MS / 2) throw error;
    }
    await engine.clock.sleep(pause);
  }
}

function enterOutcome(engine: Engine, sent: Change, outcome: Outcome): Promise<Decided> {
  return decide(engine, sent, (guild, change) => {
    const ended = withOutcome(change, outcome, guild.now);
    const line = outcomeLine(ended);
    return endChange(guild, ended, { actor: 'pitboss', line, details: { outcome } });
  });
}

async function drift(
  guild: InGuild,
  change: Change,
  { by, found }: { readonly by: string; readonly found: Present },
): Promise<Change> {
  const drifted: Change = {
    ...change,
    state: 'drifted',
    confirmer: by,
    endedAt: guild.now,
    dueAt: null,
    ending: { found },
  };
  const line = `🔁 **#${change.number}** <@${by}> confirmed, but the pool’s values had changed: nothing was sent`;
  return writeStep(guild, drifted, { step: 'drifted', actor: by, line, details: { found } });
}

/** Requests the same with the pool's present values; the requester stays the same. */
async function askAgainDrifted(engine: Engine, asker: Asker, drifted: Change): Promise<Decided> {
  const { kind, input, reason, requester: id, channelId } = drifted;
  const requester = { ...asker, channelId, member: { ...asker.member, id } };
  let failure: string | null = null;
  try {
    await propose(engine, requester, { kind, input, reason, replaces: drifted, isPosted: true });
  } catch (error) {
    if (error instanceof UserError) failure = error.sentence;
    else if (error instanceof PoolError)
      failure = `The pool couldn’t be read: ${failureWords(error)}.`;
    else throw error;
  }
  return decide(engine, drifted, async (guild, change) => {
    const told: Change = { ...change, ending: { ...change.ending, reason: failure } };
    await writeChange(guild, told);
    await noteEnd(guild, told);
    return told;
  });
}

function refusalOf(cause: unknown): UserError {
  if (cause instanceof UserError) return cause;
  if (!(cause instanceof PoolError)) throw cause;
  const sentence = `Nothing was sent: the pool’s present values couldn’t be read (${failureWords(cause)}). Confirm again in a minute.`;
  return new UserError('No answer from the pool', sentence, { cause });
}
