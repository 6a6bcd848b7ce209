import { createServer } from 'node:http';
import { startPool } from '../../sandbox/pool/server.js';
import { SUBACCOUNTS } from './asks.js';
import { late, listen } from './serve.js';

/** A pool that always gives the same answers: those of the sandbox's pool for one subaccount. */
export async function openPool(latencyMs: number) {
  const answers = await readAnswers();
  let reads = 0;
  const server = createServer(({ url = '' }, response) => {
    reads += 1;
    late(latencyMs, () => () => {
      const [, answer] = answers.find(([path]) => url.startsWith(path)) ?? [];
      response.writeHead(answer ? 200 : 404, {
        'content-type': 'application/json',
        'content-length': answer?.length ?? 0,
      });
      response.end(answer);
    });
  });
  return { url: await listen(server), reads: () => reads };
}

/** By the beginning of the path. */
async function readAnswers(): Promise<[path: string, answer: Buffer][]> {
  const pool = await startPool();
  const { key, subaccounts } = pool.addWorkspace({ size: 'small' });
  const read = async (path: string) => {
    const answer = await fetch(pool.url + path, { headers: { authorization: key } });
    if (!answer.ok) throw new Error(`The sandbox's pool answers ${path} with ${answer.status}`);
    return Buffer.from(await answer.arrayBuffer());
  };
  const [one] = subaccounts;
  const named = `subaccount_names=${String(one?.['name'])}`;
  const summary = await read(`/api/v2/pool/summary/BTC?${named}`);
  const payments = await read(`/api/v1/pool/payment-settings/BTC?${named}`);
  await pool.stop();
  const pagination = { next_page_url: null };
  const all = SUBACCOUNTS.map((name, index) => ({ ...one, id: 7_000 + index, name }));
  const json = (body: object) => Buffer.from(JSON.stringify(body));
  return [
    ['/api/v2/pool/summary/', summary],
    ['/api/v1/pool/payment-settings/', payments],
    ['/api/v2/pool/subaccounts', json({ subaccounts: all, pagination })],
    // None are failing.
    ['/api/v2/commander/miners', json({ miners: [], pagination })],
  ];
}
