import { escape } from '../cards/kit/text.js';
import { UserError } from '../errors.js';
import { recordStep } from '../guilds/audit-lines.js';
import type { Frozen } from '../guilds/guild-row.js';
import type { Change } from './change.js';
import {
  decide,
  inGuild,
  refuse,
  requireChange,
  type Asker,
  type Decider,
  type Engine,
} from './engine.js';
import { endChange } from './notes.js';
import { propose, type Proposed } from './propose.js';
import { listChanges } from './rows.js';
import { whyNotAskAgain, whyNotCancel, whyNotCheck } from './rules.js';
import { enqueueCard, writeStep } from './steps.js';

/** Withdraws a change that waits. @throws UserError */
export function cancel(
  engine: Engine,
  { guildId, member }: Decider,
  number: number,
): Promise<Change> {
  return decide(engine, { guildId, number }, async (deciding) => {
    const { change, row, now } = deciding;
    const refusal = whyNotCancel(change, { member, row, now });
    if (refusal) return refuse(deciding, member, { attempt: 'cancel', refusal });
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

/** Of an unknown outcome: somebody looked at the pool. It opens the thing to other changes. @throws UserError */
export function markChecked(
  engine: Engine,
  { guildId, member }: Decider,
  { number, note }: { readonly number: number; readonly note: string },
): Promise<Change> {
  return decide(engine, { guildId, number }, async (deciding) => {
    const { change, row, now } = deciding;
    const refusal = whyNotCheck(change, { member, row, now });
    if (refusal) return refuse(deciding, member, { attempt: 'mark it as checked', refusal });
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

/** A new change that asks for the same, by who asks now. @throws UserError, PoolError */
export async function askAgain(engine: Engine, asker: Asker, number: number): Promise<Proposed> {
  const change = await requireChange(engine, asker.guildId, number);
  const refusal = whyNotAskAgain(change);
  if (refusal) throw refusal;
  const { kind, input, reason } = change;
  return propose(engine, asker, { kind, input, reason, replaces: change });
}

/** Stops all confirmations, or allows them again. What was sent stays sent. @throws UserError */
export function setFrozen(
  engine: Engine,
  { guildId, member }: Decider,
  { isFrozen, reason }: { readonly isFrozen: boolean; readonly reason: string },
): Promise<void> {
  return inGuild(engine, guildId, async ({ tx, row, now }) => {
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
    for (const change of await listChanges(tx, guildId, { state: 'pending' }))
      await enqueueCard({ tx, row: { ...row, frozen }, now }, change);
  });
}
