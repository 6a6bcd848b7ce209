import { EventEmitter, once } from 'node:events';
import { afterEach } from 'vitest';
import type { Clock } from '../../../src/domain/time/clock.js';
import type { PoolClient } from '../../../src/pool-api/client.js';
import {
  createPoolClients,
  type PoolClientOptions,
  type PoolClients,
} from '../../../src/pool-api/pool-clients.js';
import { json, startFakePool, type Answering, type FakePool } from './fake-pool.js';

/** A pool that answers as told and a client for it, both ended after each test of the file. */
export interface Connected {
  readonly pool: FakePool;
  readonly clients: PoolClients;
  readonly client: PoolClient;
}

export function useConnections() {
  const open: Connected[] = [];
  afterEach(async () => {
    for (const { clients, pool } of open.splice(0)) {
      await clients.close();
      await pool.close();
    }
  });
  return async (
    answer: Answering,
    options: Partial<PoolClientOptions> = {},
  ): Promise<Connected> => {
    const pool = await startFakePool(answer);
    const clients = createPoolClients({
      baseUrl: pool.url,
      authPrefix: '',
      timeoutMs: 5_000,
      ...options,
    });
    const connected = { pool, clients, client: clients.withKey('key') };
    open.push(connected);
    return connected;
  };
}

export const fine: Answering = (_, response) => json(response, { currency_type: 'BTC', id: '1' });

/** Holds every answer until it is released. */
export function latch() {
  const events = new EventEmitter();
  return { open: () => void events.emit('open'), opened: once(events, 'open') };
}

export function turnedBy(start: number): Clock & { turn(ms: number): void } {
  let now = start;
  return { now: () => now, turn: (ms) => void (now += ms) };
}
