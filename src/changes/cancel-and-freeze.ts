import type { Card } from '../discord/reply.js';
import { UserError } from '../errors.js';
import type { Guilds } from '../guilds/guilds.js';
import { record, updateGuild, type Frozen } from '../guilds/transaction.js';
import { escape } from '../text.js';
import type { Change } from './change.js';
import { endChange } from './replies.js';
import { whyNotCancel, whyNotCheck } from './confirm-rules.js';
import {
  decide,
  redrawPending,
  writeStep,
  type CardKey,
  type Decided,
  type Decider,
  type Engine,
} from './transaction.js';

/** Withdraws a change that waits. @throws UserError */
export function cancel(engine: Engine, by: Decider, card: CardKey): Promise<Decided> {
  const { guildId, member } = by;
  const attempt = { by: member.id, to: 'cancel' };
  return decide(engine, { guildId, ...card, attempt }, async (guild, change) => {
    const refusal = whyNotCancel(change, guild, member);
    if (refusal) return refusal;
    const ended = { endedAt: guild.now, dueAt: null, ending: { by: member.id } };
    const cancelled: Change = { ...change, ...ended, state: 'cancelled' };
    const line = `🚫 **#${card.number}** <@${member.id}> cancelled it`;
    return endChange(guild, cancelled, { actor: member.id, line });
  });
}

interface CheckNote extends CardKey {
  /** What was found. */
  readonly note: string;
}

/** Records that somebody checked an unknown outcome, which allows other changes again. @throws UserError */
export function markChecked(engine: Engine, by: Decider, checked: CheckNote): Promise<Decided> {
  const { guildId, member } = by;
  const { note, ...card } = checked;
  const attempt = { by: member.id, to: 'mark it as checked' };
  return decide(engine, { guildId, ...card, attempt }, async (guild, change) => {
    const refusal = whyNotCheck(change, guild, member);
    if (refusal) return refusal;
    const check = { at: guild.now, by: member.id, note };
    const line = `❓ **#${card.number}** <@${member.id}> checked the pool: ${escape(note, 300)}`;
    const step = { step: 'checked', actor: member.id, line, details: { note } };
    return writeStep(guild, { ...change, checked: check, dueAt: null }, step);
  });
}

/** Stops all confirmations, or allows them again. What was sent stays sent. @throws UserError */
export async function setFrozen(
  guilds: Pick<Guilds, 'write'>,
  { guildId, member }: Decider,
  { isFrozen, reason }: { readonly isFrozen: boolean; readonly reason: string },
): Promise<Card> {
  const why = escape(reason, 300);
  await guilds.write(guildId, async (guild) => {
    if ((guild.frozen !== null) === isFrozen)
      throw isFrozen
        ? new UserError('Changes are frozen already', '`/changes unfreeze` lifts it.')
        : new UserError('Changes aren’t frozen', 'Nothing to lift.');
    const frozen: Frozen | null = isFrozen ? { by: member.id, at: guild.now, reason } : null;
    const after = await updateGuild(guild, { frozen });
    const [step, did] = isFrozen
      ? ['frozen', 'froze changes']
      : ['unfrozen', 'allowed changes again'];
    const line = `🧊 <@${member.id}> ${did}: ${why}`;
    await record(guild, { actor: member.id, step, details: { reason } }, line);
    await redrawPending(after);
  });
  const lines = [
    isFrozen &&
      'Nobody can confirm a change until an admin runs `/changes unfreeze`. What was sent stays sent.',
    `Reason: ${why}`,
  ];
  return isFrozen
    ? { title: '🧊 Changes are frozen', tone: 'warning', lines }
    : { title: 'Changes can be confirmed again', tone: 'good', lines };
}
