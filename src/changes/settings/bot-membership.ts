import { UserError } from '../../domain/errors/user-errors.js';
import { NO_CHANGES, type ChangesState } from '../../domain/changes/state/state.js';
import { brokenTrailAsNull } from '../trail/broken-trail-as-null.js';
import {
  commandAfterRemovalWords,
  settingAfterRemovalWords,
} from '../../views/setup/not-recorded.js';
import type { Member } from '../../domain/guild/access-levels.js';
import type { EngineContext } from '../engine/engine-context.js';

/** Of the bot in a server, from one joining to the removal after it. */
export interface BotMembership {
  /** By what this process was told; null = the bot is out. */
  readonly counted: number | null;
  /** By the trail, in which all processes enter removals. */
  readonly removedAt: number;
}

/** What is asked for during a membership must not be in force after its end. */
interface AskedDuringMembership {
  readonly guildId: string;
  readonly membership: BotMembership;
}

/** Asked for by a person. */
export interface RequestInMembership extends AskedDuringMembership {
  readonly member: Member;
}

export function botMembershipIn(
  { membershipOf }: EngineContext,
  guildId: string,
  now: ChangesState,
): BotMembership {
  return { counted: membershipOf(guildId), removedAt: now.removedAt };
}

export function isBotMembershipOver(
  context: EngineContext,
  { guildId, membership }: AskedDuringMembership,
  state: ChangesState,
): boolean {
  const now = botMembershipIn(context, guildId, state);
  return (
    now.counted === null ||
    now.counted !== membership.counted ||
    now.removedAt !== membership.removedAt
  );
}

/** Throws a UserError if the bot was removed since the setting was asked for. */
export function refuseIfBotMembershipOver(
  context: EngineContext,
  asked: AskedDuringMembership,
  state: ChangesState,
): void {
  if (isBotMembershipOver(context, asked, state)) throw new UserError(settingAfterRemovalWords);
}

/** For what is saved outside of the trail. What it resolves with throws a UserError after a removal. */
export async function botMembershipGuard(
  context: EngineContext,
  guildId: string,
): Promise<() => Promise<void>> {
  const look = () => brokenTrailAsNull(context.trail.state(guildId));
  const counted = context.membershipOf(guildId);
  const begun = await look();
  return async () => {
    const now = await look();
    // Of a broken trail nothing is known but what this process was told.
    const [before, after] =
      begun === null || now === null ? [NO_CHANGES, NO_CHANGES] : [begun, now];
    const membership = { counted, removedAt: before.removedAt };
    if (isBotMembershipOver(context, { guildId, membership }, after))
      throw new UserError(commandAfterRemovalWords);
  };
}
