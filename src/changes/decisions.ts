import { escape } from '../cards/kit/text.js';
import type { Card } from '../discord/reply.js';
import { UserError } from '../errors.js';
import type { Frozen } from '../guilds/guild-row.js';
import type { Guilds } from '../guilds/guilds.js';
import { record } from '../guilds/in-guild.js';
import type { Change } from './change.js';
import { endChange } from './notes.js';
import { propose } from './propose.js';
import { whyNotAskAgain, whyNotCancel, whyNotCheck } from './rules.js';
import {
  decide,
  redrawPending,
  requireChange,
  writeStep,
  type Asker,
  type CardKey,
  type Decided,
  type Decider,
  type Engine,
} from './steps.js';

/** Withdraws a change that waits. @throws UserError */
export function cancel(
  engine: Engine,
  { guildId, member }: Decider,
  card: CardKey,
): Promise<Decided> {
  const attempt = { by: member.id, to: 'cancel' };
  return decide(engine, { guildId, ...card, attempt }, async (guild, change) => {
    const refusal = whyNotCancel(change, guild, member);
    if (refusal) return refusal;
    const cancelled: Change = {
      ...change,
      state: 'cancelled',
      endedAt: guild.now,
      dueAt: null,
      ending: { by: member.id, reason: null },
    };
    const line = `🚫 **#${card.number}** <@${member.id}> cancelled it`;
    return endChange(guild, cancelled, { actor: member.id, line });
  });
}

export interface CheckNote extends CardKey {
  /** What was found. */
  readonly note: string;
}

/** Records that somebody checked an unknown outcome, which allows other changes again. @throws UserError */
export function markChecked(
  engine: Engine,
  { guildId, member }: Decider,
  { note, ...card }: CheckNote,
): Promise<Decided> {
  const attempt = { by: member.id, to: 'mark it as checked' };
  return decide(engine, { guildId, ...card, attempt }, async (guild, change) => {
    const refusal = whyNotCheck(change, guild, member);
    if (refusal) return refusal;
    const check = { at: guild.now, by: member.id, note };
    const checked: Change = { ...change, checked: check, dueAt: null };
    const line = `❓ **#${card.number}** <@${member.id}> checked the pool: ${escape(note, 300)}`;
    const step = { step: 'checked', actor: member.id, line, details: { note } };
    await writeStep(guild, checked, step);
    return checked;
  });
}

/** A new change that asks for the same, requested by whoever asks now. @throws UserError, PoolError */
export async function askAgain(engine: Engine, asker: Asker, card: CardKey): Promise<Decided> {
  const change = await requireChange(engine, { guildId: asker.guildId, ...card });
  const refusal = whyNotAskAgain(change);
  if (refusal) throw refusal;
  const { kind, input, reason } = change;
  return propose(engine, asker, { kind, input, reason, replaces: change });
}

/** Stops all confirmations, or allows them again. What was sent stays sent. @throws UserError */
export async function setFrozen(
  guilds: Pick<Guilds, 'write'>,
  { guildId, member }: Decider,
  { isFrozen, reason }: { readonly isFrozen: boolean; readonly reason: string },
): Promise<Card> {
  await guilds.write(guildId, async (guild) => {
    if ((guild.frozen !== null) === isFrozen)
      throw isFrozen
        ? new UserError('Changes are frozen already', '`/changes unfreeze` lifts it.')
        : new UserError('Changes aren’t frozen', 'Nothing to lift.');
    const frozen: Frozen | null = isFrozen ? { by: member.id, at: guild.now, reason } : null;
    await guild.tx
      .updateTable('guild')
      .set({ frozen: frozen && JSON.stringify(frozen) })
      .where('id', '=', guildId)
      .execute();
    const did = isFrozen ? 'froze changes' : 'allowed changes again';
    const line = `🧊 <@${member.id}> ${did}: ${escape(reason, 300)}`;
    const step = isFrozen ? 'frozen' : 'unfrozen';
    await record(guild, { actor: member.id, step, details: { reason } }, line);
    await redrawPending({ ...guild, frozen });
  });
  const why = `Reason: ${escape(reason, 300)}`;
  if (!isFrozen) return { title: 'Changes can be confirmed again', tone: 'good', lines: [why] };
  const what =
    'Nobody can confirm a change until an admin runs `/changes unfreeze`. What was sent stays sent.';
  return { title: '🧊 Changes are frozen', tone: 'warning', lines: [what, why] };
}
