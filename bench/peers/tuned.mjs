import { Client, Events, GatewayIntentBits, Options } from 'discord.js';
import { Pool } from 'undici';
import { commandJson, headers, POOL_API_URL, readCard, rest } from './summary.mjs';

/** As ../README.md has it; nothing is cached that can be left out, and no guild is waited for. */
const SOON_MS = 250;
const pool = new Pool(POOL_API_URL, { connections: 64 });

async function readPool(path) {
  const { body } = await pool.request({ method: 'GET', path, headers });
  return body.json();
}

async function execute(interaction) {
  const reading = readCard(readPool, interaction.options);
  let deferring = null;
  const timer = setTimeout(() => (deferring = interaction.deferReply()), SOON_MS);
  const message = { embeds: [await reading.finally(() => clearTimeout(timer))] };
  if (deferring === null) return interaction.reply(message);
  await deferring;
  return interaction.editReply(message);
}

const client = new Client({
  intents: [GatewayIntentBits.Guilds],
  rest,
  waitGuildTimeout: 0,
  makeCache: Options.cacheWithLimits({
    ApplicationCommandManager: 0,
    GuildMemberManager: { maxSize: 0, keepOverLimit: (member) => member.id === client.user?.id },
    MessageManager: 0,
    PresenceManager: 0,
    ThreadManager: 0,
    UserManager: { maxSize: 0, keepOverLimit: (user) => user.id === client.user?.id },
    VoiceStateManager: 0,
  }),
});

client.once(Events.ClientReady, ({ application }) => void application.commands.set([commandJson]));
client.on(Events.InteractionCreate, (interaction) => {
  if (!interaction.isChatInputCommand()) return;
  execute(interaction).catch((error) => console.error(error));
});

await client.login();
