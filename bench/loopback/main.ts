import { setTimeout as sleep } from 'node:timers/promises';
import { createAsker } from './asks.js';
import { createEndpoint } from './endpoint.js';
import { createDiscord } from './discord.js';
import { openGateway } from './gateway.js';
import { jsonAnswer, serveHttp, type Call } from './http.js';
import {
  now,
  type Address,
  type Latency,
  type Order,
  type Orders,
  type Started,
} from './protocol.js';
import { readPoolAnswers } from './pool-answers.js';

/**
 * A Discord and a pool in their own process, as cheap as possible, so that what is measured is the
 * bot. Takes orders from the process that started it, and ends with it.
 */
const pool = await readPoolAnswers();
const gateway = await openGateway();
const endpoint = createEndpoint();
const asker = createAsker(gateway, endpoint);
const discord = createDiscord(gateway, { asker, publicKey: endpoint.publicKey });
const latency: Latency = { poolMs: 0, discordMs: 0 };
let poolRequests = 0;
let unknown = 0;
const MAX_TOLD = 3;
const [summary, miners] = [jsonAnswer(pool.summary), jsonAnswer(pool.miners)];
const [hottest, failing, revenue] = [pool.hottest, pool.failing, pool.revenue].map((body) =>
  jsonAnswer(body),
);
const [payments, noPayments] = [jsonAnswer(pool.payments), jsonAnswer(pool.noPayments)];
const subaccounts = jsonAnswer(pool.subaccounts);
const nothing = jsonAnswer('{"error":"not found"}', { status: 404 });

function answerOfPool({ method, path }: Call): Buffer {
  poolRequests += 1;
  if (path.startsWith('/api/v2/pool/summary/')) return summary;
  if (path.startsWith('/api/v2/pool/revenue/')) return revenue ?? nothing;
  if (path.startsWith('/api/v1/pool/payment-settings/'))
    return path.includes('/BTC?') ? payments : noPayments;
  if (path.startsWith('/api/v2/pool/subaccounts')) return subaccounts;
  if (path.startsWith('/api/v2/commander/miners')) {
    if (path.includes('sort_by=')) return hottest ?? nothing;
    return (path.includes('_status=') ? failing : undefined) ?? miners;
  }
  if (unknown++ < MAX_TOLD)
    process.stderr.write(`loopback: the pool has nothing at ${method} ${path}\n`);
  return nothing;
}

const discordPort = await serveHttp(late(discord, 'discordMs'));
const poolPort = await serveHttp(late(answerOfPool, 'poolMs'));

/** Half of the latency before the request arrives, half after it. */
function late(answer: (call: Call) => Buffer, which: keyof typeof latency) {
  return (call: Call): Buffer | Promise<Buffer> => {
    const ms = latency[which] / 2;
    if (ms === 0) return answer(call);
    return sleep(ms)
      .then(() => answer(call))
      .then((bytes) => sleep(ms, bytes));
  };
}

const orders: Orders = {
  haveGuilds: (count) => gateway.haveGuilds(count),
  latency: (ms) => void Object.assign(latency, ms),
  post: (addresses) => void (endpoint.addresses = addresses),
  nextStart: ({ askAfterReadyMs }) =>
    new Promise<Started>((resolve) => {
      gateway.onIdentify = () => {
        const identifiedAt = now();
        gateway.onIdentify = () => undefined;
        const sent = new Promise<void>((done) => (gateway.onGuildsSent = done));
        const answer =
          askAfterReadyMs === null
            ? Promise.resolve({ firstMs: NaN, finalMs: NaN })
            : sleep(askAfterReadyMs).then(() => asker.one({ command: 'summary', guild: 0 }));
        void sent.then(() => answer).then((answered) => resolve({ identifiedAt, ...answered }));
      };
    }),
  poolRequests: () => poolRequests,
  async ask(asks) {
    const before = poolRequests;
    const answers = await asker.ask(asks);
    return { ...answers, poolRequests: (poolRequests - before) / asks.count };
  },
};

process.on('message', (order: Order) => {
  void obey(order).then((result) => process.send?.({ id: order.id, result }));
});
process.on('disconnect', () => process.exit());
const address: Address = {
  discordUrl: `http://127.0.0.1:${discordPort}/api`,
  poolUrl: `http://127.0.0.1:${poolPort}`,
  publicKey: endpoint.publicKey,
};
process.send?.(address);

async function obey({ name, argument }: Order): Promise<unknown> {
  return Reflect.apply(orders[name], orders, [argument]);
}
