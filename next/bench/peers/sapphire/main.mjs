import '@sapphire/plugin-logger/register';
import {
  ApplicationCommandRegistries,
  LogLevel,
  RegisterBehavior,
  SapphireClient,
} from '@sapphire/framework';
import { GatewayIntentBits } from 'discord.js';
import { DISCORD_API_URL, DISCORD_TOKEN } from '../shared/summary.mjs';

/**
 * As the template of Sapphire's own command-line tool has it, but for the limit: @discordjs/rest
 * counts edits of answers against its 50 a second, from which Discord exempts them.
 */
ApplicationCommandRegistries.setDefaultBehaviorWhenNotIdentical(RegisterBehavior.BulkOverwrite);

const client = new SapphireClient({
  baseUserDirectory: import.meta.dirname,
  intents: [GatewayIntentBits.Guilds],
  logger: { level: LogLevel.Info },
  rest: { api: DISCORD_API_URL, globalRequestsPerSecond: Infinity },
});

await client.login(DISCORD_TOKEN);
