import { escape } from '../cards/kit/text.js';
import type { Change } from './change.js';
import { decide, requireChange, type Asker, type Engine } from './engine.js';
import { kindOf } from './kinds/kinds.js';
import { noteEnd } from './notes.js';
import { propose } from './propose.js';
import { refuse } from './refuse.js';
import { whyNotAskAgain, whyNotCancel, whyNotCheck } from './rules.js';
import { writeStep } from './steps.js';

type Decider = Pick<Asker, 'guildId' | 'member'>;

/** Withdraws a change that waits. @throws UserError */
export function cancel(
  engine: Engine,
  { guildId, member }: Decider,
  number: number,
): Promise<Change> {
  return decide(engine, { guildId, number }, async (tx, deciding) => {
    const { change, row, now } = deciding;
    const refusal = whyNotCancel(change, { member, row, now });
    if (refusal) return refuse(tx, deciding, { attempt: 'cancel', member, refusal });
    const cancelled: Change = {
      ...change,
      state: 'cancelled',
      endedAt: now,
      dueAt: null,
      ending: { by: member.id, reason: null },
    };
    const line = `🚫 **#${number}** <@${member.id}> cancelled it`;
    await writeStep(tx, cancelled, {
      step: { name: 'cancelled', actor: member.id, line },
      row,
      now,
    });
    await noteEnd(tx, cancelled, { row, now });
    return cancelled;
  });
}

/** Of an unknown outcome: somebody looked at the pool. It opens the thing to other changes. @throws UserError */
export function markChecked(
  engine: Engine,
  { guildId, member }: Decider,
  { number, note }: { readonly number: number; readonly note: string },
): Promise<Change> {
  return decide(engine, { guildId, number }, async (tx, deciding) => {
    const { change, row, now } = deciding;
    const refusal = whyNotCheck(change, kindOf(change.kind), { member, row, now });
    if (refusal) return refuse(tx, deciding, { attempt: 'mark it as checked', member, refusal });
    const checked: Change = { ...change, checked: { at: now, by: member.id, note }, dueAt: null };
    const line = `❓ **#${number}** <@${member.id}> checked the pool: ${escape(note, 300)}`;
    const step = { name: 'checked', actor: member.id, line, details: { note } };
    await writeStep(tx, checked, { step, row, now });
    return checked;
  });
}

/** A new change that asks for the same, by who asks now. @throws UserError, PoolError */
export async function askAgain(engine: Engine, asker: Asker, number: number): Promise<Change> {
  const change = await requireChange(engine, asker.guildId, number);
  const refusal = whyNotAskAgain(change);
  if (refusal) throw refusal;
  const { kind, input, reason } = change;
  const next = await propose(engine, asker, { kind, input, reason, replaces: change });
  return next;
}
