import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../../sandbox/free-port.js';
import { eventually } from '../eventually.js';
import { shown } from '../shown.js';
import { ask, startWorld, type World } from '../world.js';

let world: World;
let url: string;
beforeAll(async () => {
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  world = await startWorld({ env: { HEALTH_PORT: String(port) } });
});
afterAll(() => world.close());

const status = async (path: string) => (await fetch(url + path)).status;

test('alive before Discord is there, ready only with it', async () => {
  world.discord.faults.gatewayBotFailures = 1_000;
  world.bot.start();
  await eventually(async () => expect(await status('/healthz')).toBe(200));
  expect(await status('/readyz')).toBe(503);
  world.discord.faults.gatewayBotFailures = 0;
  await eventually(async () => expect(await status('/readyz')).toBe(200));
});

test('what was asked and read is counted', async () => {
  await world.discord.ready();
  await world.connect();
  await ask(world.as('viewer'), 'summary');
  await ask(world.as('viewer'), 'setup show');
  // Counted once everything is sent, a moment after people see it.
  const text = await eventually(async () => {
    const all = await (await fetch(`${url}/metrics`)).text();
    expect(all).toContain('kind="command",result="refused"');
    return all;
  });
  const counts = text.match(
    /^pitboss_(interactions|pool_request_seconds_count|gateway_shard).*$/gm,
  );
  expect(counts?.join('\n')).toMatchInlineSnapshot(`
    "pitboss_interactions_total{command="setup key",kind="command",result="ok"} 1
    pitboss_interactions_total{command="setup-key",kind="form",result="ok"} 1
    pitboss_interactions_total{command="summary",kind="command",result="ok"} 1
    pitboss_interactions_total{command="setup show",kind="command",result="refused"} 1
    pitboss_pool_request_seconds_count{operation="listSubaccounts",result="ok"} 1
    pitboss_pool_request_seconds_count{operation="getSummary",result="ok"} 5
    pitboss_pool_request_seconds_count{operation="listMiners",result="ok"} 1
    pitboss_gateway_shard_status{shard="0",status="Ready"} 1"
  `);
  expect(text).toMatch(/^process_cpu_seconds_total /m);
});

test('without the gateway it is alive and not ready', async () => {
  world.discord.faults.gatewayBotFailures = 1_000;
  world.discord.closeGateway(1001);
  await eventually(async () => expect(await status('/readyz')).toBe(503));
  expect(await status('/healthz')).toBe(200);
  world.discord.faults.gatewayBotFailures = 0;
  await eventually(async () => expect(await status('/readyz')).toBe(200));
  expect(shown(await ask(world.as('viewer'), 'summary'))).toContain('# Pool summary');
});

test('nothing else is there', async () => {
  expect(await status('/')).toBe(404);
  expect((await fetch(`${url}/metrics`, { method: 'POST' })).status).toBe(405);
});

test('its data folder moved away: not ready, nothing is called saved; put back, it goes on', async () => {
  const folder = join(world.dataDir, 'data');
  const aside = join(world.dataDir, 'aside');
  const setZone = async (timezone: string) =>
    shown(await ask(world.as('admin'), 'setup defaults', { timezone }));
  await expect.poll(() => status('/readyz')).toBe(200);
  await rename(folder, aside);
  expect(await setZone('Asia/Tokyo')).toContain('nothing was done');
  await expect.poll(() => status('/readyz')).toBe(503);
  expect(world.log.filter((line) => line.includes('deleted or replaced'))).not.toEqual([]);
  await rename(aside, folder);
  await expect.poll(() => status('/readyz')).toBe(200);
  expect(await setZone('Asia/Almaty')).toContain('**Time zone:** `Asia/Almaty`');
});
