import axios from 'axios';
import {
  Client,
  EmbedBuilder,
  Events,
  GatewayIntentBits,
  MessageFlags,
  SlashCommandBuilder,
} from 'discord.js';
import {
  DISCORD_API_URL,
  DISCORD_TOKEN,
  fieldsOf,
  GREEN,
  POOL_API_URL,
  POOL_KEY,
  restLimit,
  summaryPath,
  summaryShape,
  TITLE,
} from './shared/summary.mjs';

/** As discord.js's guide has it: builders, defer and then edit, axios for the pool. */
const command = new SlashCommandBuilder()
  .setName('summary')
  .setDescription('Hashrate, uptime, revenue and balance of the pool workspace')
  .addStringOption((option) => option.setName('subaccounts').setDescription('Their names'));

async function execute(interaction) {
  await interaction.deferReply();
  const path = summaryPath(interaction.options.getString('subaccounts'));
  const { data } = await axios.get(POOL_API_URL + path, { headers: { authorization: POOL_KEY } });
  const embed = new EmbedBuilder()
    .setColor(GREEN)
    .setTitle(TITLE)
    .addFields(fieldsOf(summaryShape.parse(data)))
    .setTimestamp();
  await interaction.editReply({ embeds: [embed] });
}

const client = new Client({
  intents: [GatewayIntentBits.Guilds],
  rest: { api: DISCORD_API_URL, ...restLimit },
});

client.once(Events.ClientReady, (ready) => {
  console.log(`Ready! Logged in as ${ready.user.tag}`);
  void ready.application.commands.set([command]);
});

client.on(Events.InteractionCreate, async (interaction) => {
  if (!interaction.isChatInputCommand()) return;
  try {
    await execute(interaction);
  } catch (error) {
    console.error(error);
    const content = 'There was an error while executing this command!';
    if (interaction.replied || interaction.deferred)
      await interaction.followUp({ content, flags: MessageFlags.Ephemeral });
    else await interaction.reply({ content, flags: MessageFlags.Ephemeral });
  }
});

await client.login(DISCORD_TOKEN);
