import { isRecord } from '../../../sandbox/pool/deviations/walk.js';
import type { LoopbackPool } from '../../../sandbox/pool/loopback-pool.js';
import { startPool } from '../../../sandbox/pool/server.js';
import { createPoolClients, type PoolClients } from '../../../src/pool-api/pool-clients.js';
import { startFakePool, type FakePool } from './fake-pool.js';
import { namesIn, type PoolNames } from './all-operations.js';

/** The loopback pool behind a wire that records requests and answers unchanged. */
export interface RecordedPool {
  readonly pool: LoopbackPool;
  readonly wire: FakePool;
  /** The answers' texts, oldest first. */
  readonly texts: string[];
  readonly key: string;
  readonly world: PoolNames;
  readonly clients: PoolClients;
  close(): Promise<void>;
}

/** Little to compute, yet more than a page of everything. */
export const SMALL = { seed: 7, miners: 40, days: 30 };

export async function startRecordedPool(): Promise<RecordedPool> {
  const pool = await startPool();
  const { key, workspace } = pool.addWorkspace(SMALL);
  const texts: string[] = [];
  const wire = await startFakePool(({ method, url, headers, body }, response) => {
    const authorization = headers.authorization ?? '';
    void forward(`${pool.url}${url}`, { method, authorization, body }).then(({ status, text }) => {
      texts.push(text);
      return response.writeHead(status).end(text);
    });
  });
  const clients = createPoolClients({
    baseUrl: wire.url,
    authPrefix: '',
    timeoutMs: 10_000,
    cacheMs: 0,
    pacing: { perSecond: 100_000 },
  });
  return {
    pool,
    wire,
    texts,
    key,
    world: namesIn(workspace),
    clients,
    async close() {
      await clients.close();
      await wire.close();
      await pool.close();
    },
  };
}

async function forward(
  url: string,
  sent: { method: string; authorization: string; body: string },
): Promise<{ status: number; text: string }> {
  const answer = await fetch(url, {
    method: sent.method,
    headers: { authorization: sent.authorization, 'content-type': 'application/json' },
    ...(sent.body === '' ? {} : { body: sent.body }),
  });
  return { status: answer.status, text: await answer.text() };
}

/**
 * Every value in a body as its original text, sorted: the client's result and the pool's answer
 * match exactly if these do. Nulls say nothing and are left out.
 */
export function leaves(value: unknown): string[] {
  return inner(value).toSorted();
}

function inner(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(inner);
  if (isRecord(value)) return Object.values(value).flatMap(inner);
  if (value === null || value === undefined) return [];
  return [typeof value === 'string' ? value : JSON.stringify(value)];
}
