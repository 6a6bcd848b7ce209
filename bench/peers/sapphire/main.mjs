import '@sapphire/plugin-logger/register';
import { LogLevel, SapphireClient } from '@sapphire/framework';
import { GatewayIntentBits } from 'discord.js';
import { DISCORD_API_URL, DISCORD_TOKEN, restLimit } from '../shared/summary.mjs';

/** As the template of Sapphire's own command-line tool has it. */
const client = new SapphireClient({
  baseUserDirectory: import.meta.dirname,
  intents: [GatewayIntentBits.Guilds],
  logger: { level: LogLevel.Info },
  rest: { api: DISCORD_API_URL, ...restLimit },
});

await client.login(DISCORD_TOKEN);
