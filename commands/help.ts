import { z } from 'zod';
import { commandHelpCard, helpCard } from '../src/cards/help.js';
import { cardReply } from '../src/discord/reply.js';
import { UserError } from '../src/errors.js';
import { isAdmin, mayUse } from '../src/guilds/access.js';
import { code, oneLine } from '../src/text.js';
import { defineCommand, type CommandFile, type Context } from './define.js';
import { choices, text } from './shared/options.js';

const explain = defineCommand({
  name: 'help',
  description: 'What you can do, with examples',
  audience: 'private',
  options: z.object({
    command: text('Command to show with its options and examples', { max: 70 }).optional(),
  }),
  autocomplete: {
    command: async (typed, context) =>
      choices(
        usable(context).map(({ name }) => name),
        nameTyped(typed),
      ),
  },
  examples: ['', 'command:summary'],
  async run({ command: typed }, context) {
    const commands = usable(context);
    if (typed === undefined) {
      const isConnected = (await context.guilds.find(context.guildId)).key !== null;
      return cardReply(helpCard({ commands, isConnected, isAdmin: isAdmin(context.member) }));
    }
    const command = commands.find(({ name }) => name === nameTyped(typed));
    if (command !== undefined) return cardReply(commandHelpCard(command));
    throw new UserError(
      'No such command',
      `${code(typed, 40)} isn’t a command you can use. \`/help\` shows all.`,
    );
  },
});

export const help: CommandFile = { commands: [explain], actions: [] };

function usable({ commands, member, settings }: Context) {
  return commands.filter(({ access }) => mayUse(access, member, settings));
}

function nameTyped(typed: string): string {
  return oneLine(typed).replace(/^\//, '').toLowerCase();
}
