import { Command } from '@sapphire/framework';
import axios from 'axios';
import { EmbedBuilder } from 'discord.js';
import {
  fieldsOf,
  GREEN,
  POOL_API_URL,
  POOL_KEY,
  summaryPath,
  summaryShape,
  TITLE,
} from '../../shared/summary.mjs';

export class SummaryCommand extends Command {
  constructor(context, options) {
    super(context, {
      ...options,
      name: 'summary',
      description: 'Hashrate, uptime, revenue and balance of the pool workspace',
    });
  }

  registerApplicationCommands(registry) {
    registry.registerChatInputCommand((builder) =>
      builder
        .setName(this.name)
        .setDescription(this.description)
        .addStringOption((option) => option.setName('subaccounts').setDescription('Their names')),
    );
  }

  async chatInputRun(interaction) {
    await interaction.deferReply();
    const path = summaryPath(interaction.options.getString('subaccounts'));
    const { data } = await axios.get(POOL_API_URL + path, { headers: { authorization: POOL_KEY } });
    const embed = new EmbedBuilder()
      .setColor(GREEN)
      .setTitle(TITLE)
      .addFields(fieldsOf(summaryShape.parse(data)))
      .setTimestamp();
    return interaction.editReply({ embeds: [embed] });
  }
}
