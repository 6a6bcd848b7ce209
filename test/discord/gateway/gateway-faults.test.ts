import { pino } from 'pino';
import { describe, expect as expectNow, test as base, vi } from 'vitest';
import { WebSocket } from 'ws';
import type { LoopbackDiscord, UpgradeFault } from '../../../sandbox/discord/loopback-discord.js';
import { startLoopbackDiscord } from '../../../sandbox/discord/server.js';
import { openGateway, type Gateway } from '../../../src/discord/gateway/gateway.js';

/** The unmodified discord.js, against a misbehaving gateway. Each test has its own. */
interface Harness {
  loopback: LoopbackDiscord;
  gateway: Gateway;
  open(shards?: { ids: readonly number[]; count: number }): Gateway;
  counts: () => LoopbackDiscord['connections'];
  statuses: () => string[];
  upgrades(least: number): Promise<void>;
}

const unused = () => undefined;
/** A tenth of the real ones. */
const WAITS = { firstGapMs: 100, turnMs: 550 };
const WITHIN = { timeout: 15_000 };

function openGatewayTo(
  loopback: LoopbackDiscord,
  onFatal: (reason: string) => void,
  shards?: { ids: readonly number[]; count: number },
): Gateway {
  return openGateway({
    token: loopback.token,
    apiUrl: loopback.apiUrl,
    ...(shards === undefined ? {} : { shards }),
    store: { claim: async () => true },
    log: pino({ level: 'silent' }),
    onApplication: unused,
    onInteraction: unused,
    onGuildAvailable: () => undefined,
    onGuildRemoved: unused,
    onUnauthorized: unused,
    onFatal,
    waits: WAITS,
  });
}

const test = base.extend<{ heartbeatMs: number | undefined; harness: Harness }>({
  heartbeatMs: undefined,
  async harness({ heartbeatMs }, use) {
    const fatal: string[] = [];
    const loopback = await startLoopbackDiscord(heartbeatMs === undefined ? {} : { heartbeatMs });
    const gateways: Gateway[] = [];
    const harness: Harness = {
      loopback,
      get gateway() {
        const [gateway] = gateways;
        if (gateway === undefined) throw new Error('not opened');
        return gateway;
      },
      open(shards) {
        gateways.push(openGatewayTo(loopback, (reason) => fatal.push(reason), shards));
        return harness.gateway;
      },
      counts: () => loopback.connections,
      statuses: () => harness.gateway.shards().map(({ status }) => status),
      upgrades: (least) =>
        vi.waitFor(
          () => expectNow(harness.counts().upgrades).toBeGreaterThanOrEqual(least),
          WITHIN,
        ),
    };
    await use(harness);
    await harness.gateway.stop();
    await loopback.close();
    expectNow(fatal).toEqual([]);
  },
});

const FAULTS: readonly UpgradeFault[] = [
  503,
  520,
  'hang',
  'reset',
  'no-hello',
  'close-after-hello',
  'no-ready',
  'invalid-session',
];

describe.concurrent.each(FAULTS)('with connections that meet %s', (fault) => {
  test('it is not ready, and a stop leaves nothing behind', async ({ harness, expect }) => {
    harness.loopback.faults.upgrades = fault;
    harness.open();
    await harness.upgrades(1);
    expect(harness.statuses()).not.toContain('Ready');
    await harness.gateway.stop();
    await expect.poll(() => harness.counts().open).toBe(0);
    const before = { ...harness.counts() };
    harness.loopback.faults.upgrades = null;
    // Longer than the first gaps.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(harness.counts()).toEqual(before);
  });
});

// The others only end by discord.js's own time limits, from 15 s on.
const QUICK: readonly UpgradeFault[] = [503, 'reset', 'close-after-hello', 'invalid-session'];

describe.concurrent.each(QUICK)('after connections that met %s', (fault) => {
  test('at start: one session', async ({ harness, expect }) => {
    harness.loopback.faults.nextUpgrades = [fault, fault, fault];
    harness.open();
    await harness.gateway.complete;
    expect(harness.counts()).toMatchObject({ upgrades: 4, open: 1, live: 1 });
    expect(harness.statuses()).toEqual(['Ready']);
  });

  test('in the middle of a session: one session', async ({ harness, expect }) => {
    harness.open();
    await harness.gateway.complete;
    harness.loopback.faults.nextUpgrades = [fault, fault];
    harness.loopback.closeGateway(4000);
    await harness.upgrades(4);
    await expect
      .poll(() => harness.counts(), WITHIN)
      .toMatchObject({ upgrades: 4, open: 1, live: 1 });
  });
});

test.concurrent('a session outlives refused connections: no second IDENTIFY', async ({
  harness,
  expect,
}) => {
  harness.open();
  await harness.gateway.complete;
  harness.loopback.faults.nextUpgrades = [503, 520];
  harness.loopback.closeGateway(4000);
  await harness.upgrades(4);
  await expect.poll(harness.statuses, WITHIN).toEqual(['Ready']);
  expect(harness.counts()).toMatchObject({ upgrades: 4, live: 1, identifies: 1 });
});

test.concurrent.for([
  ['no JSON', '{"op":0,"t":"INTERACTION_CRE'],
  ['a READY of nothing', '{"op":0,"t":"READY","s":null,"d":null}'],
  ['an event of nothing', '{"op":0,"t":"GUILD_CREATE","s":null,"d":null}'],
  ['nothing', 'null'],
] as const)(
  'a frame that is %s: the connection is left, and the session resumed',
  async ([, frame], { harness, expect }) => {
    harness.open();
    await harness.gateway.complete;
    harness.loopback.sendFrame(frame);
    await harness.upgrades(2);
    await expect.poll(harness.statuses, WITHIN).toEqual(['Ready']);
    expect(harness.counts()).toMatchObject({ upgrades: 2, live: 1, identifies: 1 });
  },
);

test.concurrent('told everything at once, again and again: one session', async ({
  harness,
  expect,
}) => {
  harness.open();
  await harness.gateway.complete;
  for (let round = 0; round < 3; round++) {
    for (let count = 0; count < 5; count++) {
      harness.loopback.askToReconnect();
      harness.loopback.invalidateSessions(count % 2 === 0);
    }
    await expect.poll(() => harness.counts().live, WITHIN).toBe(1);
    await expect.poll(harness.statuses, WITHIN).toEqual(['Ready']);
  }
  await expect.poll(() => harness.counts().open).toBe(1);
}, 60_000);

/**
 * `ws` also gives the other side 30 s to close a connection; here, 300 ms for those to this port.
 * If it ever keeps that figure elsewhere, the test takes 30 s again.
 */
function closeSoon(apiUrl: string): () => void {
  const { port } = new URL(apiUrl);
  const close: unknown = Reflect.get(WebSocket.prototype, 'close');
  if (typeof close !== 'function') throw new TypeError('no close');
  const spy = vi.spyOn(WebSocket.prototype, 'close').mockImplementation(function (
    this: WebSocket,
    ...given
  ) {
    if (this.url?.includes(`:${port}`)) Reflect.set(this, '_closeTimeout', 300);
    Reflect.apply(close, this, given);
  });
  return () => spy.mockRestore();
}

test.extend({ heartbeatMs: 300 }).concurrent(
  'a half-open connection is found by its heartbeats, and left',
  async ({ harness, expect, onTestFinished }) => {
    onTestFinished(closeSoon(harness.loopback.apiUrl));
    harness.open();
    await harness.gateway.complete;
    harness.loopback.muteGateway();
    await expect.poll(() => harness.counts().live, { timeout: 45_000 }).toBe(1);
    expect(harness.counts().upgrades).toBe(2);
  },
  60_000,
);

describe('of two shards', () => {
  const both = { ids: [0, 1], count: 2 };

  test.concurrent('one is refused: the other serves, and both have one session in the end', async ({
    harness,
    expect,
  }) => {
    harness.loopback.faults.nextUpgrades = [null];
    harness.loopback.faults.upgrades = 503;
    harness.open(both);
    expect(await harness.gateway.connected).toEqual({
      applicationId: harness.loopback.applicationId,
      userId: harness.loopback.botId,
    });
    await harness.upgrades(4);
    expect(harness.statuses().toSorted()).toEqual(['Connecting', 'Ready']);
    harness.loopback.faults.upgrades = null;
    await harness.gateway.complete;
    expect(harness.counts()).toMatchObject({ live: 2, open: 2, identifies: 2 });
  });
});

describe('GET /gateway/bot', () => {
  test.concurrent('that is answered with 500 at first is asked again', async ({
    harness,
    expect,
  }) => {
    harness.loopback.faults.gatewayBotFailures = 9;
    harness.open();
    await harness.gateway.complete;
    expect(harness.counts()).toMatchObject({ upgrades: 1, identifies: 1, live: 1 });
  });
});
