import { DiscordAPIError, RESTJSONErrorCodes } from 'discord.js';

/** Discord's own refusal. Its errors carry a code; a proxy's 403 or 404 page has none. */
export function isDiscordError(error: unknown): error is DiscordAPIError & { code: number } {
  return error instanceof DiscordAPIError && typeof error.code === 'number';
}

/** The bot isn't in the guild it asked about. */
export function isNotMember(error: unknown): boolean {
  return isDiscordError(error) && NOT_A_MEMBER.has(error.code);
}

/** A channel, its guild or a message is gone. A 404 without one of these codes proves nothing. */
export function isTargetGone(code: number | undefined): boolean {
  return code !== undefined && TARGET_GONE.has(code);
}

/** Another bot wrote it, to which the data belonged before: for this one there is no such message. */
export function isAnothersMessage(code: number): boolean {
  return code === ANOTHERS;
}

/** A channel or its guild is gone. A missing message doesn't say so. */
export function isChannelCodeGone(code: number): boolean {
  return CHANNEL_GONE.has(code);
}

/** The bot may not. A 403 with another code proves nothing: 40333 says that Cloudflare blocked it. */
export function isLackingPermission(code: number): boolean {
  return LACKING_PERMISSION.has(code);
}

/** Another text would pass. */
export function isContentBlocked(code: number): boolean {
  return CONTENT_BLOCKED.has(code);
}

/** Discord doesn't accept the bot's token. */
export function isTokenRefused(error: unknown): boolean {
  return isDiscordError(error) && error.status === 401 && TOKEN_REFUSED.has(error.code);
}

/** The interaction has already been answered. */
export function isAlreadyAcknowledged(code: number | undefined): boolean {
  return code === RESTJSONErrorCodes.InteractionHasAlreadyBeenAcknowledged;
}

/** An interaction or its token no longer exists. */
export function isInteractionGone(code: number | undefined): boolean {
  return code !== undefined && INTERACTION_GONE.has(code);
}

const ANOTHERS: number = RESTJSONErrorCodes.CannotEditMessageAuthoredByAnotherUser;

const NOT_A_MEMBER: ReadonlySet<number> = new Set([
  RESTJSONErrorCodes.UnknownGuild,
  RESTJSONErrorCodes.MissingAccess,
]);

const LACKING_PERMISSION: ReadonlySet<number> = new Set([
  RESTJSONErrorCodes.MissingAccess,
  RESTJSONErrorCodes.MissingPermissions,
]);

const CONTENT_BLOCKED: ReadonlySet<number> = new Set([
  RESTJSONErrorCodes.InvalidFormBodyOrContentType,
  RESTJSONErrorCodes.MessageWasBlockedByAutomaticModeration,
  RESTJSONErrorCodes.TitleWasBlockedByAutomaticModeration,
  RESTJSONErrorCodes.MessageBlockedByHarmfulLinksFilter,
]);

const CHANNEL_GONE: ReadonlySet<number> = new Set([
  RESTJSONErrorCodes.UnknownChannel,
  RESTJSONErrorCodes.UnknownGuild,
]);

const TARGET_GONE: ReadonlySet<number> = new Set([
  ...CHANNEL_GONE,
  RESTJSONErrorCodes.UnknownMessage,
]);

const TOKEN_REFUSED: ReadonlySet<number> = new Set([
  RESTJSONErrorCodes.GeneralError,
  RESTJSONErrorCodes.Unauthorized,
  RESTJSONErrorCodes.InvalidToken,
]);

const INTERACTION_GONE: ReadonlySet<number> = new Set([
  RESTJSONErrorCodes.UnknownInteraction,
  RESTJSONErrorCodes.UnknownWebhook,
  RESTJSONErrorCodes.UnknownMessage,
  RESTJSONErrorCodes.InvalidWebhookToken,
]);
