import { Pool, WebSocket } from 'undici';
import { z } from 'zod';

/**
 * The floor for `beside-raw.ts`: a bot that can do nothing but answer `/summary`, with a bare
 * socket, bare undici and one schema. No library of Discord, no store, no roles, no log, no
 * retries; the key is simply there. `DEFER=1`: says "thinking" first, and asks the pool then.
 */
const env = z
  .object({
    DISCORD_TOKEN: z.string(),
    DISCORD_API_URL: z.url(),
    POOL_API_URL: z.url(),
    POOL_KEY: z.string(),
    DEFER: z.string().optional(),
  })
  .parse(process.env);

const api = new URL(env.DISCORD_API_URL);
const prefix = `${api.pathname}/v10`;
const discord = new Pool(api.origin, { connections: 64 });
const pool = new Pool(env.POOL_API_URL, { connections: 64 });
const authorization = `Bot ${env.DISCORD_TOKEN}`;

const amounts = z.array(z.looseObject({ currency_type: z.string(), revenue: z.number() }));
const summaryShape = z.looseObject({
  hashrate_5m: z.coerce.number(),
  hashrate_24h: z.coerce.number(),
  efficiency_5m: z.number(),
  uptime_24h: z.number(),
  active_miners: z.number(),
  revenue_24h: amounts,
  balance: z.array(z.looseObject({ revenue: z.number() })),
});
const interactionShape = z.looseObject({
  id: z.string(),
  token: z.string(),
  application_id: z.string(),
  data: z.looseObject({ options: z.array(z.looseObject({ value: z.string() })).default([]) }),
});

async function call(method: 'GET' | 'POST' | 'PUT' | 'PATCH', path: string, body?: unknown) {
  const answer = await discord.request({
    method,
    path: prefix + path,
    headers: { authorization, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.body.text();
  if (answer.statusCode >= 300) throw new Error(`${method} ${path.slice(0, 30)}: ${text}`);
  return text === '' ? null : (JSON.parse(text) as unknown);
}

async function readSummary(names: string) {
  const query = names
    .split(', ')
    .filter((name) => name !== '')
    .map((name) => `subaccount_names=${encodeURIComponent(name)}`);
  const { body } = await pool.request({
    method: 'GET',
    path: `/api/v2/pool/summary/BTC?${query.join('&')}`,
    headers: { authorization: env.POOL_KEY },
  });
  return summaryShape.parse(await body.json());
}

async function respond(given: unknown): Promise<void> {
  const { id, token, application_id: application, data } = interactionShape.parse(given);
  const callback = `/interactions/${id}/${token}/callback`;
  if (env.DEFER) await call('POST', callback, { type: 5 });
  const figures = await readSummary(data.options[0]?.value ?? '');
  const fields = Object.entries(figures).map(([name, value]) => ({
    name,
    value: JSON.stringify(value).slice(0, 1_000),
    inline: true,
  }));
  const message = { embeds: [{ title: 'Hashrate', fields: fields.slice(0, 25) }] };
  if (env.DEFER)
    await call('PATCH', `/webhooks/${application}/${token}/messages/@original`, message);
  else await call('POST', callback, { type: 4, data: message });
}

const packetShape = z.looseObject({
  op: z.number(),
  t: z.string().nullish(),
  s: z.number().nullish(),
  d: z.unknown(),
});

const { url } = z.looseObject({ url: z.string() }).parse(await call('GET', '/gateway/bot'));
const { id: applicationId } = z
  .looseObject({ id: z.string() })
  .parse(await call('GET', '/applications/@me'));
await call('PUT', `/applications/${applicationId}/commands`, [
  {
    name: 'summary',
    description: 'The pool’s summary',
    options: [{ type: 3, name: 'subaccounts', description: 'Their names' }],
  },
]);
const socket = new WebSocket(`${url}?v=10&encoding=json`);
let sequence: number | null = null;
const send = (op: number, d: unknown) => socket.send(JSON.stringify({ op, d }));
socket.addEventListener('message', ({ data }) => {
  const { op, t, s, d } = packetShape.parse(JSON.parse(String(data)));
  if (typeof s === 'number') sequence = s;
  if (op === 10) {
    const { heartbeat_interval: every } = z
      .looseObject({ heartbeat_interval: z.number() })
      .parse(d);
    setInterval(() => send(1, sequence), every).unref();
    const properties = { os: 'linux', browser: 'raw', device: 'raw' };
    send(2, { token: env.DISCORD_TOKEN, intents: 1, properties });
  }
  if (op === 0 && t === 'INTERACTION_CREATE')
    respond(d).catch((error: unknown) => process.stderr.write(`${String(error)}\n`));
});
