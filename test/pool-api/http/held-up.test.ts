import { expect, test } from 'vitest';
import { useConnections } from '../fakes/connected-pool.js';

/** A process that was suspended for longer than the pool may take, as a machine may be. */

const connect = useConnections();
const TIMEOUT_MS = 200;

function standStill(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

test.each([10, 200_000])('reads the answer that came meanwhile, of %i bytes', async (length) => {
  const name = 'x'.repeat(length);
  const { client, pool } = await connect(
    (_, response) =>
      response.end(JSON.stringify({ id: 1, name }), () => standStill(2 * TIMEOUT_MS)),
    { timeoutMs: TIMEOUT_MS },
  );
  const answer = await client.createSubaccount('main', 'site-a');
  expect(answer).toEqual({ id: '1', name });
  expect(pool.seen).toHaveLength(1);
});

test('gives up where what came meanwhile has no end', async () => {
  const { client, pool } = await connect(
    (_, response, socket) => {
      const drip = () => {
        if (!socket.destroyed) response.write(' ', () => setImmediate(drip));
      };
      drip();
    },
    { timeoutMs: TIMEOUT_MS },
  );
  const failing = client.createSubaccount('main', 'site-a');
  await expect(failing).rejects.toMatchObject({ name: 'PoolUnreadable', outcome: 'unknown' });
  expect(pool.seen).toHaveLength(1);
});
