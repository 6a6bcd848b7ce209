import {
  ApplicationCommandOptionType,
  type APIApplicationCommandBasicOption,
  type APIApplicationCommandOption,
} from 'discord-api-types/v10';
import { commands } from '../../commands/index.js';
import type { Command, CommandGroup } from '../../src/command.js';
import { toCommandJson } from '../../src/discord/registration/command-json.js';
import { table } from './markdown.js';

interface Typed {
  /** As typed, without the slash. */
  readonly path: string;
  readonly command: Command;
  /** As registered with Discord. */
  readonly options: readonly APIApplicationCommandBasicOption[];
}

const WHO: Record<Command['access'], string> = {
  viewer: 'those who may read',
  manager: 'managers',
  admin: 'admins',
};

const SEEN: Record<Command['audience'], string> = {
  choose: 'by everybody in the channel, or with `private` by you alone',
  private: 'by you alone',
  public: 'by everybody in the channel',
};

/** docs/commands.md, from the commands and what Discord is told about them. */
export function commandsPage(): string {
  return `# Commands

Every command, what it takes, who may use it and what it changes. \`/help\` shows people what they may use.

- **Those who may read**: everybody who may use the commands, or the viewer roles once \`/setup roles\` names some; managers, approvers and admins too.
- **Managers**: members with a manager role. A change is confirmed by a manager, an approver or an admin; \`/setup roles\` says whether never by who asked for it.
- **Admins**: members with Discord's permission Manage Server, who may do all of it.

Where a text is _suggested_, Discord offers what fits while you type.

${commands.flatMap(typedOf).map(chapter).join('\n\n')}
`;
}

/** Below docs/screenshots; `npm run pictures` makes it. */
export const pictureOf = (path: string): string => `commands/${path.replaceAll(' ', '-')}.webp`;

export function typedOf(entry: Command | CommandGroup): Typed[] {
  const { options = [] } = toCommandJson(entry);
  if (!('subcommands' in entry))
    return [{ path: entry.name, command: entry, options: options.filter((each) => isBasic(each)) }];
  return entry.subcommands.map((command) => {
    const sub = options.find(({ name }) => name === command.name);
    const own = sub !== undefined && 'options' in sub ? (sub.options ?? []) : [];
    const path = `${entry.name} ${command.name}`;
    return { path, command, options: own.filter((each) => isBasic(each)) };
  });
}

function isBasic(option: APIApplicationCommandOption): option is APIApplicationCommandBasicOption {
  return (
    option.type !== ApplicationCommandOptionType.Subcommand &&
    option.type !== ApplicationCommandOptionType.SubcommandGroup
  );
}

function chapter({ path, command, options }: Typed): string {
  const { description, access, audience, changes = 'nothing', examples } = command;
  const facts = [
    `- Who may use it: ${WHO[access]}`,
    `- Its answer is seen ${SEEN[audience]}`,
    `- It changes: ${changes}`,
    ...examples.map((example) => `- Such as \`${`/${path} ${example}`.trim()}\``),
  ];
  const rows = options.map((option) => [
    `\`${option.name}\`${option.required === true ? ' (required)' : ''}`,
    option.description,
    acceptedBy(option),
  ]);
  const taken = rows.length === 0 ? [] : [table([['option', 'what it is', 'accepted'], ...rows])];
  const picture = `<img src="screenshots/${pictureOf(path)}" width="300" alt="What /${path} shows on a phone">`;
  return [`## /${path}`, `${description}.`, facts.join('\n'), ...taken, picture].join('\n\n');
}

function acceptedBy(option: APIApplicationCommandBasicOption): string {
  if (option.type === ApplicationCommandOptionType.String) return textAccepted(option);
  const accepted = ACCEPTED.get(option.type);
  if (accepted === undefined) throw new Error(`no words for the option ${option.name}`);
  const [least, most] =
    'min_value' in option || 'max_value' in option ? [option.min_value, option.max_value] : [];
  const from = least === undefined ? '' : ` from ${least}`;
  return `${accepted}${from}${most === undefined ? '' : ` to ${most}`}`;
}

const ACCEPTED: ReadonlyMap<ApplicationCommandOptionType, string> = new Map([
  [ApplicationCommandOptionType.Integer, 'a whole number'],
  [ApplicationCommandOptionType.Number, 'a number'],
  [ApplicationCommandOptionType.Boolean, 'True or False'],
  [ApplicationCommandOptionType.Channel, 'a text or announcement channel'],
  [ApplicationCommandOptionType.Role, 'a role'],
]);

function textAccepted(
  option: Extract<APIApplicationCommandBasicOption, { type: ApplicationCommandOptionType.String }>,
): string {
  if ('choices' in option && option.choices !== undefined && option.choices.length > 0)
    return option.choices.map(({ value }) => `\`${value}\``).join(', ');
  const { max_length: most } = option;
  const text = most === undefined ? 'text' : `text of up to ${most} characters`;
  return option.autocomplete === true ? `${text}, suggested` : text;
}
