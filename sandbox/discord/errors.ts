/** A fault in a body: its path, Discord's code and its words. */
export interface FormIssue {
  readonly path: readonly (string | number)[];
  readonly code: string;
  readonly message: string;
}

/** An error answer, shaped as in Discord's reference ("JSON error codes"). */
export class DiscordError extends Error {
  override readonly name = 'DiscordError';

  readonly code: number;
  /** The same request was accepted before: a client that heard no answer may repeat it. */
  readonly isRepeat: boolean;

  constructor(
    readonly status: number,
    said: { code: number; message: string; isRepeat?: boolean },
    readonly issues: readonly FormIssue[] = [],
  ) {
    super(said.message);
    this.code = said.code;
    this.isRepeat = said.isRepeat === true;
  }
}

/** The same faults, with paths relative to the enclosing body. */
export function within(prefix: FormIssue['path'], issues: readonly FormIssue[]): FormIssue[] {
  const moved = ({ path, code, message }: FormIssue): FormIssue => {
    return { path: [...prefix, ...path], code, message };
  };
  return issues.map(moved);
}

export function invalidForm(issues: readonly FormIssue[]): DiscordError {
  return new DiscordError(400, { code: 50035, message: 'Invalid Form Body' }, issues);
}

export function invalidField(path: FormIssue['path'], message: string): DiscordError {
  return invalidForm([{ path, code: 'BASE_TYPE_INVALID', message }]);
}

const acknowledged = { code: 40060, message: 'Interaction has already been acknowledged.' };

const kind = (status: number, code: number, message: string) => () =>
  new DiscordError(status, { code, message });

export const errors = {
  broken: kind(500, 0, '500: Internal Server Error'),
  unauthorized: kind(401, 0, '401: Unauthorized'),
  notFound: kind(404, 0, '404: Not Found'),
  unknownChannel: kind(404, 10003, 'Unknown Channel'),
  unknownGuild: kind(404, 10004, 'Unknown Guild'),
  unknownMember: kind(404, 10007, 'Unknown Member'),
  unknownMessage: kind(404, 10008, 'Unknown Message'),
  unknownWebhook: kind(404, 10015, 'Unknown Webhook'),
  unknownInteraction: kind(404, 10062, 'Unknown interaction'),
  unknownCommand: kind(404, 10063, 'Unknown application command'),
  tooLarge: kind(413, 40005, 'Request entity too large'),
  acknowledged: kind(400, acknowledged.code, acknowledged.message),
  acknowledgedBefore: () => new DiscordError(400, { ...acknowledged, isRepeat: true }),
  missingAccess: kind(403, 50001, 'Missing Access'),
  notTheAuthor: kind(403, 50005, 'Cannot edit a message authored by another user'),
  emptyMessage: kind(400, 50006, 'Cannot send an empty message'),
  missingPermissions: kind(403, 50013, 'Missing Permissions'),
  deadToken: kind(401, 50027, 'Invalid Webhook Token'),
  blocked: kind(400, 240000, 'Message blocked by harmful links filter'),
  noHistory: kind(403, 160002, 'Cannot reply without permission to read message history'),
  invalidJson: kind(400, 50109, 'The request body contains invalid JSON.'),
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

/** A refusal in words, for developers. */
export function inWords(error: DiscordError): string {
  const faults = error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`);
  return [`${error.code} ${error.message}`, ...faults].join('; ');
}
