import { DiscordAPIError } from 'discord.js';
import { ChannelRefused } from '../domain/errors.js';

/** Unknown channel, guild, message. */
const GONE = new Set<string | number>([10_003, 10_004, 10_008]);

/** Turns "not there" and "not allowed" into an error of our own; all others go on as they are. */
export async function telling(sending: Promise<unknown>): Promise<unknown> {
  try {
    return await sending;
  } catch (error) {
    if (!(error instanceof DiscordAPIError)) throw error;
    if (GONE.has(error.code) || error.status === 404)
      throw new ChannelRefused('gone', error.message);
    if (error.status === 403) throw new ChannelRefused('forbidden', error.message);
    throw error;
  }
}
