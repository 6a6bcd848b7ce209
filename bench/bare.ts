import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import axios from 'axios';
import { request } from 'undici';
import { systemClock } from '../src/clock.js';
import { createLog } from '../src/ops/log.js';
import { createMetrics } from '../src/ops/metrics.js';
import { createPoolApi } from '../src/pool/operations.js';

/** Reads miners without a bot around it: for the rows `page` and `miners`. */

const { POOL_API_URL: baseUrl = '', POOL_KEY: key = '' } = process.env;
const headers = { authorization: key };
const urlOf = (page: number) =>
  `${baseUrl}/api/v2/commander/miners?page_number=${page}&page_size=1000`;
const byAxios = (page: number) => axios.get(urlOf(page), { headers });

const services = { clock: systemClock, metrics: createMetrics(), log: createLog('silent') };
const http = { baseUrl, authPrefix: '', timeoutMs: 10_000 };
const pool = createPoolApi({ ...http, ...services }).forKey(key);
const byClient = (page: number) => pool.fresh().miners({}, { number: page, size: 1_000 });

async function byUndici(page: number): Promise<readonly object[]> {
  const { body } = await request(urlOf(page), { headers });
  const { miners } = Object(await body.json());
  return miners;
}

/** As many pages ahead as Pitboss. */
async function* csv() {
  const underWay = [1, 2, 3, 4].map((page) => byUndici(page));
  for (let next = 5; underWay.length > 0; next++) {
    const miners = (await underWay.shift()) ?? [];
    if (next <= 100) underWay.push(byUndici(next));
    const lines = miners.map((miner) => Object.values(miner).map((value) => JSON.stringify(value)));
    yield `${lines.join('\n')}\n`;
  }
}

async function readPages(read: (page: number) => Promise<unknown>, count: number): Promise<void> {
  for (let page = 1; page <= count; page++) await read(page);
}

const answers: Readonly<Record<string, (count: number) => Promise<void>>> = {
  client: (count) => readPages(byClient, count),
  axios: (count) => readPages(byAxios, count),
  export: () => pipeline(csv, createGzip(), createWriteStream('miners.csv.gz')),
};

process.on('message', ({ question, value }: { question: string; value: number }) => {
  void answers[question]?.(value).then(() => process.send?.('done'));
});
process.send?.('ready');
