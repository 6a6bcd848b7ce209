import { describe, expect, test } from 'vitest';
import { moveRequest } from '../../src/pool/writes.js';
import { NOW, poolThat, type Scripted } from './support/loopback.js';

describe('the cache', () => {
  test('an answer is kept for 5 s, with the moment it was read', async () => {
    const { pool, requests, advance } = await poolThat(() => ({ json: {} }));
    await pool.balances('BTC');
    advance(4_999);
    expect((await pool.balances('BTC')).readAt).toBe(NOW);
    expect(requests).toHaveLength(1);
    advance(1);
    expect((await pool.balances('BTC')).readAt).toBe(NOW + 5_000);
    expect(requests).toHaveLength(2);
  });

  test('equal reads share one request, others do not', async () => {
    const { pool, requests } = await poolThat(() => ({ json: {} }));
    await Promise.all([pool.balances('BTC'), pool.balances('BTC'), pool.balances('USD')]);
    expect(requests).toHaveLength(2);
  });

  test('a fresh read goes past it, and renews it', async () => {
    let balance = 0;
    const { pool } = await poolThat(() => ({ json: { currency_type: String(++balance) } }));
    await pool.balances('BTC');
    expect((await pool.fresh().balances('BTC')).value.currency_type).toBe('2');
    expect((await pool.balances('BTC')).value.currency_type).toBe('2');
  });

  test('a write empties it', async () => {
    const { pool, requests } = await poolThat(() => ({ json: {} }));
    await pool.balances('BTC');
    await pool.send(moveRequest('hall-1', 'site-1'));
    await pool.balances('BTC');
    expect(requests).toHaveLength(3);
  });

  test('a large answer is not kept', async () => {
    const miners = Array.from({ length: 3_000 }, (_, id) => ({ id, model: 'x'.repeat(100) }));
    const { pool, requests } = await poolThat(() => ({ json: { miners } }));
    await pool.miners({}, { number: 1, size: 3_000 });
    await pool.miners({}, { number: 1, size: 3_000 });
    expect(requests).toHaveLength(2);
  });

  test('keys do not share it', async () => {
    const { api, requests } = await poolThat(() => ({ json: {} }));
    await api.forKey('one-key').balances('BTC');
    await api.forKey('other-key').balances('BTC');
    await api.forKey('one-key').balances('BTC');
    expect(requests.map(({ headers }) => headers.authorization)).toEqual(['one-key', 'other-key']);
  });
});

test('four reads of a key are under way at once, never more', async () => {
  const waiting: (() => void)[] = [];
  let most = 0;
  const { pool } = await poolThat(async () => {
    await new Promise<void>((resolve) => {
      most = Math.max(most, waiting.push(resolve));
      if (waiting.length === 4) void afterTurns(30).then(() => waiting.splice(0).forEach(go));
    });
    return { json: {} };
  });
  await Promise.all(Array.from({ length: 20 }, (_, id) => pool.action(String(id))));
  expect(most).toBe(4);
});

const go = (resolve: () => void) => resolve();

/** Long enough for a fifth request to come in. */
async function afterTurns(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate);
}

describe('retries', () => {
  const passing: Scripted[] = ['reset', { status: 429, json: {} }, { status: 503, text: '' }];

  test.each(passing)('a read is tried three times in all: %o', async (answer) => {
    const { pool, requests, pauses } = await poolThat(() => answer);
    await expect(pool.balances('BTC')).rejects.toThrow('pool: ');
    expect(requests).toHaveLength(3);
    expect(pauses).toEqual([300, 1_000]);
  });

  test('a read waits as long as the pool asks, up to 10 s', async () => {
    const answers: Scripted[] = [
      { status: 429, json: {}, headers: { 'retry-after': '10' } },
      { status: 429, json: {}, headers: { 'retry-after': '11' } },
    ];
    const { pool, requests, pauses } = await poolThat(() => answers.shift() ?? { json: {} });
    const read = pool.balances('BTC');
    await expect(read).rejects.toMatchObject({ kind: 'busy', details: { retryAfter: 11 } });
    expect(requests).toHaveLength(2);
    expect(pauses).toEqual([10_000]);
  });
});
