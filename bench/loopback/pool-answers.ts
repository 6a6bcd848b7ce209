import { revenueRange } from '../../src/alerts/watch/measure/revenue.js';
import { startPool } from '../../sandbox/pool/server.js';

export interface PoolAnswers {
  /** As the sandbox's pool gives it, for twelve subaccounts. */
  readonly summary: Buffer;
  /** A page with a thousand miners. */
  readonly miners: Buffer;
  /** What alerts are judged by: the hottest miners, those in a state, and eight days of revenue. */
  readonly hottest: Buffer;
  readonly failing: Buffer;
  readonly revenue: Buffer;
  /** What others may change: payment settings of a used and an unused currency, and subaccounts. */
  readonly payments: Buffer;
  readonly noPayments: Buffer;
  readonly subaccounts: Buffer;
}

/** Made once, so that each answer costs the loopback almost nothing. */
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
  const miners = await read(large.key, '/api/v2/commander/miners?page_size=1000');
  const miner = '/api/v2/commander/miners?page_number=1';
  const hot = `${miner}&page_size=10&sort_by=max_temperature&sort_order=desc`;
  const hottest = await read(large.key, hot);
  const failing = await read(small.key, `${miner}&page_size=100&healthy_status=failing`);
  const { start, end } = revenueRange(Date.now());
  const days = `/api/v2/pool/revenue/BTC?start_date=${start}&end_date=${end}`;
  const revenue = await read(small.key, days);
  const firstPage = 'page_number=1&page_size=1000';
  const payments = await read(small.key, `/api/v1/pool/payment-settings/BTC?${firstPage}`);
  const subaccounts = await read(small.key, `/api/v2/pool/subaccounts?${firstPage}`);
  const noPayments = Buffer.from('{"payment_settings":[],"pagination":{"next_page_url":null}}');
  await pool.close();
  return { summary, miners, hottest, failing, revenue, payments, noPayments, subaccounts };
}
