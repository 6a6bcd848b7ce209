import {
  ApplicationCommandAutocompleteCallbackRequestSchema,
  CreateMessageInteractionCallbackRequestSchema,
  IncomingWebhookRequestPartialSchema,
  IncomingWebhookUpdateRequestPartialSchema,
  MessageCreateRequestSchema,
  MessageEditRequestPartialSchema,
  ModalInteractionCallbackRequestSchema,
  UpdateMessageInteractionCallbackRequestSchema,
} from 'discord-api-spec/zod';
import {
  ButtonStyle,
  ComponentType,
  type APIModalInteractionResponseCallbackData,
  type RESTPostAPIChannelMessageJSONBody,
} from 'discord-api-types/v10';
import type { ZodMiniType } from 'zod/mini';
import { DiscordError } from './errors.js';
import {
  hasDuplicates,
  isBlank,
  isRaw,
  numberOr,
  rawList,
  rawOf,
  textOf,
  type Raw,
} from './raw.js';

/** What the bot sends, held to Discord's own schemas and to the limits they miss. */

const SCHEMAS = {
  post: MessageCreateRequestSchema,
  edit: MessageEditRequestPartialSchema,
  followUp: IncomingWebhookRequestPartialSchema,
  followUpEdit: IncomingWebhookUpdateRequestPartialSchema,
  callback: CreateMessageInteractionCallbackRequestSchema,
  callbackUpdate: UpdateMessageInteractionCallbackRequestSchema,
};

/** A body that Discord's schema accepts; what the bot doesn't use is not looked at. */
export type MessageBody = Partial<RESTPostAPIChannelMessageJSONBody>;

/** @throws DiscordError 50035 with every fault */
export function checkMessage(kind: keyof typeof SCHEMAS, body: Raw): MessageBody {
  const data = kind.startsWith('callback') ? rawOf(body['data']) : body;
  refuseIf([...schemaFaults(SCHEMAS[kind], body), ...messageFaults(data)]);
  return data;
}

/** @throws DiscordError 50035 */
export function checkForm(body: Raw): APIModalInteractionResponseCallbackData {
  const data = rawOf(body['data']);
  const parts = rawList(data['components']);
  const inputs = leaves(parts).filter(({ type }) => type === ComponentType.TextInput);
  refuseIf([
    ...schemaFaults(ModalInteractionCallbackRequestSchema, body),
    ...componentFaults(leaves(parts)),
    ...holding([
      [parts.length > 5, 'a form has over 5 components'],
      [inputs.some(isTooLong), 'a value is over its max_length'],
    ]),
  ]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Discord's schema has just accepted it
  return data as unknown as APIModalInteractionResponseCallbackData;
}

/** @throws DiscordError 50035 */
export function checkChoices(body: Raw): { name: string; value: string }[] {
  const sent = rawList(rawOf(body['data'])['choices']);
  const choices = sent.map(({ name, value }) => ({ name: textOf(name), value: textOf(value) }));
  const texts = choices.flatMap(({ name, value }) => [name, value]);
  const isWrong = texts.some((text) => isBlank(text) || text.length > 100);
  refuseIf([
    ...schemaFaults(ApplicationCommandAutocompleteCallbackRequestSchema, body),
    ...holding([[isWrong, 'names and values of choices have 1 to 100 characters']]),
  ]);
  return choices;
}

export function refuseIf(faults: readonly string[]): void {
  if (faults.length > 0) throw new DiscordError('invalidBody', faults);
}

export function holding(faults: readonly (readonly [boolean, string])[]): string[] {
  return faults.filter(([holds]) => holds).map(([, sentence]) => sentence);
}

function messageFaults(data: Raw): string[] {
  const embeds = rawList(data['embeds']);
  const rows = rawList(data['components']);
  const values = embeds.flatMap(({ fields }) => rawList(fields)).map(({ value }) => value);
  const total = embeds.reduce((sum, embed) => sum + embedLength(embed), 0);
  return [
    ...componentFaults(leaves(rows)),
    ...holding([
      [textOf(data['content']).length > 2_000, 'content is over 2000 characters'],
      [total > 6_000, `embeds have ${total} characters, over 6000`],
      [values.some(isBlank), 'the value of an embed field is empty'],
      [rows.length > 5, 'over 5 rows'],
      [rows.some(({ type }) => type !== ComponentType.ActionRow), 'a component outside of a row'],
      [rows.some(isTooWide), 'a row holds up to 5 buttons or 1 select'],
      [data['enforce_nonce'] === true && !('nonce' in data), 'enforce_nonce needs a nonce'],
    ]),
  ];
}

function embedLength(embed: Raw): number {
  const texts = [
    embed['title'],
    embed['description'],
    rawOf(embed['footer'])['text'],
    rawOf(embed['author'])['name'],
    ...rawList(embed['fields']).flatMap(({ name, value }) => [name, value]),
  ];
  return texts.reduce<number>((sum, text) => sum + textOf(text).length, 0);
}

function isTooWide(row: Raw): boolean {
  const parts = rawList(row['components']);
  const isAllButtons = parts.every(({ type }) => type === ComponentType.Button);
  return parts.length > (isAllButtons ? 5 : 1);
}

function isTooLong({ value, max_length: max }: Raw): boolean {
  return textOf(value).length > numberOr(max, 4_000);
}

function componentFaults(components: readonly Raw[]): string[] {
  const ids = components.map(({ custom_id: id }) => textOf(id)).filter(Boolean);
  const buttons = components.filter(({ type }) => type === ComponentType.Button);
  const selects = components.filter(({ type }) => type === ComponentType.StringSelect);
  const values = selects.map(({ options }) => rawList(options).map(({ value }) => textOf(value)));
  return holding([
    [hasDuplicates(ids), 'a custom id is used twice'],
    [buttons.some(({ label, emoji }) => isBlank(label) && !isRaw(emoji)), 'a button has no label'],
    [buttons.some(hasWrongTarget), 'a link has a url alone, another button a custom_id alone'],
    [values.some(hasDuplicates), 'a select offers a value twice'],
  ]);
}

function hasWrongTarget({ style, url, custom_id: id }: Raw): boolean {
  const isLink = style === ButtonStyle.Link;
  return isBlank(url) === isLink || isBlank(id) !== isLink;
}

/** The buttons, selects and inputs in rows and labels. */
export function leaves(parts: readonly Raw[]): Raw[] {
  return parts.flatMap(({ components, component }) => [
    ...rawList(components),
    ...(isRaw(component) ? [component] : []),
  ]);
}

interface SchemaIssue {
  readonly code: string;
  readonly path: readonly PropertyKey[];
  readonly errors?: readonly (readonly SchemaIssue[])[];
}

export function schemaFaults(schema: ZodMiniType, body: unknown): string[] {
  const result = schema.safeParse(body);
  if (result.success) return [];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what differs between zod's issues is optional here
  const issues = result.error.issues as unknown as readonly SchemaIssue[];
  return issues.flatMap((issue) => inWords(issue, []));
}

function inWords({ code, path, errors, ...rest }: SchemaIssue, prefix: PropertyKey[]): string[] {
  const at = [...prefix, ...path];
  if (errors && errors.length > 0) return nearest(errors).flatMap((issue) => inWords(issue, at));
  return [`${at.map(String).join('.')}: ${code} ${JSON.stringify(rest)}`];
}

/** Components are unions by `type`: the branch that was meant is the one whose type fits. */
function nearest(branches: readonly (readonly SchemaIssue[])[]): readonly SchemaIssue[] {
  const distance = (branch: readonly SchemaIssue[]) =>
    branch.reduce((sum, { path }) => sum + (path.join('.') === 'type' ? 1_000 : 1), 0);
  return branches.reduce((best, each) => (distance(each) < distance(best) ? each : best));
}
