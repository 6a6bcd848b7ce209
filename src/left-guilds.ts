import type { Logger } from 'pino';
import type { Guilds } from './guilds/guilds.js';

/** A guild that threw the bot out takes its key with it. */
export async function forgetGuild(
  guildId: string,
  { guilds, log }: { readonly guilds: Guilds; readonly log: Logger },
): Promise<void> {
  try {
    if (await guilds.disconnect(guildId))
      log.info({ guild: guildId }, 'forgot a guild that the bot has left');
  } catch (error) {
    log.error({ err: error, guild: guildId }, 'could not forget a guild that the bot has left');
  }
}

interface Leaving {
  readonly guilds: Guilds;
  readonly log: Logger;
  /** True only when it is certain. */
  readonly hasLeft: (guildId: string) => Promise<boolean>;
}

/** Guilds that were left while the bot was down are found at the next start. */
export async function forgetLeftGuilds({ guilds, log, hasLeft }: Leaving): Promise<void> {
  for await (const guildId of guilds.connectedGuilds()) {
    if (await hasLeft(guildId)) await forgetGuild(guildId, { guilds, log });
  }
}
