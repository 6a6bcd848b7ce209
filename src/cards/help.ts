import { z } from 'zod';
import type { Command } from '../discord/command.js';
import type { Card } from '../discord/reply.js';
import { groupBy } from '../group-by.js';

export type Described = Pick<
  Command<never>,
  'name' | 'description' | 'access' | 'audience' | 'options' | 'examples'
>;

interface HelpOptions {
  /** Commands that the person may use. */
  readonly commands: readonly Described[];
  readonly isConnected: boolean;
  readonly isAdmin: boolean;
}

/** One line per family; commands without subcommands share the first one. */
export function helpCard({ commands, isConnected, isAdmin }: HelpOptions): Card {
  const single = commands.filter(({ name }) => !name.includes(' '));
  const others = commands.filter(({ name }) => name.includes(' '));
  const families = groupBy(others, ({ name }) => name.split(' ')[0] ?? '');
  const first = isAdmin ? 'Next: `/setup key`' : 'Ask an admin to run `/setup key`';
  const hasBold = commands.some(isForManagers);
  return {
    title: 'What you can do',
    lines: [
      isConnected ? 'Start with `/summary`' : first,
      single.map((command) => emphasised(command, `/${command.name}`)).join(' · '),
      ...[...families].map(([group, members]) => familyLine(group, members)),
      `-# ${hasBold ? '**Bold**: managers. ' : ''}/help command: explains one`,
    ],
  };
}

/** `/subaccount list · **move · create**` */
function familyLine(group: string, members: readonly Described[]): string {
  const names = members.map((command) => emphasised(command, command.name.split(' ')[1] ?? ''));
  return `/${group} ${names.join(' · ').replaceAll('** · **', ' · ')}`;
}

function emphasised(command: Described, text: string): string {
  return isForManagers(command) ? `**${text}**` : text;
}

function isForManagers({ access }: Described): boolean {
  return access === 'manager';
}

const WHO = { viewer: null, manager: 'Managers only', admin: 'Admins only' };
const option = z.object({ description: z.string(), enum: z.array(z.string()).optional() });

export function commandHelpCard(command: Described): Card {
  const { name, description, access, audience, examples } = command;
  const { properties = {}, required = [] } = z.toJSONSchema(command.options, {
    io: 'input',
    unrepresentable: 'any',
  });
  const options = Object.entries(properties).map(([label, schema]) => {
    const { description, enum: values } = option.parse(schema);
    const needed = required.includes(label) ? ' (required)' : '';
    return `\`${label}\`${needed}: ${description}${values ? ` · ${values.join(', ')}` : ''}`;
  });
  const isPrivate = audience === 'private';
  return {
    title: `/${name}`,
    lines: [
      description,
      [WHO[access], isPrivate && 'only you see the answer'].filter(Boolean).join(' · ') || null,
      ...options,
      audience === 'choose' && '`private`: Show the answer only to me',
      ...examples.map((example) => `Such as \`/${name}${example === '' ? '' : ` ${example}`}\``),
    ],
  };
}
