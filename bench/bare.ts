import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { createGzip } from 'node:zlib';
import axios from 'axios';
import { request } from 'undici';
import { systemClock } from '../src/clock.js';
import { createLog } from '../src/ops/log.js';
import { createMetrics } from '../src/ops/metrics.js';
import { createPoolApi } from '../src/pool/operations.js';

/** Reads miners without a bot around it: for the row `miners`. */

const { POOL_API_URL: baseUrl = '', POOL_KEY: key = '' } = process.env;
const PAGES = 100;
const AHEAD = 4;
const headers = { authorization: key };
const urlOf = (page: number) =>
  `${baseUrl}/api/v2/commander/miners?page_number=${page}&page_size=1000`;

const byAxios = (page: number) => axios.get(urlOf(page), { headers });

async function byUndici(page: number): Promise<readonly object[]> {
  const { body } = await request(urlOf(page), { headers });
  const { miners } = Object(await body.json());
  return miners;
}

const metrics = createMetrics();
const log = createLog('silent');
const http = { baseUrl, authPrefix: '', timeoutMs: 10_000 };
const pool = createPoolApi({ ...http, clock: systemClock, metrics, log }).forKey(key);
const byClient = (page: number) => pool.fresh().miners({}, { number: page, size: 1_000 });

/** To a gzipped CSV. */
async function exportAll(): Promise<void> {
  const file = createGzip();
  const written = once(file.pipe(createWriteStream('miners.csv.gz')), 'finish');
  const underWay = Array.from({ length: AHEAD }, (_, index) => byUndici(index + 1));
  for (let page = 1; page <= PAGES; page++) {
    const miners = (await underWay.shift()) ?? [];
    if (page + AHEAD <= PAGES) underWay.push(byUndici(page + AHEAD));
    const lines = miners.map((miner) => Object.values(miner).map((value) => JSON.stringify(value)));
    if (!file.write(`${lines.join('\n')}\n`)) await once(file, 'drain');
  }
  file.end();
  await written;
}

/** Milliseconds of processor time for each page. */
async function pageCost(read: (page: number) => Promise<unknown>, count: number): Promise<number> {
  const before = process.cpuUsage();
  for (let page = 1; page <= count; page++) await read(page);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e3 / count;
}

async function answer(question: string, count: number): Promise<number> {
  if (question !== 'export') return pageCost(question === 'client' ? byClient : byAxios, count);
  await exportAll();
  return 0;
}

process.on('message', ({ question, value }: { question: string; value: number }) => {
  void answer(question, value).then((result) => process.send?.(result));
});
process.send?.('ready');
