import * as discord from 'discord-api-spec/zod';
import {
  RESTJSONErrorCodes as Code,
  ButtonStyle,
  ComponentType,
  type APIModalInteractionResponseCallbackData,
  type RESTPostAPIChannelMessageJSONBody,
} from 'discord-api-types/v10';
import { z } from 'zod';
import { DiscordError } from './errors.js';

/** What the bot sends, held to Discord's own schemas and to the limits they miss. */

export const filled = z.string().regex(/\S/, 'is empty');
const text = z.string().nullish();

const embed = z.looseObject({
  title: text,
  description: text,
  footer: z.looseObject({ text }).nullish(),
  fields: z.array(z.looseObject({ name: text, value: filled })).nullish(),
});

/** A button, select or input. */
const anyComponent = z.looseObject({
  type: z.enum(ComponentType),
  style: z.enum(ButtonStyle).optional(),
  label: text,
  url: text,
  custom_id: text,
  value: text,
  max_length: z.number().default(4_000),
  options: z.array(z.looseObject({ value: z.string() })).default([]),
});
type Component = z.output<typeof anyComponent>;

const component = anyComponent
  .refine(({ type, label }) => type !== ComponentType.Button || label, {
    error: 'a button has no label',
  })
  .refine(hasItsTarget, { error: 'a link has a url alone, another button a custom_id alone' })
  .refine(({ options }) => areUnique(options.map(({ value }) => value)), {
    error: 'a select offers a value twice',
  })
  .refine(({ value, max_length }) => (value ?? '').length <= max_length, {
    error: 'a value is over its max_length',
  });

const row = z
  .looseObject({ type: z.literal(ComponentType.ActionRow), components: z.array(component) })
  .refine(({ components }) => components.length <= (components.every(isButton) ? 5 : 1), {
    error: 'a row holds up to 5 buttons or 1 select',
  });

const message = z
  .looseObject({
    content: z.string().max(2_000).nullish(),
    embeds: z.array(embed).nullish(),
    components: z.array(row).max(5).nullish(),
    enforce_nonce: z.boolean().nullish(),
    nonce: z.union([z.string(), z.number()]).nullish(),
  })
  .refine(({ embeds }) => (embeds ?? []).map(textOf).join('').length <= 6_000, {
    error: 'embeds have over 6000 characters',
  })
  .refine(({ components }) => haveOwnIds((components ?? []).flatMap((each) => each.components)), {
    error: 'a custom id is used twice',
  })
  .refine(({ enforce_nonce, nonce }) => !enforce_nonce || nonce, {
    error: 'enforce_nonce needs a nonce',
  });

const form = z.looseObject({
  components: z
    .array(z.looseObject({ component: component.optional() }))
    .max(5)
    .refine((labels) => haveOwnIds(labels.flatMap((label) => label.component ?? [])), {
      error: 'a custom id is used twice',
    }),
});

const choices = z.looseObject({
  choices: z.array(z.looseObject({ name: filled.max(100), value: filled.max(100) })),
});

function isButton({ type }: Component): boolean {
  return type === ComponentType.Button;
}

function hasItsTarget({ type, style, url, custom_id: id }: Component): boolean {
  if (type !== ComponentType.Button) return true;
  return style === ButtonStyle.Link ? Boolean(url && !id) : Boolean(id && !url);
}

function haveOwnIds(components: readonly Component[]): boolean {
  return areUnique(components.flatMap(({ custom_id: id }) => id ?? []));
}

export function areUnique(values: readonly string[]): boolean {
  return new Set(values).size === values.length;
}

function textOf({ title, description, footer, fields }: z.output<typeof embed>): string {
  const named = (fields ?? []).flatMap(({ name, value }) => [name, value]);
  return [title, description, footer?.text, ...named].join('');
}

/** A JSON object whose shape isn't known yet. */
export type Raw = Record<string, unknown>;

/** A body that Discord's schema accepts; what the bot doesn't use is not looked at. */
export type MessageBody = Partial<RESTPostAPIChannelMessageJSONBody>;

/** @throws DiscordError 50035 with every fault */
export function checkMessage(kind: 'post' | 'edit', body: unknown = {}): MessageBody {
  const { MessageCreateRequestSchema: post, MessageEditRequestPartialSchema: edit } = discord;
  accepted(kind === 'post' ? post : edit, body);
  accepted(message, body);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Discord's schema has just accepted it
  return body as MessageBody;
}

/** Made of labels: rows of inputs are the older kind. @throws DiscordError 50035 */
export function checkForm(body: Raw): APIModalInteractionResponseCallbackData {
  accepted(discord.ModalInteractionCallbackRequestSchema, body);
  accepted(form, body['data']);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Discord's schema has just accepted it
  return body['data'] as APIModalInteractionResponseCallbackData;
}

/** @throws DiscordError 50035 */
export function checkChoices(body: Raw): { name: string; value: string }[] {
  accepted(discord.ApplicationCommandAutocompleteCallbackRequestSchema, body);
  return accepted(choices, body['data']).choices;
}

/** @throws DiscordError 50035 with every fault */
export function accepted<Schema extends z.core.$ZodType>(
  schema: Schema,
  body: unknown,
): z.output<Schema> {
  const read = z.safeParse(schema, body);
  if (read.success) return read.data;
  const faults = read.error.issues.flatMap((issue) => inWords(issue, []));
  throw new DiscordError(Code.InvalidFormBodyOrContentType, faults.join('; '));
}

function inWords(issue: z.core.$ZodIssue, prefix: readonly PropertyKey[]): string[] {
  const path = [...prefix, ...issue.path];
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    return meant(issue.errors).flatMap((each) => inWords(each, path));
  }
  return [`${path.map(String).join('.')}: ${issue.message}`];
}

/** Components are unions by `type`: the branch that was meant is the one whose type fits. */
function meant(branches: readonly z.core.$ZodIssue[][]): readonly z.core.$ZodIssue[] {
  const fits = (branch: z.core.$ZodIssue[]) => branch.every(({ path }) => path[0] !== 'type');
  return branches.find(fits) ?? branches[0] ?? [];
}
