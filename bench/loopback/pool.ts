import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { listenOn } from '../../sandbox/listen.js';
import { startPool } from '../../sandbox/pool/server.js';
import { SUBACCOUNTS } from './asks.js';

export const FLEET = 100_000;
const PAGE = 1_000;
export const JSON_TYPE = { 'content-type': 'application/json' };

export interface PoolOptions {
  /** What each request takes. */
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
    const headers = { authorization: key, ...JSON_TYPE };
    const answer = await fetch(sandbox.url + path, { ...init, headers });
    return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()) };
  }

  /** In place of the sandbox's answer. */
  function made(path: string, query: URLSearchParams): Answer | null {
    if (path === '/api/v2/pool/subaccounts') {
      const rows = SUBACCOUNTS.map((name, index) => ({ ...one, id: 7_000 + index, name }));
      return page('subaccounts', rows);
    }
    if (path !== '/api/v2/commander/miners') return null;
    if (query.get('healthy_status') === 'failing') return page('miners', []);
    if (!isLarge) return null;
    const number = Number(query.get('page_number'));
    const ids = Array.from({ length: PAGE }, (_, index) => `miner-${number}-${index}`);
    const rows = ids.map((id) => ({ ...miner, id }));
    return page('miners', rows, { number, isLast: number * PAGE === FLEET });
  }

  async function answerTo(request: IncomingMessage): Promise<Answer> {
    const { method = '', url = '' } = request;
    if (isLive) return ask(url, { method, ...(method !== 'GET' && { body: await text(request) }) });
    const { pathname, searchParams } = new URL(url, sandbox.url);
    if (pathname.includes('/pool/')) searchParams.set('subaccount_names', String(one?.['name']));
    const path = `${pathname}?${searchParams.toString()}`;
    const answer = kept.get(path) ?? Promise.resolve(made(pathname, searchParams) ?? ask(path));
    kept.set(path, answer);
    return answer;
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    reads += 1;
    const { status, body } = await answerTo(request);
    if (poolMs > 0) await sleep(poolMs);
    response.writeHead(status, { ...JSON_TYPE, 'content-length': body.length }).end(body);
  }

  const server = createServer((request, response) => void serve(request, response));
  return { url: await listenOn(server), workspace, reads: () => reads };
}

interface Answer {
  readonly status: number;
  readonly body: Buffer;
}

function page(name: string, rows: readonly object[], { number = 1, isLast = true } = {}): Answer {
  const next_page_url = isLast ? null : `?page_number=${number + 1}`;
  const pagination = { page_number: number, page_size: rows.length, next_page_url };
  return { status: 200, body: Buffer.from(JSON.stringify({ [name]: rows, pagination })) };
}
