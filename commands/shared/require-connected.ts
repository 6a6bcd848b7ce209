import type { Context } from '../../src/command.js';
import { NotConnected } from '../../src/domain/errors/user-errors.js';
import { notConnectedWords } from '../../src/views/setup/connect-key.js';

/** For commands that need a workspace later but don't read it now. Throws a UserError. */
export async function requireConnected({
  guilds,
  guildId,
}: Pick<Context, 'guilds' | 'guildId'>): Promise<void> {
  if ((await guilds.keyInfo(guildId)) === null) throw new NotConnected(notConnectedWords);
}
