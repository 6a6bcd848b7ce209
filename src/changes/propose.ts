import { MINUTE } from '../clock.js';
import { inGuild, type InGuild } from '../guilds/transaction.js';
import { fitsCard } from './card.js';
import { hashOf, type Change, type Present } from './change.js';
import { KINDS, kindOf } from './kinds/kinds.js';
import { tooMuch } from './kinds/payments.js';
import { REMIND_BEFORE_MS } from './replies.js';
import { findChange, insertChange, listChanges } from './rows.js';
import { stillOpen, whyNotAskAgain, whyOtherKey } from './confirm-rules.js';
import {
  enqueueCard,
  recordStep,
  requireChange,
  writeChange,
  type Asker,
  type CardKey,
  type Decided,
  type Engine,
} from './transaction.js';
import { requestedLine } from './words.js';

export interface Request extends Pick<Change, 'kind' | 'input' | 'reason'> {
  /** The change that it repeats. */
  readonly replaces?: Change;
  /** No answer to a command shows it, so its card is posted. */
  readonly isPosted?: boolean;
}

/** Reads the present values and requests the change; nothing is sent. @throws UserError, PoolError */
export async function propose(engine: Engine, asker: Asker, request: Request): Promise<Decided> {
  const { kind, input } = request;
  const present = await KINDS[kind].read(asker.pool.fresh(), input);
  const refusal = kindOf({ kind, input, present }).refusal();
  if (refusal) throw refusal;
  return inGuild(engine, asker.guildId, async (guild) => {
    const otherKey = whyOtherKey(asker.keyVersion, guild);
    if (otherKey) throw otherKey;
    const change = await insert(guild, draftOf(guild, asker, { ...request, present }));
    if (!fitsCard(change, guild)) throw tooMuch();
    const { reason, rule, requester: actor, request: sent } = change;
    const details = { request: sent, hash: hashOf(sent), present, reason, rule };
    const line = requestedLine(change);
    await recordStep(guild, change, { step: 'requested', actor, line, details });
    if (request.isPosted) await enqueueCard(guild, change, { isNew: true });
    await markReplaced(guild, change);
    return { guild, change };
  });
}

/** A new change that asks for the same, requested by whoever asks now. @throws UserError, PoolError */
export async function askAgain(engine: Engine, asker: Asker, card: CardKey): Promise<Decided> {
  const change = await requireChange(engine.store.db, { guildId: asker.guildId, ...card });
  const refusal = whyNotAskAgain(change);
  if (refusal) throw refusal;
  const { kind, input, reason } = change;
  return propose(engine, asker, { kind, input, reason, replaces: change });
}

type Draft = Omit<Change, 'number'>;

async function insert(guild: InGuild, draft: Draft): Promise<Change> {
  const change = await insertChange(guild.tx, draft);
  if (change !== null) return change;
  const { guildId, touches } = draft;
  const [open] = await listChanges(guild.tx, guildId, { touches, isOpen: true });
  throw open ? stillOpen(open) : new Error(`${touches} is taken, yet no change is open`);
}

/** Links the old change to its successor and stops polling it. */
export async function markReplaced(guild: InGuild, successor: Change): Promise<void> {
  const { guildId, replaces, number, card } = successor;
  const before = replaces === null ? null : await findChange(guild.tx, guildId, replaces);
  if (before === null) return;
  await writeChange(guild, { ...before, replacedBy: { number, card }, dueAt: null });
}

function draftOf(
  { settings, keyVersion, now }: InGuild,
  asker: Asker,
  { kind, input, reason, replaces, present }: Request & { readonly present: Present },
): Draft {
  const bound = kindOf({ kind, input, present });
  const which = kind === 'payments' ? 'payments' : 'others';
  const rule = settings.approval[which];
  const wait = settings.waits[which] * MINUTE;
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
    keyVersion,
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
