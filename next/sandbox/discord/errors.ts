const KNOWN = {
  unauthorized: [401, 0, '401: Unauthorized'],
  noSuchRoute: [404, 0, '404: Not Found'],
  unknownChannel: [404, 10003, 'Unknown Channel'],
  unknownGuild: [404, 10004, 'Unknown Guild'],
  unknownMember: [404, 10007, 'Unknown Member'],
  unknownMessage: [404, 10008, 'Unknown Message'],
  unknownWebhook: [404, 10015, 'Unknown Webhook'],
  unknownInteraction: [404, 10062, 'Unknown interaction'],
  tooLarge: [413, 40005, 'Request entity too large'],
  acknowledged: [400, 40060, 'Interaction has already been acknowledged.'],
  missingAccess: [403, 50001, 'Missing Access'],
  emptyMessage: [400, 50006, 'Cannot send an empty message'],
  nothingLeft: [400, 50006, 'Cannot send an empty message'],
  missingPermissions: [403, 50013, 'Missing Permissions'],
  expiredToken: [401, 50027, 'Invalid Webhook Token'],
  invalidBody: [400, 50035, 'Invalid Form Body'],
  invalidJson: [400, 50109, 'The request body contains invalid JSON.'],
  noHistory: [403, 160002, 'Cannot reply without permission to read message history'],
} as const;

type Kind = keyof typeof KNOWN;

/** The payload itself is at fault, not what exists or is allowed. */
const REFUSALS: ReadonlySet<Kind> = new Set([
  'noSuchRoute',
  'tooLarge',
  'emptyMessage',
  'invalidBody',
  'invalidJson',
]);

/** An answer of Discord's, by its status and JSON error code. */
export class DiscordError extends Error {
  override readonly name = 'DiscordError';
  readonly status: number;
  readonly code: number;
  readonly isRefusal: boolean;

  constructor(kind: Kind, faults: readonly string[] = []) {
    const [status, code, message] = KNOWN[kind];
    super([message, ...faults].join('; '));
    this.status = status;
    this.code = code;
    this.isRefusal = REFUSALS.has(kind);
  }
}
