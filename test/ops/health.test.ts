import { Registry } from 'prom-client';
import { afterEach, describe, expect, it } from 'vitest';
import { startHealth, type Health } from '../../src/ops/health.js';
import { createMetrics } from '../../src/ops/metrics/metrics.js';

describe('health', () => {
  let health: Health | undefined;

  afterEach(async () => {
    await health?.close();
    health = undefined;
  });

  async function start(ready: () => boolean | Promise<boolean>, registry = new Registry()) {
    health = await startHealth({ host: '127.0.0.1', port: 0, ready, registry });
    return `http://127.0.0.1:${health.port}`;
  }

  it('answers while the process lives, and is ready when the bot is', async () => {
    let isReady = false;
    const url = await start(() => isReady);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect((await fetch(`${url}/readyz`)).status).toBe(503);
    isReady = true;
    expect((await fetch(`${url}/readyz?verbose`)).status).toBe(200);
  });

  it('is not ready, and still alive, when asking fails', async () => {
    const url = await start(() => Promise.reject(new Error('the store is gone: hunter2')));
    const answer = await fetch(`${url}/readyz`);
    expect([answer.status, await answer.text()]).toEqual([503, 'not ready\n']);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });

  it('knows no other path and no other method', async () => {
    const url = await start(() => true);
    expect((await fetch(`${url}/`)).status).toBe(404);
    expect((await fetch(`${url}//`)).status).toBe(404);
    expect((await fetch(`${url}/healthz`, { method: 'POST' })).status).toBe(405);
    expect((await fetch(`${url}/healthz`, { method: 'HEAD' })).status).toBe(200);
  });

  it.each([1, 150, 1_000])('has counted %i of each, whichever is read', async (count) => {
    for (const name of ['pitboss_interactions_total', 'pitboss_pool_request_seconds']) {
      const metrics = createMetrics();
      const times = { firstResponseMs: 120, totalMs: 140 };
      for (let each = 0; each < count; each++) {
        metrics.interaction({ name: 'summary', kind: 'command', result: 'ok', ...times });
        metrics.poolRequest({ operation: 'getSummary', result: 'ok', ms: 60 });
      }
      expect(await metrics.registry.getSingleMetricAsString(name)).toMatch(
        new RegExp(`^${name}(_count)?\\{.*\\} ${count}$`, 'm'),
      );
    }
  });

  it('gives the metrics: interactions, pool requests, gateway, the process', async () => {
    const metrics = createMetrics();
    metrics.interaction({
      name: 'summary',
      kind: 'command',
      result: 'ok',
      firstResponseMs: 120,
      totalMs: 140,
    });
    metrics.interaction({
      name: 'summary',
      kind: 'command',
      result: 'unanswered',
      firstResponseMs: null,
      totalMs: 3_000,
    });
    metrics.poolRequest({ operation: 'getSummary', result: 'ok', ms: 60 });
    let status = 'Connecting';
    metrics.watchGateway(() => [{ id: 0, status, heartbeatAgeMs: 1_500 }]);
    const url = await start(() => true, metrics.registry);
    const text = await (await fetch(`${url}/metrics`)).text();
    expect(text).toContain(
      'pitboss_interactions_total{command="summary",kind="command",result="ok"} 1',
    );
    expect(text).toContain('pitboss_first_response_seconds_count{kind="command"} 1');
    expect(text).toContain('pitboss_final_answer_seconds_sum{kind="command"} 3.14');
    expect(text).toContain(
      'pitboss_pool_request_seconds_bucket{le="0.1",operation="getSummary",result="ok"} 1',
    );
    expect(text).toContain('pitboss_gateway_shard_status{shard="0",status="Connecting"} 1');
    expect(text).toContain('pitboss_gateway_heartbeat_age_seconds{shard="0"} 1.5');
    expect(text).toContain('process_resident_memory_bytes');
    status = 'Ready';
    const later = await (await fetch(`${url}/metrics`)).text();
    expect(later).toContain('pitboss_gateway_shard_status{shard="0",status="Ready"} 1');
    expect(later).not.toContain('status="Connecting"');
  });

  it('refuses to start where the port is taken, and frees it when it closes', async () => {
    await start(() => true);
    const port = health?.port ?? 0;
    const registry = new Registry();
    const again = { host: '127.0.0.1', port, ready: () => true, registry };
    await expect(startHealth(again)).rejects.toThrow('EADDRINUSE');
    await health?.close();
    await health?.close();
    const second = await startHealth({ ...again, registry: new Registry() });
    expect(second.port).toBe(port);
    await second.close();
  });
});
