import type { Context } from '../../src/command.js';
import type { Reply } from '../../src/domain/messages/reply.js';

/** What a command asks for: the kind, its input, and why. */
export interface ChangeOptions {
  readonly kind: string;
  readonly input: unknown;
  readonly reason?: string | undefined;
}

/** Writes the proposal first and then answers with its card, which tells where it was posted. */
export async function proposeChange(
  { changes, guildId, channelId, member }: Context,
  wanted: ChangeOptions,
): Promise<Reply> {
  const change = await changes.propose({ guildId, channelId, member, ...wanted });
  return changes.card(guildId, change);
}
