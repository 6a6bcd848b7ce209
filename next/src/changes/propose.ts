import { readGuildRow } from '../guilds/guild-row.js';
import type { Tx } from '../store/store.js';
import { hashOf, type Change, type KindName, type Present } from './change.js';
import type { Asker, Engine } from './engine.js';
import { kindOf } from './kinds/kinds.js';
import { REMIND_BEFORE_MS } from './notes.js';
import { findChange, insertChange, openChangeOf, updateChange } from './rows.js';
import { stillOpen, whyOtherKey } from './rules.js';
import { enqueueCard, enqueueNewCard, recordChangeStep, type Moment } from './steps.js';
import { requestedLine } from './words.js';

export interface Request {
  readonly kind: KindName;
  readonly input: unknown;
  readonly reason: string | null;
  /** The change that it is asked again from. */
  readonly replaces?: Change;
  /** No answer to a command shows it, so its card is posted. */
  readonly isPosted?: boolean;
}

/** Reads the present and asks for the change; nothing is sent. @throws UserError, PoolError */
export async function propose(engine: Engine, asker: Asker, request: Request): Promise<Change> {
  const kind = kindOf(request.kind);
  const present = await kind.read(asker.pool.fresh(), request.input);
  const refusal = kind.refuse(request.input, present);
  if (refusal) throw refusal;
  return engine.store.inGuild(asker.guildId, async (tx) => {
    const now = engine.clock.now();
    const moment = { row: await readGuildRow(tx, asker.guildId, now), now };
    return enter(tx, { asker, request, present, ...moment });
  });
}

interface Entering extends Moment {
  readonly asker: Asker;
  readonly request: Request;
  readonly present: Present;
}

async function enter(tx: Tx, entering: Entering): Promise<Change> {
  const otherKey = whyOtherKey(entering.asker.keyVersion, entering.row);
  if (otherKey) throw otherKey;
  const { request, present, row, now } = entering;
  const draft = draftOf(entering);
  const change = await insertChange(tx, draft);
  if (change === null) {
    const open = await openChangeOf(tx, draft.guildId, draft.touches);
    throw open ? stillOpen(open) : new Error(`${draft.touches} is taken, yet no change is open`);
  }
  const step = {
    name: 'requested',
    actor: change.requester,
    line: requestedLine(change),
    details: {
      request: change.request,
      hash: hashOf(change.request),
      present,
      reason: change.reason,
      rule: change.rule,
    },
  };
  await recordChangeStep(tx, change, { step, row, now });
  if (request.isPosted) await enqueueNewCard(tx, change, { row, now });
  if (request.replaces) await noteReplaced(tx, request.replaces, { by: change.number, row, now });
  return change;
}

/** Its card no longer offers to ask again, and what the pool lists is judged by the new change. */
async function noteReplaced(
  tx: Tx,
  { guildId, number }: Change,
  { by, ...moment }: Moment & { readonly by: number },
): Promise<void> {
  const change = await findChange(tx, guildId, number);
  if (change === null) return;
  const replaced = { ...change, replacedBy: by, dueAt: null };
  await updateChange(tx, replaced);
  await enqueueCard(tx, replaced, moment);
}

function draftOf({ asker, request, present, row, now }: Entering): Omit<Change, 'number'> {
  const { kind: name, input, reason, replaces } = request;
  const { approval, waits } = row.settings;
  const kind = kindOf(name);
  const rule = kind.isPayment ? approval.payments : approval.others;
  const wait = (kind.isPayment ? waits.payments : waits.others) * 60_000;
  return {
    guildId: asker.guildId,
    channelId: asker.channelId,
    kind: name,
    state: 'pending',
    touches: kind.touches(input),
    input,
    request: kind.request(input, present),
    present,
    rule,
    requester: asker.member.id,
    confirmer: null,
    reason,
    askedAt: now,
    expiresAt: now + wait,
    sentAt: null,
    endedAt: null,
    keyVersion: row.keyVersion,
    outcome: null,
    ending: null,
    observed: null,
    checked: null,
    dueAt: now + (rule === 'second' ? Math.max(wait / 2, wait - REMIND_BEFORE_MS) : wait),
    looks: 0,
    replaces: replaces?.number ?? null,
    replacedBy: null,
    undoes: replaces?.state === 'drifted' ? kind.undoes(input, replaces.present, present) : null,
    card: null,
  };
}
