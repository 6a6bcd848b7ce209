import type { Context } from '../../src/command.js';
import type { Reply } from '../../src/domain/messages/reply.js';

/** What a command asks for: the kind, its input, and why. */
export interface Wanted {
  readonly kind: string;
  readonly input: unknown;
  readonly reason?: string | undefined;
}

/** Writes the proposal first and then answers with its card, which tells where it was posted. */
export async function askForChange(
  { changes, guildId, channelId, member }: Context,
  wanted: Wanted,
): Promise<Reply> {
  const change = await changes.propose({ guildId, channelId, member, ...wanted });
  return changes.card(guildId, change);
}
