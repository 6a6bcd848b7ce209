import { DiscordAPIError } from 'discord.js';

/**
 * True when Discord itself refused: its errors carry a code (reference, "JSON error codes"). What
 * stands between answers 403 or 404 with a page, for reasons of its own.
 */
export function isDiscordsWord(error: unknown): error is DiscordAPIError {
  return error instanceof DiscordAPIError && typeof error.code === 'number';
}
