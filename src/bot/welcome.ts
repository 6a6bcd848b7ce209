import { nonceOf } from '../domain/messages/nonce.js';
import type { AvailableGuild } from '../discord/gateway/available-guild.js';
import { ChannelRefused } from '../domain/errors/channel-refused.js';
import { toResult } from '../domain/errors/result.js';
import type { Channels } from '../domain/messages/channels-port.js';
import type { Clock } from '../domain/time/clock.js';
import type { Guilds } from '../guilds/guilds.js';
import type { Store } from '../store/store.js';
import { welcomeReply } from '../views/setup/welcome.js';
import { DAY_MS, MINUTE_MS } from '../domain/time/units.js';

interface WelcomeParts {
  readonly store: Pick<Store, 'claim'>;
  readonly guilds: Pick<Guilds, 'keyInfo'>;
  readonly channels: Pick<Channels, 'post'>;
  /** By Discord's names. Throws `ChannelRefused` if the channel is gone. */
  readonly missingPermissions: (channelId: string, guildId: string) => Promise<readonly string[]>;
  readonly clock: Clock;
}

/** Discord reports a guild again after each outage and start; it is new this long after joining. */
const NEW_FOR_MS = 10 * MINUTE_MS;
const CLAIMED_FOR_MS = DAY_MS;
const NEEDED: ReadonlySet<string> = new Set(['View Channel', 'Send Messages', 'Embed Links']);
/** How many channels to try. */
const MAX_TRIED = 5;

/** Says once how to connect a workspace, in the first channel where the bot may write. */
export function createWelcome(parts: WelcomeParts) {
  const { store, guilds, channels, missingPermissions, clock } = parts;

  async function mayPost(channelId: string, guildId: string): Promise<boolean> {
    const missing = await toResult(missingPermissions(channelId, guildId));
    if (missing.ok) return !missing.value.some((name) => NEEDED.has(name));
    if (missing.error instanceof ChannelRefused) return false;
    throw missing.error;
  }

  return async (guild: AvailableGuild): Promise<void> => {
    const { id, joinedAt } = guild;
    if (joinedAt === null || clock.now() - joinedAt > NEW_FOR_MS) return;
    if ((await guilds.keyInfo(id)) !== null) return;
    if (!(await store.claim(`welcome:${id}`, CLAIMED_FOR_MS))) return;
    for (const channelId of guild.channelIds().slice(0, MAX_TRIED)) {
      if (!(await mayPost(channelId, id))) continue;
      await channels.post(channelId, welcomeReply(), nonceOf(['welcome', id]));
      return;
    }
  };
}
