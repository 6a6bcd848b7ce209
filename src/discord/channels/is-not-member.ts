import { DiscordAPIError } from 'discord.js';

/** Unknown guild; missing access. */
const NOT_A_MEMBER = new Set<string | number>([10_004, 50_001]);

/**
 * True when Discord says that the bot is not in the guild it was asked about. By Discord's own
 * codes: what stands between may answer 403 or 404 for reasons of its own.
 */
export function isNotMember(error: unknown): boolean {
  return error instanceof DiscordAPIError && NOT_A_MEMBER.has(error.code);
}
