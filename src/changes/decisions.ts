import { escape } from '../cards/kit/text.js';
import type { Card } from '../discord/reply.js';
import { UserError } from '../errors.js';
import { recordStep } from '../guilds/audit-lines.js';
import type { Frozen } from '../guilds/guild-row.js';
import type { Change } from './change.js';
import { endChange } from './notes.js';
import { propose } from './propose.js';
import { whyNotAskAgain, whyNotCancel, whyNotCheck } from './rules.js';
import {
  decide,
  inGuild,
  redrawPending,
  requireChange,
  writeStep,
  type Asker,
  type Decider,
  type Engine,
} from './steps.js';

/** Withdraws a change that waits. @throws UserError */
export function cancel(
  engine: Engine,
  { guildId, member }: Decider,
  number: number,
): Promise<Change> {
  const attempt = { by: member.id, to: 'cancel' };
  return decide(engine, { guildId, number, attempt }, async (deciding) => {
    const { change, row, now } = deciding;
    const refusal = whyNotCancel(change, { member, row, now });
    if (refusal) return refusal;
    const cancelled: Change = {
      ...change,
      state: 'cancelled',
      endedAt: now,
      dueAt: null,
      ending: { by: member.id, reason: null },
    };
    const line = `🚫 **#${number}** <@${member.id}> cancelled it`;
    return endChange(deciding, cancelled, { actor: member.id, line });
  });
}

export interface CheckNote {
  readonly number: number;
  /** What was found. */
  readonly note: string;
}

/** Records that somebody checked an unknown outcome, which allows other changes again. @throws UserError */
export function markChecked(
  engine: Engine,
  { guildId, member }: Decider,
  { number, note }: CheckNote,
): Promise<Change> {
  const attempt = { by: member.id, to: 'mark it as checked' };
  return decide(engine, { guildId, number, attempt }, async (deciding) => {
    const { change, row, now } = deciding;
    const refusal = whyNotCheck(change, { member, row, now });
    if (refusal) return refusal;
    const checked: Change = { ...change, checked: { at: now, by: member.id, note }, dueAt: null };
    const line = `❓ **#${number}** <@${member.id}> checked the pool: ${escape(note, 300)}`;
    await writeStep(deciding, checked, {
      name: 'checked',
      actor: member.id,
      line,
      details: { note },
    });
    return checked;
  });
}

/** A new change that asks for the same, requested by whoever asks now. @throws UserError, PoolError */
export async function askAgain(engine: Engine, asker: Asker, number: number): Promise<Change> {
  const change = await requireChange(engine, { guildId: asker.guildId, number });
  const refusal = whyNotAskAgain(change);
  if (refusal) throw refusal;
  const { kind, input, reason } = change;
  return propose(engine, asker, { kind, input, reason, replaces: change });
}

/** Stops all confirmations, or allows them again. What was sent stays sent. @throws UserError */
export async function setFrozen(
  engine: Engine,
  { guildId, member }: Decider,
  { isFrozen, reason }: { readonly isFrozen: boolean; readonly reason: string },
): Promise<Card> {
  await inGuild(engine, guildId, async ({ tx, row, now }) => {
    if ((row.frozen !== null) === isFrozen)
      throw isFrozen
        ? new UserError('Changes are frozen already', '`/changes unfreeze` lifts it.')
        : new UserError('Changes aren’t frozen', 'Nothing to lift.');
    const frozen: Frozen | null = isFrozen ? { by: member.id, at: now, reason } : null;
    await tx
      .updateTable('guild')
      .set({ frozen: frozen && JSON.stringify(frozen) })
      .where('id', '=', guildId)
      .execute();
    const did = isFrozen ? 'froze changes' : 'allowed changes again';
    const line = `🧊 <@${member.id}> ${did}: ${escape(reason, 300)}`;
    const name = isFrozen ? 'frozen' : 'unfrozen';
    const step = { guild: guildId, at: now, actor: member.id, step: name, details: { reason } };
    await recordStep(tx, step, [[row.settings.auditChannel, line]]);
    await redrawPending({ tx, row: { ...row, frozen }, now }, guildId);
  });
  const why = `Reason: ${escape(reason, 300)}`;
  if (!isFrozen) return { title: 'Changes can be confirmed again', tone: 'good', lines: [why] };
  const what =
    'Nobody can confirm a change until an admin runs `/changes unfreeze`. What was sent stays sent.';
  return { title: '🧊 Changes are frozen', tone: 'warning', lines: [what, why] };
}
