import { DiscordAPIError, Routes, type REST } from 'discord.js';
import type { Lookup } from '../messages.js';

/** Unknown channel; unknown message. */
const GONE = new Set<string | number>([10_003, 10_008]);

export function createLookup(rest: REST): Lookup {
  return {
    async stands(channelId, messageId) {
      try {
        await rest.get(Routes.channelMessage(channelId, messageId));
        return true;
      } catch (error) {
        if (error instanceof DiscordAPIError && GONE.has(error.code)) return false;
        throw error;
      }
    },
  };
}
