import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { createGzip } from 'node:zlib';
import axios from 'axios';
import { POOL_API_URL, POOL_KEY } from './shared/summary.mjs';
import { readPool } from './shared/undici.mjs';

/** What Pitboss does with miners, by a script that does nothing else. */
const PAGE = 1_000;
const AHEAD = 4;
let pagesRead = 0;

const path = (number) => `/api/v2/commander/miners?page_number=${number}&page_size=${PAGE}`;

/** One page after the other with axios alone. */
async function pages(count) {
  const headers = { authorization: POOL_KEY };
  let rows = 0;
  for (let left = count; left > 0; left--) {
    const { data } = await axios.get(POOL_API_URL + path(1 + (pagesRead++ % 100)), { headers });
    rows += data.miners.length;
  }
  return rows;
}

/** All miners to a gzipped CSV, with four pages under way. */
async function exporting() {
  const file = createGzip();
  const end = once(file.pipe(createWriteStream('miners.csv.gz')), 'finish');
  const underWay = Array.from({ length: AHEAD }, (_, index) => readPool(path(index + 1)));
  let names;
  for (let asked = AHEAD; underWay.length > 0; ) {
    const { miners, pagination } = await underWay.shift();
    if (pagination.next_page_url !== null && miners.length > 0) underWay.push(readPool(path(++asked)));
    names ??= Object.keys(miners[0] ?? {});
    const lines = miners.map((miner) => names.map((name) => cell(miner[name])).join(','));
    if (!file.write(`${lines.join('\n')}\n`)) await once(file, 'drain');
    if (pagination.next_page_url === null) break;
  }
  file.end();
  await end;
  return 0;
}

function cell(value) {
  const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : `${value ?? ''}`;
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

process.on('message', async ({ question, value }) => {
  process.send(await (question === 'pages' ? pages(value) : exporting()));
});
