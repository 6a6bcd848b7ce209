import { MINUTE } from '../clock.js';
import { fitsCard } from './card.js';
import { hashOf, type Change, type KindName, type Present } from './change.js';
import { KINDS, kindOf } from './kinds/kinds.js';
import { tooMuch } from './kinds/payments.js';
import { REMIND_BEFORE_MS } from './notes.js';
import { findChange, insertChange, listChanges } from './rows.js';
import { stillOpen, whyOtherKey } from './rules.js';
import {
  enqueueCard,
  inGuild,
  recordChangeStep,
  writeChange,
  type Asker,
  type Engine,
  type Moment,
} from './steps.js';
import { requestedLine } from './words.js';

export interface Request {
  readonly kind: KindName;
  readonly input: unknown;
  readonly reason: string | null;
  /** The change that it repeats. */
  readonly replaces?: Change;
  /** No answer to a command shows it, so its card is posted. */
  readonly isPosted?: boolean;
}

/** Reads the present values and requests the change; nothing is sent. @throws UserError, PoolError */
export async function propose(engine: Engine, asker: Asker, request: Request): Promise<Change> {
  const { kind, input } = request;
  const present = await KINDS[kind].read(asker.pool.fresh(), input);
  const refusal = kindOf({ kind, input, present }).refusal();
  if (refusal) throw refusal;
  return inGuild(engine, asker.guildId, (moment) => enter(moment, { asker, request, present }));
}

interface Asked {
  readonly asker: Asker;
  readonly request: Request;
  readonly present: Present;
}

async function enter(moment: Moment, asked: Asked): Promise<Change> {
  const { tx, row } = moment;
  const { asker, request, present } = asked;
  const otherKey = whyOtherKey(asker.keyVersion, row);
  if (otherKey) throw otherKey;
  const draft = draftOf(moment, asked);
  const change = await insertChange(tx, draft);
  if (change === null) {
    const { guildId, touches } = draft;
    const [open] = await listChanges(tx, guildId, { touches, isOpen: true });
    throw open ? stillOpen(open) : new Error(`${touches} is taken, yet no change is open`);
  }
  if (!fitsCard(change, row)) throw tooMuch();
  const { reason, rule, requester: actor } = change;
  const details = { request: change.request, hash: hashOf(change.request), present, reason, rule };
  const line = requestedLine(change);
  await recordChangeStep(moment, change, { name: 'requested', actor, line, details });
  if (request.isPosted) await enqueueCard(moment, change, { isNew: true });
  await markReplaced(moment, change);
  return change;
}

/** Links the old change to its successor and stops polling it. */
export async function markReplaced(moment: Moment, successor: Change): Promise<void> {
  const { guildId, replaces, number, card } = successor;
  const before = replaces === null ? null : await findChange(moment.tx, guildId, replaces);
  if (before === null) return;
  await writeChange(moment, { ...before, replacedBy: { number, card }, dueAt: null });
}

function draftOf({ row, now }: Moment, { asker, request, present }: Asked): Omit<Change, 'number'> {
  const { kind, input, reason, replaces } = request;
  const bound = kindOf({ kind, input, present });
  const which = kind === 'payments' ? 'payments' : 'others';
  const rule = row.settings.approval[which];
  const wait = row.settings.waits[which] * MINUTE;
  return {
    guildId: asker.guildId,
    channelId: asker.channelId,
    kind,
    state: 'pending',
    touches: bound.touches,
    input,
    request: bound.request(),
    present,
    rule,
    requester: asker.member.id,
    earlierRequesters: replaces ? [...replaces.earlierRequesters, replaces.requester] : [],
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
    replaces: replaces?.number ?? null,
    replacedBy: null,
    undoes: replaces?.state === 'drifted' ? kindOf(replaces).undoes(present) : null,
    card: null,
  };
}
