import { RESTJSONErrorCodes as Code } from 'discord-api-types/v10';

const FORBIDDEN: ReadonlySet<Code> = new Set([
  Code.MissingAccess,
  Code.MissingPermissions,
  Code.CannotReplyWithoutPermissionToReadMessageHistory,
]);

/** An answer of Discord's. With a fault the payload itself is to blame: `refusals` has it. */
export class DiscordError extends Error {
  override readonly name = 'DiscordError';
  readonly code: Code;
  readonly isRefusal: boolean;

  constructor(code: Code, fault?: string) {
    super([Code[code], fault].filter(Boolean).join('; '));
    this.code = code;
    this.isRefusal = fault !== undefined;
  }

  get status(): number {
    if (Code[this.code].startsWith('Unknown')) return 404;
    if (this.code === Code.InvalidWebhookToken) return 401;
    if (this.code === Code.RequestEntityTooLarge) return 413;
    return FORBIDDEN.has(this.code) ? 403 : 400;
  }
}
