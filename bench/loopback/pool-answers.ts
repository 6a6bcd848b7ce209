import { startPool } from '../../sandbox/pool/server.js';

export interface PoolAnswers {
  /** As the sandbox's pool gives it, of twelve subaccounts. */
  readonly summary: Buffer;
  /** Those twelve, all on one page. */
  readonly subaccounts: Buffer;
  readonly names: readonly string[];
  /** A page of a thousand miners. */
  readonly miners: Buffer;
}

/** Made once, so that each answer costs the loopback next to nothing. */
export async function readPoolAnswers(): Promise<PoolAnswers> {
  const pool = await startPool();
  const small = pool.addWorkspace({ miners: 50, days: 7, subaccounts: 12 });
  const large = pool.addWorkspace({ miners: 1_000, days: 7 });
  async function read(key: string, path: string): Promise<Buffer> {
    const answer = await fetch(pool.url + path, { headers: { authorization: key } });
    const body = Buffer.from(await answer.arrayBuffer());
    if (!answer.ok) throw new Error(`the pool says: ${body.toString()}`);
    return body;
  }
  const summary = await read(small.key, '/api/v2/pool/summary/BTC');
  const subaccounts = await read(small.key, '/api/v2/pool/subaccounts?page=1&page_size=100');
  const miners = await read(large.key, '/api/v2/commander/miners?page_size=1000');
  await pool.close();
  const names = small.workspace.subaccounts.map(({ name }) => name);
  return { summary, subaccounts, names, miners };
}
