import { z } from 'zod';
import { defineCommand, type Command, type Context } from '../src/command.js';
import { isAdmin, mayUse } from '../src/domain/guild/access-levels.js';
import { UserError } from '../src/domain/errors/user-errors.js';
import {
  commandHelpReply,
  helpReply,
  notInHelpWords,
  type HelpEntry,
  type NextStep,
} from '../src/views/setup/help.js';
import { matching } from './shared/autocomplete-names.js';

export const help = defineCommand({
  name: 'help',
  description: 'What you can do, with examples',
  access: 'viewer',
  audience: 'private',
  options: z.object({
    command: z
      .string()
      .max(70)
      .optional()
      .describe('Command to show with its options and examples'),
  }),
  autocomplete: {
    command: async (typed, context) =>
      matching(
        entriesFor(context).map(({ path }) => path),
        typed.replace(/^\//, ''),
      ).map((path) => ({ name: `/${path}`, value: path })),
  },
  examples: ['', 'command:summary'],
  async run(options, context) {
    const entries = entriesFor(context);
    if (options.command === undefined) return helpReply(entries, await nextStep(context));
    const wanted = options.command.replace(/^\//, '').trim().toLowerCase();
    const entry = entries.find(({ path }) => path === wanted);
    if (entry === undefined) throw new UserError(notInHelpWords);
    return commandHelpReply(entry);
  },
});

async function nextStep({ guilds, guildId, member, settings }: Context): Promise<NextStep> {
  if ((await guilds.keyInfo(guildId)) === null) return isAdmin(member) ? 'connect' : 'ask-admin';
  return isAdmin(member) && settings.roles.manager.length === 0 ? 'set-roles' : 'ask';
}

/** The commands that this member may use. */
function entriesFor({ commands, member, settings }: Context): HelpEntry[] {
  return commands
    .flatMap((each) =>
      'subcommands' in each
        ? each.subcommands.map((sub) => entryOf(sub, `${each.name} ${sub.name}`))
        : [entryOf(each, each.name)],
    )
    .filter(({ access }) => mayUse(access, member, settings.roles));
}

function entryOf(command: Command, path: string): HelpEntry {
  const options = Object.entries(command.options.shape).map(([name, schema]) => ({
    name,
    description: z.globalRegistry.get(schema)?.description ?? '',
    required: !z.safeParse(schema, undefined).success,
  }));
  const secrecy = { name: 'private', description: 'Show the answer only to you', required: false };
  return {
    path,
    description: command.description,
    access: command.access,
    ...(command.changes !== undefined && { changes: command.changes }),
    options: command.audience === 'choose' ? [...options, secrecy] : options,
    examples: command.examples,
  };
}
