import type { Member } from '../discord/command.js';
import type { UserError } from '../errors.js';
import type { Tx } from '../store/store.js';
import type { Deciding } from './engine.js';
import { recordChangeStep } from './steps.js';

/** Enters the attempt in the trail. Returns the refusal, which `decide` throws after the commit. */
export async function refuse(
  tx: Tx,
  { change, row, now }: Deciding,
  {
    attempt,
    member,
    refusal,
  }: { readonly attempt: string; readonly member: Member; readonly refusal: UserError },
): Promise<UserError> {
  const reason = refusal.title;
  const step = {
    name: 'refused',
    actor: member.id,
    line: `⛔ **#${change.number}** <@${member.id}> couldn’t ${attempt}: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`,
    details: { attempt, reason },
  };
  await recordChangeStep(tx, change, { step, row, now });
  return refusal;
}
