import { Client, GatewayDispatchEvents, GatewayIntentBits } from '@discordjs/core';
import { REST } from '@discordjs/rest';
import { WebSocketManager } from '@discordjs/ws';
import { Pool } from 'undici';
import {
  commandJson,
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

/** As the documentation of @discordjs/core has it: raw payloads, no caches, defer and then edit. */
const pool = new Pool(POOL_API_URL, { connections: 64 });
const rest = new REST({ version: '10', api: DISCORD_API_URL, ...restLimit }).setToken(
  DISCORD_TOKEN,
);
const gateway = new WebSocketManager({
  token: DISCORD_TOKEN,
  intents: GatewayIntentBits.Guilds,
  rest,
});
const client = new Client({ rest, gateway });

async function readSummary(names) {
  const { body } = await pool.request({
    method: 'GET',
    path: summaryPath(names),
    headers: { authorization: POOL_KEY },
  });
  return summaryShape.parse(await body.json());
}

client.on(GatewayDispatchEvents.InteractionCreate, async ({ data: interaction, api }) => {
  const { id, token, application_id: application, data } = interaction;
  await api.interactions.defer(id, token);
  const summary = await readSummary(data.options?.[0]?.value);
  const embed = { title: TITLE, color: GREEN, fields: fieldsOf(summary) };
  await api.interactions.editReply(application, token, { embeds: [embed] });
});

client.once(
  GatewayDispatchEvents.Ready,
  ({ data, api }) =>
    void api.applicationCommands.bulkOverwriteGlobalCommands(data.application.id, [commandJson]),
);

await gateway.connect();
