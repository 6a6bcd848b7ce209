import { ApplicationCommandUpdateRequestSchema } from 'discord-api-spec/zod';
import { z } from 'zod';
import { accepted, areUnique } from './validate.js';

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

/** The commands of a PUT. @throws DiscordError 50035 with every fault */
export function checkCommands(body: unknown): z.output<typeof commandList> {
  const commands = accepted(commandList, body);
  for (const { default_member_permissions: _, required: __, ...rest } of commands) {
    accepted(ApplicationCommandUpdateRequestSchema, rest);
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
