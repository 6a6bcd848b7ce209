import { createServer, type IncomingMessage } from 'node:http';
import { startPool } from '../../sandbox/pool/server.js';
import { SUBACCOUNTS } from './asks.js';
import { late, listen, readText } from './serve.js';

export const FLEET = 100_000;
const PAGE = 1_000;

interface Answer {
  readonly status: number;
  readonly body: Buffer;
}

export interface PoolOptions {
  /** Half on the way there, half on the way back. */
  readonly poolMs?: number;
  /**
   * The sandbox's pool itself, for writes. Otherwise its answers for one subaccount are kept and
   * given again, but for a list of 50 subaccounts, and no miner is failing.
   */
  readonly isLive?: boolean;
  /** 100,000 miners in place of the sandbox's twelve. */
  readonly isLarge?: boolean;
}

export async function openPool({ poolMs = 0, isLive = false, isLarge = false }: PoolOptions) {
  const sandbox = await startPool();
  const workspace = sandbox.addWorkspace({ size: 'small' });
  const { key, subaccounts, miners } = workspace;
  const [one] = subaccounts;
  const [miner] = miners;
  const kept = new Map<string, Promise<Answer>>();
  let reads = 0;

  async function ask(path: string, init: RequestInit = {}): Promise<Answer> {
    const headers = { authorization: key, 'content-type': 'application/json' };
    const answer = await fetch(sandbox.url + path, { ...init, headers });
    return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()) };
  }

  function make(path: string, query: URLSearchParams): Answer | null {
    if (path === '/api/v2/pool/subaccounts')
      return page(
        'subaccounts',
        SUBACCOUNTS.map((name, index) => ({ ...one, id: 7_000 + index, name })),
      );
    if (path !== '/api/v2/commander/miners') return null;
    if (query.get('healthy_status') === 'failing') return page('miners', []);
    if (!isLarge) return null;
    const number = Number(query.get('page_number'));
    const rows = Array.from({ length: PAGE }, (_, index) => ({
      ...miner,
      id: `miner-${number}-${index}`,
    }));
    return page('miners', rows, { number, hasNext: number * PAGE < FLEET });
  }

  async function answerTo(request: IncomingMessage): Promise<Answer> {
    const { method = '', url = '' } = request;
    if (isLive) {
      const body = await readText(request);
      return ask(url, { method, ...(method !== 'GET' && { body }) });
    }
    const { pathname, searchParams } = new URL(url, sandbox.url);
    const isOfPool = pathname.includes('/pool/');
    if (isOfPool) searchParams.set('subaccount_names', String(one?.['name']));
    const path = `${pathname}?${searchParams.toString()}`;
    const answer = kept.get(path) ?? Promise.resolve(make(pathname, searchParams) ?? ask(path));
    kept.set(path, answer);
    return answer;
  }

  const server = createServer((request, response) => {
    reads += 1;
    void answerTo(request).then(({ status, body }) =>
      late(poolMs, () => () => {
        const headers = { 'content-type': 'application/json', 'content-length': body.length };
        response.writeHead(status, headers).end(body);
      }),
    );
  });
  return { url: await listen(server), workspace, reads: () => reads };
}

function page(name: string, rows: readonly object[], { number = 1, hasNext = false } = {}): Answer {
  const next_page_url = hasNext ? `?page_number=${number + 1}` : null;
  const pagination = { page_number: number, page_size: rows.length, next_page_url };
  return { status: 200, body: Buffer.from(JSON.stringify({ [name]: rows, pagination })) };
}
