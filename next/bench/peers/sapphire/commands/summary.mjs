import { Command } from '@sapphire/framework';
import axios from 'axios';
import { EmbedBuilder } from 'discord.js';
import { commandJson, POOL_API_URL, POOL_KEY, readCard } from '../../shared/summary.mjs';

async function readPool(path) {
  const { data } = await axios.get(POOL_API_URL + path, { headers: { authorization: POOL_KEY } });
  return data;
}

export class SummaryCommand extends Command {
  constructor(context, options) {
    const { name, description } = commandJson;
    super(context, { ...options, name, description });
  }

  registerApplicationCommands(registry) {
    registry.registerChatInputCommand((builder) =>
      builder
        .setName(this.name)
        .setDescription(this.description)
        .addStringOption((option) => option.setName('currency').setDescription('Currency mined'))
        .addStringOption((option) => option.setName('subaccounts').setDescription('Their names')),
    );
  }

  async chatInputRun(interaction) {
    await interaction.deferReply();
    const { options } = interaction;
    const currency = options.getString('currency') ?? undefined;
    const { title, color, fields } = await readCard(
      readPool,
      currency,
      options.getString('subaccounts') ?? undefined,
    );
    const embed = new EmbedBuilder()
      .setTitle(title)
      .setColor(color)
      .addFields(fields)
      .setTimestamp();
    return interaction.editReply({ embeds: [embed] });
  }
}
