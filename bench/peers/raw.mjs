import { Pool } from 'undici';
import { WebSocket } from 'ws';
import {
  commandJson,
  DISCORD_API_URL,
  DISCORD_TOKEN,
  fieldsOf,
  GREEN,
  POOL_API_URL,
  POOL_KEY,
  summaryPath,
  summaryShape,
  TITLE,
} from './shared/summary.mjs';

/**
 * The floor: a socket, bare undici and one schema. No library of Discord, no store, no roles, no
 * log, no retries; the key is simply there. With DEFER=1 it says "thinking" first, and asks then.
 */
const api = new URL(DISCORD_API_URL);
const discord = new Pool(api.origin, { connections: 64 });
const pool = new Pool(POOL_API_URL, { connections: 64 });
const defers = process.env.DEFER === '1';

async function call(method, path, body) {
  const answer = await discord.request({
    method,
    path: `${api.pathname}/v10${path}`,
    headers: { authorization: `Bot ${DISCORD_TOKEN}`, 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await answer.body.text();
  if (answer.statusCode >= 300) throw new Error(`${method} ${path.slice(0, 30)}: ${text}`);
  return text === '' ? null : JSON.parse(text);
}

async function readSummary(names) {
  const { body } = await pool.request({
    method: 'GET',
    path: summaryPath(names),
    headers: { authorization: POOL_KEY },
  });
  return summaryShape.parse(await body.json());
}

async function respond({ id, token, application_id: application, data }) {
  const callback = `/interactions/${id}/${token}/callback`;
  if (defers) await call('POST', callback, { type: 5 });
  const summary = await readSummary(data.options[0]?.value);
  const message = { embeds: [{ title: TITLE, color: GREEN, fields: fieldsOf(summary) }] };
  if (defers) await call('PATCH', `/webhooks/${application}/${token}/messages/@original`, message);
  else await call('POST', callback, { type: 4, data: message });
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
