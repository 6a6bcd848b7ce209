import { describe, expect, test } from 'vitest';
import type { GuildAlerts } from '../../../src/domain/alerts/alert.js';
import { PoolKeyRefused } from '../../../src/domain/errors/pool-errors.js';
import { aSummary, away } from '../fakes/fake-pool.js';
import { createAlertStates } from '../../../src/alerts/alert-states.js';
import { createRuleStore } from '../../../src/alerts/rule-store.js';
import { aRule, createWatchHouse, GUILD, MINUTE, START } from '../fakes/watch-harness.js';

const phases = ({ alerts }: GuildAlerts) =>
  Object.fromEntries(alerts.map(({ ruleId, phase }) => [ruleId, phase]));
const whats = ({ tells }: GuildAlerts) => tells.map(({ ruleId, what }) => `${ruleId} ${what}`);
const low = aSummary({ hashrate_5m: '700' });

describe('the watch', () => {
  test('fires after the pending period, not before, and is over once clear for five minutes', async () => {
    const house = await createWatchHouse([aRule('hashrate')]);
    await house.pass(3);
    expect(await house.state()).toMatchObject({ alerts: [], tells: [] });
    const clear = house.pool.summary;
    house.pool.summary = low;
    await house.pass(10);
    expect(phases(await house.state())).toEqual({ hashrate: 'pending' });
    await house.pass(1);
    const firing = await house.state();
    expect(whats(firing)).toEqual(['hashrate firing']);
    expect(firing.alerts[0]).toMatchObject({ value: '700', limit: '800', baseline: '1000' });
    expect(house.delivered).toContain(GUILD);
    house.pool.summary = { ...clear, hashrate_5m: '820' };
    await house.pass(8);
    expect(phases(await house.state())).toEqual({ hashrate: 'firing' });
    house.pool.summary = clear;
    await house.pass(7);
    expect(phases(await house.state())).toEqual({ hashrate: 'resolved' });
    expect(house.trouble).toEqual([]);
  });

  test('without figures nothing fires or ends; after half an hour that is told', async () => {
    const house = await createWatchHouse([aRule('hashrate'), aRule('margin', { currency: 'BTC' })]);
    house.pool.balances = { current_available: { maintenance_available: '1.5' } };
    house.pool.summary = low;
    await house.pass(12);
    house.pool.summary = aSummary({ hashrate_24h: null });
    await house.pass(29);
    expect(whats(await house.state())).toEqual(['hashrate firing']);
    await house.pass(3);
    expect(whats(await house.state())).toEqual(['hashrate firing', 'hashrate no-data']);
    expect(phases(await house.state())).toEqual({ hashrate: 'firing' });
  });

  test('a pool that is away is told of also where each round takes minutes to fail', async () => {
    const house = await createWatchHouse([aRule('hashrate'), aRule('temperature')]);
    await house.pass(2);
    // Retries take seconds, and in the playground's fast hour a second is a minute.
    house.pool.error = away();
    Object.defineProperty(house.pool, 'gate', {
      get: async () => {
        for (let minute = 0; minute < 3; minute++) {
          house.clock.at += MINUTE;
          await house.watch.rounds.look();
        }
      },
    });
    const until = house.clock.at + 40 * MINUTE;
    while (house.clock.at < until) await house.pass(1);
    expect(whats(await house.state())).toEqual(['pool firing']);
  });

  test('a pool that gives nothing is told after ten minutes, and all else rests', async () => {
    const house = await createWatchHouse([aRule('hashrate'), aRule('efficiency')]);
    await house.pass(2);
    house.pool.error = away();
    await house.pass(9);
    expect(whats(await house.state())).toEqual([]);
    await house.pass(40);
    expect(whats(await house.state())).toEqual(['pool firing']);
    house.pool.error = null;
    await house.pass(7);
    expect(phases(await house.state())).toEqual({ pool: 'resolved' });
    expect(whats(await house.state())).toEqual(['pool firing', 'pool resolved']);
  });

  test('a refused key is told at once', async () => {
    const house = await createWatchHouse([aRule('hashrate')]);
    house.pool.error = new PoolKeyRefused({ operation: 'getSummary', outcome: 'refused' });
    await house.pass(1.5);
    expect(whats(await house.state())).toEqual(['pool firing']);
  });

  test('tells since when nobody could look at a server, after several rounds', async () => {
    const house = await createWatchHouse([aRule('hashrate')]);
    const { rounds } = house.watch;
    expect(rounds.unwatchedSince(GUILD)).toBeNull();
    rounds.start();
    await house.pass(10);
    expect(rounds.unwatchedSince(GUILD)).toBeNull();
    await house.store.namespace('alert-states').set(GUILD, 'damaged');
    await house.pass(3);
    expect(rounds.unwatchedSince(GUILD)).toBeNull();
    await house.pass(10);
    expect(rounds.unwatchedSince(GUILD)).toBeGreaterThan(START + 8 * MINUTE);
    await rounds.stop();
  });

  test('a miner that is listed twice counts once', async () => {
    const ten = { unit: 'miners', value: '10' } as const;
    const house = await createWatchHouse([aRule('offline-miners', { threshold: ten })]);
    const miners = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ id: `${index}`, hashing_status: 'offline' }));
    house.pool.miners = [...miners(9), ...miners(9)];
    await house.pass(15);
    expect(await house.state()).toMatchObject({ alerts: [] });
    house.pool.miners = miners(10);
    await house.pass(15);
    expect(whats(await house.state())).toEqual(['offline-miners firing']);
  });

  test('one read that fails is no outage', async () => {
    const house = await createWatchHouse([aRule('hashrate'), aRule('offline-miners')]);
    house.pool.error = away();
    house.pool.failing = ['listMiners'];
    await house.pass(20);
    expect(phases(await house.state())).toEqual({});
  });

  test('the pool is asked three times a minute, and each rule is read', async () => {
    const fleets = ['1', '2', '3'].flatMap((siteId) => [
      aRule('offline-miners', { id: `o${siteId}`, siteId }),
      aRule('failing-miners', { id: `f${siteId}`, siteId }),
      aRule('temperature', { id: `t${siteId}`, siteId }),
    ]);
    const house = await createWatchHouse([...fleets, aRule('hashrate'), aRule('revenue')]);
    house.pool.miners = Array.from({ length: 40 }, (_, id) => ({
      id: String(id),
      hashing_status: 'offline',
      healthy_status: 'failing',
      max_temperature: '90',
    }));
    await house.pass(60);
    const perMinute = new Map<number, number>();
    for (const { at } of house.pool.asked) {
      const minute = Math.floor(at / MINUTE);
      perMinute.set(minute, (perMinute.get(minute) ?? 0) + 1);
    }
    expect(Math.max(...perMinute.values())).toBeLessThanOrEqual(3);
    const { alerts } = await house.state();
    const fired = alerts.filter(({ firedAt }) => firedAt !== undefined);
    // An offline miner still has its temperature from long ago.
    expect(fired.map(({ ruleId }) => ruleId).toSorted()).toEqual([
      'f1',
      'f2',
      'f3',
      'o1',
      'o2',
      'o3',
    ]);
  });

  test('the hottest miner is found behind many that are offline', async () => {
    const house = await createWatchHouse([aRule('temperature', { forMinutes: 0 })]);
    const miner = (hashing_status: string, max_temperature: string) => ({
      hashing_status,
      max_temperature,
    });
    house.pool.miners = [
      ...Array.from({ length: 90 }, () => miner('HASHING_STATUS_OFFLINE', '130')),
      miner('hashing', '120'),
      miner('hashing', '50'),
    ];
    await house.pass(3);
    expect((await house.state()).alerts).toMatchObject([{ phase: 'firing', value: '120' }]);
  });

  test('miners count in another spelling, and a status that isn’t described ends no alert', async () => {
    const house = await createWatchHouse([aRule('offline-miners')]);
    house.pool.filters = false;
    const all = (hashing_status: string) =>
      Array.from({ length: 40 }, (_, id) => ({ id: String(id), hashing_status }));
    house.pool.miners = all('HASHING_STATUS_OFFLINE');
    await house.pass(30);
    expect(phases(await house.state())).toEqual({ 'offline-miners': 'firing' });
    house.pool.miners = all('asleep');
    await house.pass(30);
    expect(phases(await house.state())).toEqual({ 'offline-miners': 'firing' });
    house.pool.miners = all('HASHING_STATUS_IDLE');
    await house.pass(30);
    expect(phases(await house.state())).toEqual({ 'offline-miners': 'resolved' });
  });

  test('the alert of a rule that has gone is closed', async () => {
    const house = await createWatchHouse([aRule('hashrate')]);
    house.pool.summary = low;
    await house.pass(12);
    await createRuleStore(house.store).change(GUILD, (now) => ({ ...now, rules: [] }));
    await house.pass(2);
    expect(phases(await house.state())).toEqual({ hashrate: 'closed' });
  });

  test('another API key closes what the first one’s figures began, and ends nothing', async () => {
    const house = await createWatchHouse([aRule('hashrate'), aRule('revenue')]);
    const clear = house.pool.summary;
    house.pool.summary = low;
    await house.pass(12);
    expect(phases(await house.state())).toEqual({ hashrate: 'firing' });
    await house.guilds.saveKey(GUILD, 'another-key', '1');
    await house.pass(2);
    const [alert, again] = (await house.state()).alerts;
    expect(alert).toMatchObject({ phase: 'closed', closedBy: 'other-key' });
    expect(again).toMatchObject({ phase: 'pending' });
    expect(whats(await house.state())).toEqual(['hashrate firing']);
    house.pool.summary = clear;
    await house.pass(20);
    expect(whats(await house.state())).toEqual(['hashrate firing']);
  });

  test('another API key is how a refused one ends', async () => {
    const house = await createWatchHouse([aRule('hashrate')]);
    house.pool.error = new PoolKeyRefused({ operation: 'getSummary', outcome: 'unknown' });
    await house.pass(2);
    expect(phases(await house.state())).toEqual({ pool: 'firing' });
    await house.guilds.saveKey(GUILD, 'another-key', '1');
    house.pool.error = null;
    await house.pass(8);
    expect(phases(await house.state())).toEqual({ pool: 'resolved' });
  });

  test('a minute in which nothing changes writes nothing but readings', async () => {
    const house = await createWatchHouse([aRule('hashrate'), aRule('contracts')]);
    await house.pass(10);
    const before = await house.store.namespace('alert-states').get(GUILD);
    await house.pass(10);
    expect(before).toBeUndefined();
    expect(await house.store.namespace('alert-states').get(GUILD)).toBeUndefined();
    const kept = await house.watch.readings.recent(
      GUILD,
      { currency: 'BTC', scope: {}, figure: 'active_miners' },
      { hours: 1, since: 0 },
    );
    expect(kept.map(({ value }) => value)).toContain('100');
  });

  test('a slow pool keeps no other server waiting, and is not asked again meanwhile', async () => {
    const house = await createWatchHouse([aRule('hashrate')]);
    const other = await house.connect('200', [aRule('hashrate')]);
    let open = () => {};
    house.pool.gate = new Promise((resolve) => (open = resolve));
    other.summary = low;
    for (let look = 0; look < 15 * 12; look++) {
      await house.watch.rounds.look();
      await new Promise((resolve) => setTimeout(resolve, 2));
      house.clock.at += 5_000;
    }
    expect(phases(await house.state('200'))).toEqual({ hashrate: 'firing' });
    expect(house.pool.asked).toHaveLength(1);
    open();
    await house.watch.rounds.idle();
  });

  test('many slow pools keep no other server waiting', async () => {
    const house = await createWatchHouse([]);
    const never = new Promise<void>(() => {});
    for (let id = 0; id < 60; id++) (await house.connect(`slow-${id}`)).gate = never;
    house.pool.gate = never;
    for (let look = 0; look < 13; look++) {
      await house.watch.rounds.look();
      house.clock.at += 5_000;
    }
    const other = await house.connect('other');
    for (let look = 0; look < 25; look++) {
      await house.watch.rounds.look();
      house.clock.at += 5_000;
    }
    await expect.poll(() => other.asked.length).toBeGreaterThan(0);
  });

  test('what a disconnected server had is gone, and it is watched no more', async () => {
    const house = await createWatchHouse([aRule('hashrate')]);
    house.pool.summary = low;
    await house.pass(12);
    await house.guilds.forgetKey(GUILD);
    await house.watch.forget(GUILD);
    await createAlertStates(house.store).forget(GUILD);
    const asked = house.pool.asked.length;
    await house.pass(5);
    expect(house.pool.asked).toHaveLength(asked);
    expect(await house.state()).toMatchObject({ alerts: [], tells: [] });
    expect(house.watch.counts().size).toBe(0);
  });
});

describe('two processes', () => {
  test('one judges a server; after its death the other goes on with the same alert', async () => {
    const house = await createWatchHouse([aRule('hashrate')]);
    const other = house.process();
    house.pool.summary = low;
    await house.pass(5);
    const { alerts } = await house.state();
    await house.pass(8, other);
    const taken = await house.state();
    expect(taken.alerts).toHaveLength(1);
    expect(taken.alerts[0]?.id).toBe(alerts[0]?.id);
    expect(whats(taken)).toEqual(['hashrate firing']);
  });

  test('a stopped one lets go, so that the other begins at once', async () => {
    const house = await createWatchHouse([aRule('hashrate')]);
    await house.pass(2);
    await house.watch.rounds.stop();
    const other = house.process();
    const asked = house.pool.asked.length;
    await house.pass(1.5, other);
    expect(house.pool.asked.length).toBeGreaterThan(asked);
  });
});
