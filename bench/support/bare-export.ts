import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { Pool } from 'undici';

/**
 * The floor for `rows/export.ts`: the same pages read with bare undici and JSON.parse and written
 * to a file unchanged, in a separate process. Prints the seconds, and those of processor time.
 */
const [origin = '', key = '', file = '', size = '500', atOnce = '2'] = process.argv.slice(2);
const pool = new Pool(origin, { connections: Number(atOnce) });
await readAll('/dev/null');
const before = process.cpuUsage();
const begun = performance.now();
const rows = await readAll(file);
const seconds = (performance.now() - begun) / 1000;
const { user, system } = process.cpuUsage(before);
process.stdout.write(`${JSON.stringify({ rows, seconds, cpu: (user + system) / 1e6 })}\n`);
process.exit();

async function readAll(target: string): Promise<number> {
  const out = createWriteStream(target);
  let total = 0;
  const asked: Promise<readonly object[]>[] = [];
  let next = 1;
  const ask = () => asked.push(page(next++));
  for (let each = 0; each < Number(atOnce); each++) ask();
  for (;;) {
    const miners = (await asked.shift()) ?? [];
    if (miners.length === 0) break;
    ask();
    total += miners.length;
    const lines = miners.map((miner) => `${Object.values(miner).map(String).join(',')}\r\n`);
    if (!out.write(lines.join(''))) await once(out, 'drain');
  }
  await Promise.all(asked);
  out.end();
  await finished(out);
  return total;
}

async function page(number: number): Promise<readonly object[]> {
  const path = `/api/v2/commander/miners?page_number=${number}&page_size=${size}`;
  const { body } = await pool.request({ path, method: 'GET', headers: { authorization: key } });
  const answer: unknown = JSON.parse(await body.text());
  const { miners } = Object(answer);
  return Array.isArray(miners) ? miners : [];
}
