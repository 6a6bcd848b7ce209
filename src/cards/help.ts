import type { Command } from '../discord/command.js';
import { optionsOf } from '../discord/registration.js';
import type { Card } from '../discord/reply.js';
import { groupBy } from '../group-by.js';
import { dotted } from '../text.js';

interface HelpOptions {
  readonly commands: readonly Command<never>[];
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
function familyLine(group: string, members: readonly Command<never>[]): string {
  const names = members.map((command) => emphasised(command, command.name.split(' ')[1] ?? ''));
  return `/${group} ${names.join(' · ').replaceAll('** · **', ' · ')}`;
}

function emphasised(command: Command<never>, text: string): string {
  return isForManagers(command) ? `**${text}**` : text;
}

function isForManagers({ access }: Command<never>): boolean {
  return access === 'manager';
}

const WHO = { viewer: null, manager: 'Managers only', admin: 'Admins only' };

export function commandHelpCard(command: Command<never>): Card {
  const { name, description, access, audience, examples } = command;
  const options = optionsOf(command).map((option) => {
    const needed = option.isRequired ? ' (required)' : '';
    const values = option.enum ? ` · ${option.enum.join(', ')}` : '';
    return `\`${option.name}\`${needed}: ${option.description}${values}`;
  });
  const isPrivate = audience === 'private' || audience === 'form';
  return {
    title: `/${name}`,
    lines: [
      description,
      dotted(WHO[access], isPrivate && 'only you see the answer'),
      ...options,
      ...examples.map((example) => `Such as \`/${name}${example === '' ? '' : ` ${example}`}\``),
    ],
  };
}
