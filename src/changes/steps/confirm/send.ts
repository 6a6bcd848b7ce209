import { hashOf } from '../../../domain/json/canonical-json.js';
import { UserError } from '../../../domain/errors/user-errors.js';
import { settlesWithin } from '../../../domain/async/timeout.js';
import { startElapsed } from '../../../domain/time/elapsed.js';
import { toResult } from '../../../domain/errors/result.js';
import type { PoolClient } from '../../../pool-api/client.js';
import { personOf, type Change } from '../../../domain/changes/change.js';
import { behindBeforeSendingWords } from '../../../views/changes/trail/behind.js';
import { changeAfter, recordWithSettings } from '../../engine/take-step.js';
import { kindOf } from '../../kinds/kinds.js';
import type { EngineContext } from '../../engine/engine-context.js';
import type { Outcomes } from './outcomes.js';
import type { Member } from '../../../domain/guild/access-levels.js';
import type { GuildSettings } from '../../../domain/guild/guild-settings.js';
import type { EntryDraft } from '../../../domain/changes/entry.js';
import type { ChangesState } from '../../../domain/changes/state/state.js';
import { createWriteGate } from './change-write-gate.js';
import { whyNotSend } from '../../../domain/changes/change-permissions.js';
import { SECOND_MS } from '../../../domain/time/units.js';

export interface SendContext extends EngineContext {
  readonly outcomes: Pick<Outcomes, 'enter'>;
}

interface ConfirmedChange {
  readonly change: Change;
  readonly pool: PoolClient;
  /** With their roles at that click. */
  readonly by: Member;
}

/** How long to wait for the card to show that a request leaves: evidence outside the store. */
const SHOWN_WITHIN_MS = SECOND_MS;

/**
 * Sends a confirmed change once. The entry `sent` is stored before the request leaves, and only the
 * call that wrote it goes on: if its process dies, nobody sends that change again. The gate before
 * the first byte sees what others did meanwhile. No layer retries the request.
 */
export async function sendOnce(
  context: SendContext,
  guildId: string,
  confirmed: ConfirmedChange,
): Promise<Change> {
  const { change, pool, by } = confirmed;
  const { cards, clock, outcomes, restoreDetector } = context;
  const sinceBegun = startElapsed(clock);
  const entered = await recordWithSettings(context, { guildId }, (...now) =>
    sentStep(context, now, confirmed),
  );
  let cardRead: Promise<unknown> = Promise.resolve();
  const drawn = cards.redraw(guildId, change.id, {
    readWithinMs: SHOWN_WITHIN_MS / 2,
    onReading: (reading) => {
      cardRead = toResult(reading);
    },
  });
  let state = entered.trailState;
  if (entered.written?.step === 'sent') {
    // Another process may have been told to send it while this one entered that it does.
    const auditRead = toResult(restoreDetector.readAuditChannel(guildId));
    const shown = Promise.all([drawn.then(() => cardRead), auditRead]);
    await settlesWithin(SHOWN_WITHIN_MS, shown);
    const gate = createWriteGate(context, guildId, { change, by, sinceBegun });
    const answer = await toResult(kindOf(change.kind).send(pool, change.input, gate));
    const whyUnsent = gate.why(answer);
    if (whyUnsent === 'behind') throw new UserError(behindBeforeSendingWords);
    state = await outcomes.enter({ guildId, change, whyUnsent }, answer);
  } else if (state.behind !== null) {
    throw new UserError(behindBeforeSendingWords);
  }
  await drawn;
  return changeAfter(state, change.id);
}

/** `sent`, or why nothing is sent; null if the change has already ended, or entries are missing. */
function sentStep(
  { expiry }: EngineContext,
  [state, settings]: readonly [ChangesState, GuildSettings],
  { change, by }: ConfirmedChange,
): EntryDraft | null {
  // Whether it was sent in lost entries isn't known, so it doesn't end as never sent.
  if (state.behind !== null) return null;
  // The change may be gone, if the store was just restored.
  if (state.changes.get(change.id)?.state !== 'confirmed') return null;
  const request = kindOf(change.kind).request(change.input);
  const { requestHash } = change;
  const facts = { member: by, settings, expiry };
  const why = hashOf(request) === requestHash ? whyNotSend(state, change, facts) : 'other-request';
  return why === null
    ? { step: 'sent', change: change.id, actor: personOf(by), details: { request, requestHash } }
    : { step: 'failed', change: change.id, actor: 'pitboss', details: { why } };
}
