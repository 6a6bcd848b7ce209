import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listen, type Listening } from '../../sandbox/listen.js';
import { createMovableClock } from '../../sandbox/movable-clock.js';
import { createOutbox, post } from '../../src/jobs/outbox.js';
import { enqueuePage } from '../../src/alerts/operator-pager.js';
import { createMetrics } from '../../src/ops/metrics.js';
import { openStore, type Store } from '../../src/store/store.js';
import { createFakeChannels } from '../support/fake-channels.js';
import { startHouse } from '../support/process.js';
import { silentLog as log } from '../support/silent-log.js';

const clock = createMovableClock({ startAt: Date.UTC(2026, 10, 29, 12), ticking: false });
const page = {
  status: 'fired',
  alert: 'hashrate-1',
  severity: 'critical',
  title: 'Hashrate at 75.5% of 24 h · North\\_Ridge',
} as const;

let folder: string;
let store: Store;
let received: { readonly method: string; readonly body: string }[];
let status: number;
let receiver: Listening;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pitboss-webhooks-'));
  store = await openStore({ dataDir: folder, clock });
  received = [];
  status = 204;
  receiver = await listen(async (request) => {
    received.push({ method: request.method, body: await request.text() });
    return new Response(null, { status });
  });
});
afterEach(async () => {
  await receiver.stop();
  await store.close();
  rmSync(folder, { recursive: true });
});

function outboxWith(pagerUrl: string | undefined) {
  const channels = createFakeChannels(clock);
  const leader = { isLeader: () => true };
  const parts = { store, clock, channels, leader, log, metrics: createMetrics(), pagerUrl };
  return { deliver: () => createOutbox(parts).deliver(), fake: channels };
}

const isEmpty = async () =>
  (await store.db.selectFrom('outbox').selectAll().execute()).length === 0;

test('a pager gets each alert as JSON, and is tried again until it takes it', async () => {
  const { deliver, fake } = outboxWith(receiver.origin);
  fake.fault = () => Promise.reject(new Error('Discord has nothing to do with it'));
  await store.inGuild('1', (tx) => enqueuePage({ tx, guildId: '1', now: clock.now() }, page));
  status = 503;
  await deliver();
  expect(await isEmpty()).toBe(false);
  status = 204;
  const at = new Date(clock.now()).toISOString();
  await clock.jump(60_000);
  await deliver();
  expect(await isEmpty()).toBe(true);
  const told = { ...page, server: '1', title: 'Hashrate at 75.5% of 24 h · North_Ridge', at };
  expect(received.map(({ body }) => JSON.parse(body))).toEqual([told, told]);
});

test('without a pager alerts wait for nobody, and Discord’s posts go to Discord', async () => {
  const { deliver, fake } = outboxWith(undefined);
  await store.inGuild('1', async (tx) => {
    const here = { tx, guildId: '1', now: clock.now() };
    await enqueuePage(here, page);
    await post(here, { key: 'note:1', channel: 'general', reply: { content: 'hello' } });
  });
  await deliver();
  expect(fake.texts('general')).toEqual(['hello']);
  expect(await isEmpty()).toBe(true);
  expect(received).toEqual([]);
});

test('the heartbeat is asked for once a minute while the bot is ready', async () => {
  const house = await startHouse();
  await house.startHere({ HEARTBEAT_URL: receiver.origin });
  await house.clock.advance(61_000);
  await vi.waitFor(() => expect(received).toEqual([{ method: 'GET', body: '' }]));
  await house.close();
});

test(
  'an alert that fires and resolves is told to the pager as one',
  { timeout: 30_000 },
  async () => {
    const house = await startHouse();
    await house.startHere({ ALERT_WEBHOOK_URL: receiver.origin });
    const { workspace, guild } = await house.newServer();
    const body = { error: { message: 'Invalid API key' } };
    workspace.fault = () => ({ kind: 'answer', status: 401, body });
    while (received.length < 1) await house.clock.advance(60_000);
    workspace.fault = null;
    while (received.length < 2) await house.clock.advance(60_000);
    const pages = received.map((each) => JSON.parse(each.body));
    expect(pages).toMatchObject([
      { status: 'fired', server: guild.id, severity: 'warning' },
      { status: 'resolved', server: guild.id, alert: pages[0]?.alert },
    ]);
    await house.close();
  },
);
