import { Pool } from 'undici';
import { WebSocket } from 'ws';
import { commandJson, DISCORD_API_URL, DISCORD_TOKEN, readCard } from './shared/summary.mjs';
import { readPool } from './shared/undici.mjs';

/** The usual flow at its fastest, without a library of Discord: "thinking", then the pool, then an edit. */
const api = new URL(DISCORD_API_URL);
const discord = new Pool(api.origin, { connections: 64 });

async function call(method, path, body) {
  const answer = await discord.request({
    method,
    path: `${api.pathname}/v10${path}`,
    headers: { authorization: `Bot ${DISCORD_TOKEN}`, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  });
  const text = await answer.body.text();
  if (answer.statusCode >= 300) throw new Error(`${method} ${path.slice(0, 30)}: ${text}`);
  return text === '' ? null : JSON.parse(text);
}

async function respond({ id, token, application_id: application, data }) {
  const option = (name) => data.options.find((each) => each.name === name)?.value;
  await call('POST', `/interactions/${id}/${token}/callback`, { type: 5 });
  const card = await readCard(readPool, option('currency'), option('subaccounts'));
  const message = { embeds: [card] };
  await call('PATCH', `/webhooks/${application}/${token}/messages/@original`, message);
}

const { url } = await call('GET', '/gateway/bot');
const socket = new WebSocket(`${url}?v=10&encoding=json`, { perMessageDeflate: false });
let sequence = null;
const send = (op, d) => socket.send(JSON.stringify({ op, d }));
socket.on('message', (bytes) => {
  const { op, t, s, d } = JSON.parse(bytes.toString());
  if (s !== null) sequence = s;
  if (op === 10) {
    setInterval(() => send(1, sequence), d.heartbeat_interval).unref();
    const properties = { os: 'linux', browser: 'raw', device: 'raw' };
    send(2, { token: DISCORD_TOKEN, intents: 1, properties });
  }
  if (t === 'READY') void call('PUT', `/applications/${d.application.id}/commands`, [commandJson]);
  if (t === 'INTERACTION_CREATE') respond(d).catch((error) => console.error(error));
});
