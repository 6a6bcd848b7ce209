import { z } from 'zod';
import { defineCommand } from '../../src/command.js';
import { settingsReply } from '../../src/views/setup.js';

export const setupShow = defineCommand({
  name: 'show',
  description: 'The connected key’s last four characters, defaults, roles and rules',
  access: 'admin',
  audience: 'private',
  options: z.object({}),
  examples: [''],
  run: async (_options, { guilds, guildId, settings }) =>
    settingsReply(settings, await guilds.keyInfo(guildId)),
});
