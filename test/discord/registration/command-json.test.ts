import {
  ApplicationCommandOptionType,
  type APIApplicationCommandOption,
} from 'discord-api-types/v10';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { actions, commands } from '../../../commands/index.js';
import { defineCommand } from '../../../src/command.js';
import { createRegistry } from '../../../src/discord/interactions/registry.js';
import { commandsOf, toCommandJson } from '../../../src/discord/registration/command-json.js';

/** Discord's limits on commands, which nothing else checks before Discord does. */
function faults(json: ReturnType<typeof toCommandJson>): string[] {
  const found: string[] = [];
  let characters = 0;
  const visit = (
    part: { name: string; description: string },
    path: string,
    options?: readonly APIApplicationCommandOption[],
  ) => {
    characters += part.name.length + part.description.length;
    if (!/^[-_\p{L}\p{N}]{1,32}$/u.test(part.name) || part.name !== part.name.toLowerCase())
      found.push(`${path}: name`);
    if (part.description.length < 1 || part.description.length > 100)
      found.push(`${path}: description`);
    if (options === undefined) return;
    if (options.length > 25) found.push(`${path}: ${options.length} options`);
    const names = options.map(({ name }) => name);
    if (new Set(names).size < names.length) found.push(`${path}: a name twice`);
    const firstOptional = options.findIndex(({ required }) => required !== true);
    if (
      firstOptional !== -1 &&
      options.slice(firstOptional).some(({ required }) => required === true)
    ) {
      found.push(`${path}: required after optional`);
    }
    for (const option of options) {
      visit(
        option,
        `${path} ${option.name}`,
        'options' in option ? (option.options ?? []) : undefined,
      );
      const choices = 'choices' in option ? (option.choices ?? []) : [];
      if (choices.length > 25) found.push(`${path} ${option.name}: ${choices.length} choices`);
      if (new Set(choices.map(({ value }) => value)).size < choices.length)
        found.push(`${path} ${option.name}: a value twice`);
      for (const { name, value } of choices) characters += name.length + String(value).length;
      if (choices.length > 0 && 'autocomplete' in option && option.autocomplete)
        found.push(`${path} ${option.name}: choices and autocomplete`);
    }
  };
  visit(json, json.name, json.options ?? []);
  if (characters > 8000) found.push(`${json.name}: ${characters} characters`);
  return found;
}

describe('the house', () => {
  test.each(commands.map((command) => [command.name, command] as const))(
    '/%s keeps every limit',
    (_, command) => {
      const json = toCommandJson(command);
      expect(faults(json)).toEqual([]);
      expect(json).toMatchObject({ contexts: [0], integration_types: [0] });
    },
  );

  test('no two go by one name, and Discord takes as many', () => {
    expect(() => createRegistry(commands, actions)).not.toThrow();
    expect(commands.length).toBeLessThanOrEqual(100);
    for (const { kind } of actions) expect(kind).toMatch(/^[a-z][a-z0-9-]*$/);
  });

  test('suggestions belong to options that are there and are text', () => {
    for (const command of commands.flatMap(commandsOf)) {
      for (const name of Object.keys(command.autocomplete ?? {})) {
        const { properties = {} } = z.toJSONSchema(command.options, {
          io: 'input',
          unrepresentable: 'any',
        });
        expect(properties[name], `${command.name} ${name}`).toMatchObject({ type: 'string' });
      }
    }
  });

  test('examples begin with nothing but options', () => {
    for (const command of commands.flatMap(commandsOf)) {
      for (const example of command.examples) expect(example).not.toMatch(/^\//);
    }
  });
});

const base = {
  name: 'show',
  description: 'Shows',
  access: 'viewer',
  audience: 'public',
  examples: [],
  run: () => ({ content: '' }),
} as const;

describe('options', () => {
  test('follow from the schema', () => {
    const json = toCommandJson(
      defineCommand({
        ...base,
        audience: 'choose',
        options: z.object({
          currency: z.enum(['BTC', 'LTC']).default('BTC').describe('Which'),
          where: z.string().meta({ discord: 'channel' }).describe('Where'),
          role: z.string().describe('Who').optional().meta({ discord: 'role' }),
          page: z.int().min(1).max(9).optional().describe('Page'),
          share: z.number().min(0.5).optional().describe('Share'),
          name: z.string().trim().min(2).max(30).describe('Name'),
          day: z.iso.date().optional().describe('Day'),
          all: z.boolean().optional().describe('All'),
        }),
        autocomplete: { name: async () => [] },
      }),
    );
    const {
      Channel,
      String: Text,
      Role,
      Integer,
      Number: Real,
      Boolean: Flag,
    } = ApplicationCommandOptionType;
    expect(json.options).toMatchObject([
      { name: 'where', type: Channel, required: true, channel_types: [0, 5] },
      {
        name: 'name',
        type: Text,
        required: true,
        min_length: 2,
        max_length: 30,
        autocomplete: true,
      },
      {
        name: 'currency',
        type: Text,
        required: false,
        choices: [
          { name: 'BTC', value: 'BTC' },
          { name: 'LTC', value: 'LTC' },
        ],
      },
      { name: 'role', type: Role, required: false },
      { name: 'page', type: Integer, min_value: 1, max_value: 9 },
      { name: 'share', type: Real, min_value: 0.5 },
      { name: 'day', type: Text, required: false },
      { name: 'all', type: Flag, required: false },
      { name: 'private', type: Flag, required: false },
    ]);
    expect(json.default_member_permissions).toBeUndefined();
  });

  test('hide what only admins may use', () => {
    const admin = defineCommand({ ...base, access: 'admin', options: z.object({}) });
    const viewer = defineCommand({ ...base, name: 'see', options: z.object({}) });
    const permissions = (subcommands: (typeof admin)[]) =>
      toCommandJson({ name: 'group', description: 'Group', subcommands })
        .default_member_permissions;
    expect(permissions([admin])).toBe('32');
    expect(permissions([admin, viewer])).toBeUndefined();
  });

  test.each([
    ['a list', z.object({ x: z.array(z.string()).describe('X') })],
    ['no description', z.object({ x: z.string() })],
    ['private of its own', z.object({ private: z.boolean().describe('X') })],
  ])('that Discord has no word for are refused: %s', (_, options) => {
    expect(() => toCommandJson(defineCommand({ ...base, audience: 'choose', options }))).toThrow(
      '/show',
    );
  });
});
