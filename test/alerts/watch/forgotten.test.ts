import { expect, test } from 'vitest';
import { createConnectedServer, paying } from '../fakes/connected-server.js';
import { GUILD } from '../fakes/watch-harness.js';
import { KNOWN, OTHER } from '../external-changes/watched.js';

/** A server whose round waits for its pool, until `answer` is called. */
async function withRoundUnderWay() {
  const server = createConnectedServer();
  const pool = await server.connect('key', paying('main', '1', KNOWN));
  await server.pass(12);
  expect(await server.kept()).toContain('alert-listed 100:BTC');
  let answer = () => undefined as void;
  pool.gate = new Promise((resolve) => (answer = resolve));
  for (let look = 0; look < 13; look++) {
    await server.alerts.runner.look();
    server.clock.at += 5_000;
  }
  // The round begins once others had their turn.
  await new Promise((resolve) => setTimeout(resolve, 50));
  return { ...server, pool, answer };
}

test('what is deleted while a round waits for the pool doesn’t come back', async () => {
  const server = await withRoundUnderWay();
  const { alerts, guilds, pool, answer } = server;
  // What the pool says now would be written.
  pool.payments = [paying('main', '1', KNOWN), paying('other', '2', OTHER)];
  await guilds.forgetKey(GUILD);
  await alerts.forget(GUILD);
  answer();
  await alerts.runner.idle();
  await server.pass(3);
  expect(server.trouble).toEqual([]);
  expect(await server.kept()).toEqual([]);
});

test('nor where the store is away as the round ends', async () => {
  const server = await withRoundUnderWay();
  const { alerts, guilds, pool, answer } = server;
  pool.payments = [paying('main', '1', KNOWN), paying('other', '2', OTHER)];
  const present = await guilds.keyInfo(GUILD);
  await guilds.forgetKey(GUILD);
  await alerts.forget(GUILD);
  const keyInfo = guilds.keyInfo.bind(guilds);
  let isAway = true;
  let looks = 0;
  guilds.keyInfo = async (guildId) => {
    looks += 1;
    // The last look before a list is written was a moment before the key went.
    if (looks === 1) return present;
    if (isAway) throw new Error('away');
    return keyInfo(guildId);
  };
  answer();
  await alerts.runner.idle();
  expect(await server.kept()).toContain('alert-listed 100:BTC');
  await server.pass(1);
  expect(server.trouble).not.toEqual([]);
  isAway = false;
  await server.pass(1);
  expect(await server.kept()).toEqual([]);
});

test('nor does what is over, where it was about to be kept in the history', async () => {
  const server = createConnectedServer();
  const { alerts, clock, guilds, store } = server;
  await guilds.saveSettings(GUILD, { ...(await guilds.settings(GUILD)), auditChannelId: '555' });
  const pool = await server.connect('key', paying('main', '1', KNOWN));
  await server.pass(12);
  pool.payments = [paying('main', '1', OTHER)];
  await server.pass(6);
  await alerts.change(GUILD, ({ alerts: all, ...rest }) => ({
    ...rest,
    alerts: all.map((each) => ({ ...each, phase: 'resolved' as const, endedAt: clock.at })),
  }));
  const compareAndSet = store.compareAndSet.bind(store);
  let isDeleted = false;
  store.compareAndSet = async (space, ...rest) => {
    if (!isDeleted && space === 'alert-history') {
      isDeleted = true;
      await guilds.forgetKey(GUILD);
      await alerts.forget(GUILD);
    }
    return compareAndSet(space, ...rest);
  };
  await alerts.deliver(GUILD);
  expect(isDeleted).toBe(true);
  expect(server.trouble).toEqual([]);
  expect(await server.kept()).toEqual([]);
});

test('nor does what a round writes and posts that stood still before it judged', async () => {
  const server = createConnectedServer();
  const { alerts, guilds, store } = server;
  await guilds.saveSettings(GUILD, { ...(await guilds.settings(GUILD)), auditChannelId: '555' });
  const pool = await server.connect('key', paying('main', '1', KNOWN));
  await server.pass(12);
  pool.payments = [paying('main', '1', OTHER)];
  const compareAndSet = store.compareAndSet.bind(store);
  let isDeleted = false;
  store.compareAndSet = async (space, ...rest) => {
    if (!isDeleted && space === 'alert-states') {
      isDeleted = true;
      await guilds.forgetKey(GUILD);
      await alerts.forget(GUILD);
    }
    return compareAndSet(space, ...rest);
  };
  await server.pass(12);
  expect(isDeleted).toBe(true);
  expect(await server.kept()).toEqual([]);
});
