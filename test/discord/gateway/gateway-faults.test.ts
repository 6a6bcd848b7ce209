import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { LoopbackDiscord, UpgradeFault } from '../../../sandbox/discord/loopback-discord.js';
import { startLoopbackDiscord } from '../../../sandbox/discord/server.js';
import { openGateway, type Gateway } from '../../../src/discord/gateway/gateway.js';

/** discord.js as it is, against a gateway that does not behave. */
let loopback: LoopbackDiscord;
let gateway: Gateway;
let fatal: string[];

const unused = () => undefined;
const WITHIN = { timeout: 15_000 };

function open(shards?: { ids: readonly number[]; count: number }): Gateway {
  return openGateway({
    token: loopback.token,
    apiUrl: loopback.apiUrl,
    ...(shards === undefined ? {} : { shards }),
    store: { claim: async () => true },
    log: pino({ level: 'silent' }),
    onApplication: unused,
    onInteraction: unused,
    onGuildRemoved: unused,
    onUnauthorized: unused,
    onFatal: (reason) => fatal.push(reason),
  });
}

beforeEach(async () => {
  loopback = await startLoopbackDiscord();
  fatal = [];
});
afterEach(async () => {
  await gateway.stop();
  await loopback.close();
  expect(fatal).toEqual([]);
});

const counts = () => loopback.connections;
const statuses = () => gateway.shards().map(({ status }) => status);
const upgrades = async (least: number) =>
  expect.poll(() => counts().upgrades, WITHIN).toBeGreaterThanOrEqual(least);

const FAULTS: readonly UpgradeFault[] = [
  503,
  'hang',
  'reset',
  'no-hello',
  'close-after-hello',
  'no-ready',
  'invalid-session',
];

describe.each(FAULTS)('with connections that meet %s', (fault) => {
  test('it is not ready, and a stop leaves nothing behind', async () => {
    loopback.faults.upgrades = fault;
    gateway = open();
    await upgrades(1);
    expect(statuses()).not.toContain('Ready');
    await gateway.stop();
    await expect.poll(() => counts().open).toBe(0);
    const before = { ...counts() };
    loopback.faults.upgrades = null;
    // Longer than the first gaps.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(counts()).toEqual(before);
  });
});

// The others end by time limits of discord.js, from 15 s on.
const QUICK: readonly UpgradeFault[] = [503, 'reset', 'close-after-hello', 'invalid-session'];

describe.each(QUICK)('after connections that met %s', (fault) => {
  test('at start: one session', async () => {
    loopback.faults.nextUpgrades = [fault, fault, fault];
    gateway = open();
    await gateway.complete;
    expect(counts()).toMatchObject({ upgrades: 4, open: 1, live: 1 });
    expect(statuses()).toEqual(['Ready']);
  });

  test('in the middle of a session: one session', async () => {
    gateway = open();
    await gateway.complete;
    loopback.faults.nextUpgrades = [fault, fault];
    loopback.closeGateway(4000);
    await upgrades(4);
    await expect.poll(() => counts(), WITHIN).toMatchObject({ upgrades: 4, open: 1, live: 1 });
  });
});

test('a session outlives refused connections: no second IDENTIFY', async () => {
  gateway = open();
  await gateway.complete;
  loopback.faults.nextUpgrades = [503, 520];
  loopback.closeGateway(4000);
  await upgrades(4);
  await expect.poll(statuses, WITHIN).toEqual(['Ready']);
  expect(counts()).toMatchObject({ upgrades: 4, live: 1, identifies: 1 });
});

test.each([
  ['no JSON', '{"op":0,"t":"INTERACTION_CRE'],
  ['a READY of nothing', '{"op":0,"t":"READY","s":null,"d":null}'],
  ['an event of nothing', '{"op":0,"t":"GUILD_CREATE","s":null,"d":null}'],
  ['nothing', 'null'],
])('a frame that is %s: the connection is left, and the session resumed', async (_what, frame) => {
  gateway = open();
  await gateway.complete;
  loopback.sendFrame(frame);
  await upgrades(2);
  await expect.poll(statuses, WITHIN).toEqual(['Ready']);
  expect(counts()).toMatchObject({ upgrades: 2, live: 1, identifies: 1 });
});

test('told everything at once, again and again: one session', async () => {
  gateway = open();
  await gateway.complete;
  for (let round = 0; round < 3; round++) {
    for (let count = 0; count < 5; count++) {
      loopback.askToReconnect();
      loopback.invalidateSessions(count % 2 === 0);
    }
    await expect.poll(() => counts().live, WITHIN).toBe(1);
    await expect.poll(statuses, WITHIN).toEqual(['Ready']);
  }
  await expect.poll(() => counts().open).toBe(1);
}, 60_000);

test('a half-open connection is found by its heartbeats, and left', async () => {
  await loopback.close();
  loopback = await startLoopbackDiscord({ heartbeatMs: 300 });
  gateway = open();
  await gateway.complete;
  loopback.muteGateway();
  await expect.poll(() => counts().live, { timeout: 45_000 }).toBe(1);
  expect(counts().upgrades).toBe(2);
}, 60_000);

describe('of two shards', () => {
  const both = { ids: [0, 1], count: 2 };

  test('one is refused: the other serves, and both have one session in the end', async () => {
    loopback.faults.nextUpgrades = [null];
    loopback.faults.upgrades = 503;
    gateway = open(both);
    expect(await gateway.connected).toEqual({ applicationId: loopback.applicationId });
    await upgrades(4);
    expect(statuses().toSorted()).toEqual(['Connecting', 'Ready']);
    loopback.faults.upgrades = null;
    await gateway.complete;
    expect(counts()).toMatchObject({ live: 2, open: 2, identifies: 2 });
  });
});

describe('GET /gateway/bot', () => {
  test('that is answered with 500 at first is asked again', async () => {
    loopback.faults.gatewayBotFailures = 9;
    gateway = open();
    await gateway.complete;
    expect(counts()).toMatchObject({ upgrades: 1, identifies: 1, live: 1 });
  });
});
