import type { ProposeRequest } from '../../src/changes/steps/propose.js';
import type { Context } from '../../src/command.js';
import type { Reply } from '../../src/domain/messages/reply.js';

/** Looks up parts of a change, such as its site; records whatever rules it out. */
export function lookUpForChange<Value>(
  { changes, guildId, member }: Context,
  wanted: { readonly kind: string; readonly about: string },
  look: () => Promise<Value>,
): Promise<Value> {
  return changes.lookUp({ guildId, member, ...wanted }, look);
}

/** Records the proposal, then answers with its card. */
export async function proposeChange(
  { changes, guildId, channelId, member }: Context,
  wanted: Pick<ProposeRequest, 'kind' | 'input' | 'reason'>,
): Promise<Reply> {
  const change = await changes.propose({ guildId, channelId, member, ...wanted });
  return changes.card(guildId, change);
}
