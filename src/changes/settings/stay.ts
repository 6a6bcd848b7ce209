import { UserError } from '../../domain/errors/user-errors.js';
import type { ChangesState } from '../../domain/changes/state.js';
import { settingAfterRemovalWords } from '../../views/setup/not-entered.js';
import type { EngineContext } from '../steps/engine-context.js';

/** One time of the bot in a server, from its joining to its removal. */
export interface Stay {
  /** By what this process was told; null = the bot is out. */
  readonly counted: number | null;
  /** By the trail, in which all processes enter removals. */
  readonly removedAt: number;
}

/** What is asked for in a stay must not be in force after its end. */
interface AskedInStay {
  readonly guildId: string;
  readonly stay: Stay;
}

type StayParts = Pick<EngineContext, 'stayOf'>;

export function stayIn({ stayOf }: StayParts, guildId: string, now: ChangesState): Stay {
  return { counted: stayOf(guildId), removedAt: now.removedAt };
}

export function isStayOver(
  parts: StayParts,
  { guildId, stay }: AskedInStay,
  state: ChangesState,
): boolean {
  const now = stayIn(parts, guildId, state);
  return now.counted === null || now.counted !== stay.counted || now.removedAt !== stay.removedAt;
}

/** Throws a UserError if the bot was removed since the setting was asked for. */
export function refuseIfStayOver(parts: StayParts, asked: AskedInStay, state: ChangesState): void {
  if (isStayOver(parts, asked, state)) throw new UserError(settingAfterRemovalWords);
}
