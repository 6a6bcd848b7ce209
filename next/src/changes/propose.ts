import type { GuildRow } from '../guilds/guild-row.js';
import { enqueue } from '../jobs/outbox.js';
import { changeReply } from './card.js';
import { hashOf, type Change, type KindName, type Present } from './change.js';
import { inGuild, type Asker, type Engine } from './engine.js';
import { kindOf } from './kinds/kinds.js';
import { REMIND_BEFORE_MS } from './notes.js';
import { findChange, insertChange, listChanges, updateChange } from './rows.js';
import { stillOpen, whyOtherKey } from './rules.js';
import { enqueueCard, recordChangeStep, type Moment } from './steps.js';
import { requestedLine } from './words.js';

const DAY = 86_400_000;

export interface Request {
  readonly kind: KindName;
  readonly input: unknown;
  readonly reason: string | null;
  /** The change that it is asked again from. */
  readonly replaces?: Change;
  /** No answer to a command shows it, so its card is posted. */
  readonly isPosted?: boolean;
}

/** A new change, and the server's row that its card goes by. */
export interface Proposed {
  readonly change: Change;
  readonly row: GuildRow;
}

/** Reads the present and asks for the change; nothing is sent. @throws UserError, PoolError */
export async function propose(engine: Engine, asker: Asker, request: Request): Promise<Proposed> {
  const kind = kindOf(request.kind);
  const present = await kind.read(asker.pool.fresh(), request.input);
  const refusal = kind.refuse(request.input, present);
  if (refusal) throw refusal;
  return inGuild(engine, asker.guildId, async (moment) => {
    const change = await enter(moment, { asker, request, present });
    return { change, row: moment.row };
  });
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
  await recordChangeStep(moment, change, {
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
  });
  if (request.isPosted) await enqueueNewCard(moment, change);
  if (request.replaces) await markReplaced(moment, request.replaces, change.number);
  return change;
}

async function enqueueNewCard({ tx, row, now }: Moment, change: Change): Promise<void> {
  const { channelId: channel, guildId: guild, number } = change;
  const body = { kind: 'post', reply: changeReply(change, row) } as const;
  const key = `card:${guild}:${number}`;
  await enqueue(tx, { key, guild, channel, body, dueAt: now, endsAt: now + DAY });
}

/** Its card no longer offers to ask again, and what the pool lists is judged by the new change. */
async function markReplaced(
  moment: Moment,
  { guildId, number }: Change,
  by: number,
): Promise<void> {
  const change = await findChange(moment.tx, guildId, number);
  if (change === null) return;
  const replaced = { ...change, replacedBy: by, dueAt: null };
  await updateChange(moment.tx, replaced);
  await enqueueCard(moment, replaced);
}

function draftOf({ row, now }: Moment, { asker, request, present }: Asked): Omit<Change, 'number'> {
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
    looks: 0,
    replaces: replaces?.number ?? null,
    replacedBy: null,
    undoes: replaces?.state === 'drifted' ? kind.undoes(input, replaces.present, present) : null,
    card: null,
  };
}
