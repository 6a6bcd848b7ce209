/** One fault in a body: where, Discord's code for it, and its words. */
export interface FormIssue {
  readonly path: readonly (string | number)[];
  readonly code: string;
  readonly message: string;
}

/** An answer other than success, as Discord's reference ("JSON error codes") shapes it. */
export class DiscordError extends Error {
  override readonly name = 'DiscordError';

  constructor(
    readonly status: number,
    readonly code: number,
    message: string,
    readonly issues: readonly FormIssue[] = [],
  ) {
    super(message);
  }
}

export function invalidForm(issues: readonly FormIssue[]): DiscordError {
  return new DiscordError(400, 50035, 'Invalid Form Body', issues);
}

export function invalidField(path: FormIssue['path'], message: string): DiscordError {
  return invalidForm([{ path, code: 'BASE_TYPE_INVALID', message }]);
}

export const errors = {
  unauthorized: () => new DiscordError(401, 0, '401: Unauthorized'),
  notFound: () => new DiscordError(404, 0, '404: Not Found'),
  unknownChannel: () => new DiscordError(404, 10003, 'Unknown Channel'),
  unknownGuild: () => new DiscordError(404, 10004, 'Unknown Guild'),
  unknownMember: () => new DiscordError(404, 10007, 'Unknown Member'),
  unknownMessage: () => new DiscordError(404, 10008, 'Unknown Message'),
  unknownWebhook: () => new DiscordError(404, 10015, 'Unknown Webhook'),
  unknownInteraction: () => new DiscordError(404, 10062, 'Unknown interaction'),
  unknownCommand: () => new DiscordError(404, 10063, 'Unknown application command'),
  tooLarge: () => new DiscordError(413, 40005, 'Request entity too large'),
  acknowledged: () => new DiscordError(400, 40060, 'Interaction has already been acknowledged.'),
  missingAccess: () => new DiscordError(403, 50001, 'Missing Access'),
  notTheAuthor: () =>
    new DiscordError(403, 50005, 'Cannot edit a message authored by another user'),
  emptyMessage: () => new DiscordError(400, 50006, 'Cannot send an empty message'),
  missingPermissions: () => new DiscordError(403, 50013, 'Missing Permissions'),
  deadToken: () => new DiscordError(401, 50027, 'Invalid Webhook Token'),
  invalidJson: () => new DiscordError(400, 50109, 'The request body contains invalid JSON.'),
};

/** Discord's nested form: `errors.embeds.0.title._errors[0].message`. */
export function errorBody(error: DiscordError): Record<string, unknown> {
  const body: Record<string, unknown> = { message: error.message, code: error.code };
  if (error.issues.length > 0) body['errors'] = nest(error.issues);
  return body;
}

interface Nested {
  [key: string]: Nested | { code: string; message: string }[];
}

function nest(issues: readonly FormIssue[]): Nested {
  const root: Nested = {};
  for (const { path, code, message } of issues) {
    let at = root;
    for (const key of path) at = childOf(at, String(key));
    const list = at['_errors'];
    at['_errors'] = [...(Array.isArray(list) ? list : []), { code, message }];
  }
  return root;
}

function childOf(parent: Nested, key: string): Nested {
  const present = parent[key];
  if (present && !Array.isArray(present)) return present;
  const child: Nested = {};
  parent[key] = child;
  return child;
}

/** A refusal in words, for a developer's eyes. */
export function inWords(error: DiscordError): string {
  const faults = error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`);
  return [`${error.code} ${error.message}`, ...faults].join('; ');
}
