import type { PoolClient } from './client.js';

/** A server's pool as its key opened it. What another key has read may be of another workspace. */
export interface OpenedPool {
  readonly pool: PoolClient;
  /** When the key that it asks with was connected, in ms. */
  readonly connectedAt: number;
}
