import { afterEach, beforeEach, expect, test } from 'vitest';
import { FatalError } from '../../src/errors.js';
import { startHealth, type Health } from '../../src/ops/health.js';
import { createMetrics, type Metrics } from '../../src/ops/metrics.js';

let reason: string | null;
let metrics: Metrics;
let health: Health;

const start = (port: number) =>
  startHealth({ host: '127.0.0.1', port, metrics, isReady: () => reason, isLeader: () => true });

beforeEach(async () => {
  reason = null;
  metrics = createMetrics();
  health = await start(0);
});
afterEach(() => health.stop());

async function get(path: string) {
  const response = await fetch(`http://127.0.0.1:${health.port}${path}`);
  return { status: response.status, text: await response.text(), headers: response.headers };
}

test('a process that cannot serve is alive but not ready, and says why', async () => {
  expect(await get('/readyz')).toMatchObject({ status: 200, text: 'ready\n' });
  reason = 'Discord is not connected';
  expect(await get('/readyz')).toMatchObject({ status: 503, text: 'Discord is not connected\n' });
  expect(await get('/healthz')).toMatchObject({ status: 200, text: 'ok\n' });
});

test('the metrics hold what was counted and the state of the process', async () => {
  metrics.interactions.inc({ command: 'summary', outcome: 'ok' });
  reason = 'starting';
  const { text, headers } = await get('/metrics?name=all');
  expect(headers.get('content-type')).toContain('text/plain; version=0.0.4');
  expect(text.split('\n')).toEqual(
    expect.arrayContaining([
      'pitboss_interactions_total{command="summary",outcome="ok"} 1',
      'pitboss_ready 0',
      'pitboss_leader 1',
    ]),
  );
  expect(text).toContain('process_cpu_seconds_total');
});

test('another path is not found', async () => {
  expect(await get('/')).toMatchObject({ status: 404 });
});

test('a port that is taken stops the start', async () => {
  const second = start(health.port);
  await expect(second).rejects.toThrow(FatalError);
  await expect(second).rejects.toThrow(
    `cannot listen on 127.0.0.1:${health.port}: listen EADDRINUSE`,
  );
});
