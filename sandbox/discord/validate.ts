import * as discord from 'discord-api-spec/zod';
import {
  RESTJSONErrorCodes as Code,
  ComponentType,
  type APIEmbed,
  type APIModalInteractionResponseCallbackData,
  type RESTPostAPIChannelMessageJSONBody,
} from 'discord-api-types/v10';
import { z } from 'zod';
import { DiscordError } from './errors.js';
import { rowsOf } from './text.js';

/** What the bot sends, held to Discord's own schemas and to the limits they miss. */

/** A JSON object whose shape isn't known yet. */
export type Raw = Record<string, unknown>;

/** A body that Discord's schema accepts; what the bot doesn't use is not looked at. */
export type MessageBody = Partial<RESTPostAPIChannelMessageJSONBody>;

/** @throws DiscordError 50035 with every fault */
export function checkMessage(kind: 'post' | 'edit', body: unknown = {}): MessageBody {
  const { MessageCreateRequestSchema: post, MessageEditRequestPartialSchema: edit } = discord;
  accepted(kind === 'post' ? post : edit, body);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Discord's schema has just accepted it
  const message = body as MessageBody;
  const embeds = message.embeds ?? [];
  const rows = rowsOf({ components: message.components ?? [] });
  const parts = rows.flat();
  expectAll({
    'content is over 2000 characters': (message.content ?? '').length <= 2_000,
    'embeds have over 6000 characters': embeds.map(textOf).join('').length <= 6_000,
    'over 5 rows': rows.length <= 5,
    'a row holds up to 5 buttons or 1 select': rows.every(
      (row) => row.length === 1 || row.every(({ type }) => type === ComponentType.Button),
    ),
    'a button has no label': parts.every(
      (part) => part.type !== ComponentType.Button || ('label' in part && part.label),
    ),
    'a button has neither url nor custom_id': parts.every(
      (part) => 'custom_id' in part || 'url' in part,
    ),
    'a custom id is used twice': haveOwnIds(parts),
    'a select offers a value twice': parts.every(
      (part) => !('options' in part) || areUnique(part.options.map(({ value }) => value)),
    ),
  });
  return message;
}

/** Made of labels: rows of inputs are the older kind. @throws DiscordError 50035 */
export function checkForm(body: Raw): APIModalInteractionResponseCallbackData {
  accepted(discord.ModalInteractionCallbackRequestSchema, body);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Discord's schema has just accepted it
  const form = body['data'] as APIModalInteractionResponseCallbackData;
  const parts = form.components.flatMap((part) => ('component' in part ? part.component : []));
  expectAll({
    'over 5 parts': form.components.length <= 5,
    'a custom id is used twice': haveOwnIds(parts),
    'a value is over its max_length': parts.every(
      (part) => !('value' in part) || (part.value ?? '').length <= (part.max_length ?? 4_000),
    ),
  });
  return form;
}

const choices = z.object({
  choices: z.array(z.object({ name: z.string(), value: z.string().min(1).max(100) })),
});

/** @throws DiscordError 50035 */
export function checkChoices(body: Raw): { name: string; value: string }[] {
  accepted(discord.ApplicationCommandAutocompleteCallbackRequestSchema, body);
  return accepted(choices, body['data']).choices;
}

function haveOwnNames(parts: readonly { name: string }[]): boolean {
  return areUnique(parts.map(({ name }) => name));
}

function startWithRequired(options: readonly { required: boolean }[]): boolean {
  return options.every(({ required }, at) => !required || options[at - 1]?.required !== false);
}

const option = z.looseObject({
  name: z.string(),
  required: z.boolean().default(false),
  choices: z
    .array(z.looseObject({ name: z.string() }))
    .refine(haveOwnNames, 'a choice is there twice')
    .optional(),
  get options(): z.ZodOptional<z.ZodArray<typeof option>> {
    return z
      .array(option)
      .refine(haveOwnNames, 'an option is there twice')
      .refine(startWithRequired, 'a required option after an optional one')
      .optional();
  },
});

/** The API takes the permissions as digits, its description says integer. */
const command = option
  .extend({ default_member_permissions: z.string().regex(/^\d+$/).nullish() })
  .refine((each) => characters(each) <= 8_000, 'over 8000 characters');
const commandList = z.array(command).max(100).refine(haveOwnNames, 'two commands of one name');

/** The commands of a PUT. @throws DiscordError 50035 */
export function checkCommands(body: unknown): z.output<typeof commandList> {
  const commands = accepted(commandList, body);
  for (const { default_member_permissions: _, required: __, ...rest } of commands) {
    accepted(discord.ApplicationCommandUpdateRequestSchema, rest);
  }
  return commands;
}

/** Names, descriptions and values count towards 8,000. */
function characters(part: unknown): number {
  const texts: string[] = [];
  JSON.stringify(part, (key, value: unknown) => {
    if (['name', 'description', 'value'].includes(key)) texts.push(String(value));
    return value;
  });
  return texts.join('').length;
}

function areUnique(values: readonly string[]): boolean {
  return new Set(values).size === values.length;
}

function haveOwnIds(parts: readonly object[]): boolean {
  return areUnique(parts.flatMap((part) => ('custom_id' in part ? String(part.custom_id) : [])));
}

function textOf({ title, description, footer }: APIEmbed): string {
  return [title, description, footer?.text].join('');
}

/** What holds, by what is wrong otherwise. @throws DiscordError 50035 */
function expectAll(rules: Readonly<Record<string, unknown>>): void {
  const broken = Object.keys(rules).filter((fault) => !rules[fault]);
  if (broken.length === 0) return;
  throw new DiscordError(Code.InvalidFormBodyOrContentType, broken.join('; '));
}

/** @throws DiscordError 50035 with every fault */
function accepted<Schema extends z.core.$ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const { data, error } = z.safeParse(schema, body);
  if (error) throw new DiscordError(Code.InvalidFormBodyOrContentType, z.prettifyError(error));
  return data;
}
