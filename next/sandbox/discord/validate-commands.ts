import { ApplicationCommandUpdateRequestSchema } from 'discord-api-spec/zod';
import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import { hasDuplicates, isBlank, rawList, textOf, type Raw } from './raw.js';
import { holding, refuseIf, schemaFaults } from './validate.js';

/** Discord's page on application commands, "Naming". */
const NAME = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u;

/** Each command of a PUT. @throws DiscordError 50035 with every fault */
export function checkCommands(body: unknown): Raw[] {
  const commands = rawList(body);
  refuseIf([
    ...holding([
      [!Array.isArray(body), 'not a list of commands'],
      [commands.length > 100, 'over 100 commands'],
      [hasDuplicates(commands.map(({ name }) => textOf(name))), 'two commands of one name'],
    ]),
    ...commands.flatMap(commandFaults),
  ]);
  return commands;
}

function commandFaults(command: Raw): string[] {
  // The API takes a string of digits, its description says integer.
  const { default_member_permissions: permissions = null, ...rest } = command;
  return [
    ...schemaFaults(ApplicationCommandUpdateRequestSchema, rest),
    ...holding([
      [permissions !== null && !/^\d+$/.test(textOf(permissions)), 'permissions are no digits'],
      [characters(command) > 8_000, 'over 8000 characters'],
    ]),
    // A command's own type is of another kind than its options' types.
    ...namedFaults({ ...command, type: undefined }),
  ].map((fault) => `/${textOf(command['name'])}: ${fault}`);
}

/** Of a command, group, subcommand or option, with all that is in it. */
function namedFaults(named: Raw): string[] {
  const name = textOf(named['name']);
  const options = rawList(named['options']);
  const choices = rawList(named['choices']);
  const nested = options.filter(isNesting).length;
  const required = options.map((option) => option['required'] === true);
  const isOutOfOrder =
    required.includes(false) && required.lastIndexOf(true) > required.indexOf(false);
  const isTwice = [options, choices].some((parts) =>
    hasDuplicates(parts.map((each) => textOf(each['name']))),
  );
  return [
    ...holding([
      [!NAME.test(name) || name !== name.toLowerCase(), 'the name is invalid'],
      [isBlank(named['description']), 'the description is empty'],
      [isTwice, 'an option or choice is there twice'],
      [isOutOfOrder, 'a required option after an optional one'],
      [nested > 0 && nested < options.length, 'subcommands beside options'],
      [nested > 0 && named['type'] === ApplicationCommandOptionType.Subcommand, 'too deep'],
      [choices.length > 0 && named['autocomplete'] === true, 'choices beside autocomplete'],
      [choices.some(({ value }) => textOf(value).length > 100), 'a choice over 100 characters'],
    ]).map((fault) => `${name}: ${fault}`),
    ...options.flatMap(namedFaults),
  ];
}

function isNesting({ type }: Raw): boolean {
  return (
    type === ApplicationCommandOptionType.Subcommand ||
    type === ApplicationCommandOptionType.SubcommandGroup
  );
}

/** Names, descriptions and values count towards 8,000. */
function characters(part: Raw): number {
  const own = [part['name'], part['description'], part['value']].map(textOf).join('').length;
  const inner = [...rawList(part['options']), ...rawList(part['choices'])];
  return inner.reduce((sum, each) => sum + characters(each), own);
}
