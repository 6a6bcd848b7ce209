import { describe, expect, it } from 'vitest';
import { at, rows, usePool } from './harness.js';

const harness = usePool();
const path = '/api/v2/commander/miners';

async function all(query: string): Promise<unknown[]> {
  return rows((await harness.get(`${path}?page_size=500&${query}`)).body, 'miners');
}

describe('miners', () => {
  it('gives 25 at a time', async () => {
    const { body } = await harness.get(path);
    expect(rows(body, 'miners')).toHaveLength(25);
    expect(rows(body, 'miners')[0]).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-/),
      hashrate: expect.stringMatching(/^\d+$/),
      firmware: { name: expect.any(String), version: expect.any(String) },
      fan_speed: expect.any(Array),
    });
  });

  it.each([
    ['hashing_status', ['hashing', 'idle', 'offline', 'N/A'], ['hashing_status']],
    ['healthy_status', ['healthy', 'failing', 'N/A'], ['healthy_status']],
    ['firmware', ['LuxOS', 'Whatsminer', 'Bitmain', 'MicroBT'], ['firmware', 'name']],
  ])('filters by %s', async (parameter, values, place) => {
    let found = 0;
    for (const value of values) {
      const miners = await all(`${parameter}=${encodeURIComponent(value)}`);
      found += miners.length;
      expect(miners.every((miner) => at(miner, ...place) === value)).toBe(true);
    }
    expect(found).toBe(120);
  });

  it('filters by site, agent and model, together too', async () => {
    const site = harness.workspace.sites[0];
    const agent = site?.agentIds[0];
    const ofAgent = await all(`agent_id=${agent}`);
    expect(new Set(ofAgent.map((miner) => at(miner, 'site_id')))).toEqual(new Set([site?.id]));
    const both = await all(`site_id=${site?.id}&model=Antminer+S21`);
    expect(both.length).toBeGreaterThan(0);
    expect(
      both.every(
        (miner) => at(miner, 'model') === 'Antminer S21' && at(miner, 'site_id') === site?.id,
      ),
    ).toBe(true);
    expect(await all('model=Antminer')).toEqual([]);
  });

  it.each<[string, (miner: unknown) => string | number]>([
    ['hashrate', (miner) => Number(at(miner, 'hashrate'))],
    ['max_temperature', (miner) => Number(at(miner, 'max_temperature'))],
    ['power', (miner) => Number(at(miner, 'power'))],
    ['model', (miner) => String(at(miner, 'model'))],
    ['firmware', (miner) => String(at(miner, 'firmware', 'name'))],
    [
      'ip_address',
      (miner) =>
        String(at(miner, 'ip_address'))
          .split('.')
          .map((part) => part.padStart(3, '0'))
          .join('.'),
    ],
  ])('sorts by %s both ways', async (sortBy, rankOf) => {
    const up = (await all(`sort_by=${sortBy}`)).map(rankOf);
    const down = (await all(`sort_by=${sortBy}&sort_order=desc`)).map(rankOf);
    const ranked = up.toSorted((a, b) => (a < b ? -1 : Number(a > b)));
    expect(up).toEqual(ranked);
    expect(down).toEqual(ranked.toReversed());
    expect(up[0]).not.toBe(up.at(-1));
  });

  it('sorts by when they were last seen', async () => {
    // The clock advances between two miners of an answer, by a second at most.
    const seen = (await all('sort_by=last_seen_at')).map((miner) =>
      Date.parse(String(at(miner, 'last_seen_at'))),
    );
    expect(seen.every((time, index) => index === 0 || time + 1000 >= (seen[index - 1] ?? 0))).toBe(
      true,
    );
    expect((seen.at(-1) ?? 0) - (seen[0] ?? 0)).toBeGreaterThan(3_600_000);
  });

  it.each([
    'hashing_status=running',
    'healthy_status=ill',
    'firmware=Braiins',
    'sort_by=name',
    'sort_order=up',
    'site_id=here',
    'page_number=0',
    'page_size=0',
    'page_size=ten',
  ])('refuses %s', async (query) => {
    expect((await harness.get(`${path}?${query}`)).status).toBe(400);
  });
});

describe('actions', () => {
  it('progress with the clock', async () => {
    const site = harness.workspace.sites[0];
    if (!site) throw new Error('No site');
    const id = harness.workspace.fleetActions.start({
      type: 'Reboot',
      description: 'Test',
      site,
      miners: 20,
      seconds: 600,
      delaySeconds: 60,
      failing: 0.3,
    });
    const read = async () => (await harness.get(`/api/v2/commander/actions/${id}`)).body;
    expect(await read()).toMatchObject({ status: 'PENDING', progress: 0, total_miners: 20 });
    harness.workspace.advance(360_000);
    const half = await read();
    expect(at(half, 'status')).toBe('PROCESSING');
    expect(at(half, 'progress')).toBeGreaterThan(0);
    expect(at(half, 'progress')).toBeLessThan(100);
    harness.workspace.advance(360_000);
    const done = await read();
    expect(done).toMatchObject({ status: 'COMPLETED', progress: 100 });
    expect(Number(at(done, 'success_miners')) + Number(at(done, 'error_miners'))).toBe(20);
    const failed = rows(done, 'miners_summary').filter((each) => at(each, 'status') === 'FAILED');
    expect(failed).toHaveLength(Number(at(done, 'error_miners')));
    expect(failed.every((each) => at(each, 'failure_code') !== '')).toBe(true);
  });

  it('are advanced and stopped by hand', async () => {
    const { fleetActions } = harness.workspace;
    const [queued, running] = [fleetActions.ids.at(-1) ?? '', fleetActions.ids.at(-2) ?? ''];
    expect(fleetActions.read(queued)?.status).toBe('PENDING');
    fleetActions.advance(queued, 1);
    expect(fleetActions.read(queued)).toMatchObject({ status: 'COMPLETED', progress: 100 });
    fleetActions.stop(running);
    harness.workspace.advance(86_400_000);
    const { body } = await harness.get(`/api/v2/commander/actions/${running}`);
    expect(at(body, 'status')).toBe('CANCELLED');
  });

  it('refuses an unknown id', async () => {
    expect((await harness.get('/api/v2/commander/actions/a-1')).status).toBe(404);
  });
});
