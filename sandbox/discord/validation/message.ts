import {
  CreateMessageInteractionCallbackRequestSchema,
  IncomingWebhookRequestPartialSchema,
  IncomingWebhookUpdateRequestPartialSchema,
  MessageCreateRequestSchema,
  MessageEditRequestPartialSchema,
  UpdateMessageInteractionCallbackRequestSchema,
} from 'discord-api-spec/zod';
import { MessageFlags, type RESTPostAPIChannelMessageJSONBody } from 'discord-api-types/v10';
import { invalidForm, within, type FormIssue } from '../errors.js';
import { componentIssues } from './components.js';
import { embedIssues } from './embeds.js';
import { rawList, textOf, isRaw, type Raw } from './raw.js';
import { schemaIssues } from './schema.js';

const CONTENT = 2_000;

/** The source of a message's body decides which of Discord's schemas applies. */
const SCHEMAS = {
  post: MessageCreateRequestSchema,
  edit: MessageEditRequestPartialSchema,
  followUp: IncomingWebhookRequestPartialSchema,
  followUpEdit: IncomingWebhookUpdateRequestPartialSchema,
  callback: CreateMessageInteractionCallbackRequestSchema,
  callbackUpdate: UpdateMessageInteractionCallbackRequestSchema,
} as const;

export type MessageBodyKind = keyof typeof SCHEMAS;

/** A body that Discord would accept, as far as that can be told without the message. */
export type MessageBody = Partial<RESTPostAPIChannelMessageJSONBody>;

/**
 * @throws DiscordError 50035 with every fault. `present`: flags of the message being edited, if
 * any.
 */
export function checkMessage(kind: MessageBodyKind, body: Raw, present = 0): MessageBody {
  const wrapped = kind.startsWith('callback');
  const issues = schemaIssues(SCHEMAS[kind], body);
  const data = wrapped ? (isRaw(body['data']) ? body['data'] : {}) : body;
  if (issues.length === 0) {
    const found = dataIssues(data, present);
    issues.push(...within(wrapped ? ['data'] : [], found));
  }
  if (issues.length > 0) throw invalidForm(issues);
  // Sound, because Discord's own schema has just accepted it.
  return data;
}

function dataIssues(data: Raw, present: number): FormIssue[] {
  const flags = typeof data['flags'] === 'number' ? data['flags'] | present : present;
  const v2 = (flags & MessageFlags.IsComponentsV2) !== 0;
  const embeds = rawList(data['embeds']);
  return [
    ...contentIssues(data),
    ...embedIssues(embeds),
    ...componentIssues(rawList(data['components']), v2 ? 'v2' : 'rows'),
    ...mentionIssues(data['allowed_mentions']),
    ...nonceIssues(data),
    ...(v2 ? v2Issues(data) : []),
  ];
}

function contentIssues(data: Raw): FormIssue[] {
  if (textOf(data['content']).length <= CONTENT) return [];
  const message = `Must be ${CONTENT} or fewer in length.`;
  return [{ path: ['content'], code: 'BASE_TYPE_MAX_LENGTH', message }];
}

function nonceIssues(data: Raw): FormIssue[] {
  if (data['enforce_nonce'] !== true || (data['nonce'] !== undefined && data['nonce'] !== null)) {
    return [];
  }
  return [{ path: ['nonce'], code: 'BASE_TYPE_REQUIRED', message: 'This field is required' }];
}

function mentionIssues(mentions: unknown): FormIssue[] {
  if (!isRaw(mentions) || !Array.isArray(mentions['parse'])) return [];
  const parse: readonly unknown[] = mentions['parse'];
  return (['users', 'roles'] as const)
    .filter((key) => {
      const ids = mentions[key];
      return parse.includes(key) && Array.isArray(ids) && ids.length > 0;
    })
    .map((key) => ({
      path: ['allowed_mentions'],
      code: 'MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE',
      message: `parse:["${key}"] and ${key}: [ids...] are mutually exclusive.`,
    }));
}

function v2Issues(data: Raw): FormIssue[] {
  return ['content', 'embeds', 'poll']
    .filter((key) => (Array.isArray(data[key]) ? data[key].length > 0 : Boolean(data[key])))
    .map((key) => ({
      path: [key],
      code: 'MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2',
      message: `The '${key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2`,
    }));
}
