import { Pool } from 'undici';
import { create } from 'axios';
import { createPoolClients } from '../../src/pool-api/pool-clients.js';
import { answers } from '../../src/pool-api/response-schemas.js';

/**
 * For the rows' `pool-client.ts`: so many GETs, sixteen at once, by one client in its own process.
 * Each requests something different, so that none is cached. Prints the CPU of each.
 */
const [client = '', origin = '', what = '', count = '0'] = process.argv.slice(2);
const AT_ONCE = 16;
/** As long as a pool's keys: each answer is searched for it. */
const headers = { authorization: `lpk_${'0f3a9b77c1d24e5f'.repeat(3)}` };
const summaryPath = (number: number) => `/api/v2/pool/summary/BTC?subaccount_names=hall-${number}`;
const minersPath = (number: number) =>
  `/api/v2/commander/miners?page_number=${number}&page_size=1000`;

interface Reads {
  readonly summary: (number: number) => Promise<unknown>;
  readonly miners: (number: number) => Promise<unknown>;
}

const clients: Record<string, () => Reads> = { pitboss: ours, 'undici + zod': bare, axios: plain };
const open = clients[client];
if (open === undefined) throw new Error(`no client ${client}`);
const read = open()[what === 'miners' ? 'miners' : 'summary'];
const total = Number(count);
// As many again to begin with: after a few hundred, each still costs three times as much.
await run(total + 1, total);
const before = process.cpuUsage();
await run(1, total);
const { user, system } = process.cpuUsage(before);
process.stdout.write(String((user + system) / 1_000 / total));
process.exit();

async function run(first: number, reads: number): Promise<void> {
  let next = first;
  const lane = async () => {
    while (next < first + reads) await read(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

function ours(): Reads {
  const clientsOfPool = createPoolClients({
    baseUrl: origin,
    authPrefix: '',
    timeoutMs: 10_000,
    pacing: { concurrency: AT_ONCE, perSecond: 1_000_000 },
  });
  const pool = clientsOfPool.withKey(headers.authorization);
  return {
    summary: (number) => pool.getSummary('BTC', { subaccountNames: [`hall-${number}`] }),
    miners: (number) => pool.listMiners(undefined, { number, size: 1_000 }),
  };
}

function bare(): Reads {
  const pool = new Pool(origin, { connections: AT_ONCE });
  const get = async (path: string) => {
    const { body } = await pool.request({ method: 'GET', path, headers });
    return body.json();
  };
  return {
    summary: async (number) => answers.summary.schema.parse(await get(summaryPath(number))),
    miners: async (number) => answers.miners.schema.parse(await get(minersPath(number))),
  };
}

function plain(): Reads {
  const http = create({ baseURL: origin, headers });
  return {
    summary: async (number) =>
      answers.summary.schema.parse((await http.get(summaryPath(number))).data),
    miners: async (number) =>
      answers.miners.schema.parse((await http.get(minersPath(number))).data),
  };
}
