import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { WriteGate } from '../../../src/pool-api/http/write-gate.js';
import type { PoolClient } from '../../../src/pool-api/client.js';
import { fine, latch, useConnections } from '../fakes/connected-pool.js';

/** What a write asks once its connection is open, and what keeps it from leaving. */

const connect = useConnections();
const NOT_SENT = { name: 'PoolUnreachable', outcome: 'not-sent' };
const may: WriteGate = { maySendOnceConnected: async () => true, maySendFirstByte: () => true };

type Write = (client: PoolClient, writeGate: WriteGate) => Promise<unknown>;
const WRITES: [string, Write][] = [
  ['createSubaccount', (client, writeGate) => client.createSubaccount('a', 's', writeGate)],
  ['updateSubaccount', (client, writeGate) => client.updateSubaccount('a', 's', writeGate)],
  [
    'createPaymentSettings',
    (client, writeGate) =>
      client.createPaymentSettings(
        'BTC',
        'a',
        { payment_frequency: 'DAILY', addresses: [] },
        writeGate,
      ),
  ],
];

describe.each(WRITES)('%s', (_, write) => {
  test('is asked once its connection stands, and leaves once', async () => {
    const { client, pool } = await connect(fine);
    const asked: string[] = [];
    await write(client, {
      async maySendOnceConnected() {
        await expect.poll(() => pool.connections()).toBe(1);
        asked.push(`may it, with ${pool.seen.length} seen`);
        return true;
      },
      maySendFirstByte() {
        asked.push('is it in time');
        return true;
      },
    });
    expect(asked).toEqual(['may it, with 0 seen', 'is it in time']);
    expect(pool.seen).toHaveLength(1);
  });

  test.each([
    ['may not', { maySendOnceConnected: async () => false }],
    ['is too late in the last moment', { maySendFirstByte: () => false }],
  ])('that %s never leaves', async (__, no) => {
    const { client, pool } = await connect(fine);
    await expect(write(client, { ...may, ...no })).rejects.toMatchObject(NOT_SENT);
    // The next one is asked separately.
    await write(client, may);
    expect(pool.seen).toHaveLength(1);
  });
});

test('what is told too late that it may leave does not', async () => {
  const { client, pool } = await connect(fine, { timeoutMs: 100 });
  const told = latch();
  const writing = client.updateSubaccount('a', 's', {
    ...may,
    maySendOnceConnected: () => told.opened.then(() => true),
  });
  await expect(writing).rejects.toMatchObject({ name: 'PoolTimeout', outcome: 'not-sent' });
  told.open();
  await pause(100);
  expect(pool.seen).toEqual([]);
});

test('what comes to a connection that ended meanwhile never leaves', async () => {
  const { client, pool } = await connect(fine);
  const writeGate = {
    ...may,
    async maySendOnceConnected() {
      await expect.poll(() => pool.connections()).toBe(1);
      await pool.close();
      await pause(50);
      return true;
    },
  };
  await expect(client.updateSubaccount('a', 's', writeGate)).rejects.toMatchObject({
    name: 'PoolUnreachable',
  });
  expect(pool.seen).toEqual([]);
});

test('what is said before anything was asked is no answer, and nothing leaves', async () => {
  let heard = '';
  const server = createServer((socket) => {
    socket.on('data', (data) => (heard += data.toString()));
    socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 2\r\n\r\nno');
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  const { port } = Object(server.address());
  const { client } = await connect(fine, { baseUrl: `http://127.0.0.1:${port}` });
  const maySendOnceConnected = () => pause(100).then(() => true);
  await expect(
    client.updateSubaccount('a', 's', { ...may, maySendOnceConnected }),
  ).rejects.toMatchObject(NOT_SENT);
  expect(heard).toBe('');
  await new Promise((closed) => void server.close(closed));
});
