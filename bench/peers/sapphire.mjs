import '@sapphire/plugin-logger/register';
import {
  ApplicationCommandRegistries,
  Command,
  RegisterBehavior,
  SapphireClient,
} from '@sapphire/framework';
import axios from 'axios';
import { EmbedBuilder, GatewayIntentBits } from 'discord.js';
import { commandJson, headers, POOL_API_URL, readCard, rest } from './summary.mjs';

async function readPool(path) {
  const { data } = await axios.get(POOL_API_URL + path, { headers });
  return data;
}

class SummaryCommand extends Command {
  constructor(context, options) {
    super(context, { ...options, name: 'summary', description: commandJson.description });
  }

  registerApplicationCommands(registry) {
    registry.registerChatInputCommand(commandJson);
  }

  async chatInputRun(interaction) {
    await interaction.deferReply();
    const { title, color, fields } = await readCard(readPool, interaction.options);
    const embed = new EmbedBuilder().setTitle(title).setColor(color).addFields(fields);
    return interaction.editReply({ embeds: [embed.setTimestamp()] });
  }
}

// As the template of Sapphire's own command-line tool has it.
ApplicationCommandRegistries.setDefaultBehaviorWhenNotIdentical(RegisterBehavior.BulkOverwrite);

const client = new SapphireClient({
  baseUserDirectory: null,
  intents: [GatewayIntentBits.Guilds],
  rest,
});
await client.stores.loadPiece({ store: 'commands', name: 'summary', piece: SummaryCommand });
await client.login();
