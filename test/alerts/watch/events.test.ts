import { describe, expect, test } from 'vitest';
import type { ExternalChangesWatch } from '../../../src/alerts/watch/ask-pool.js';
import type { GuildAlerts } from '../../../src/domain/alerts/alert.js';
import type { PoolEvent } from '../../../src/domain/alerts/reading.js';
import {
  lookAtContracts,
  type KnownContracts,
} from '../../../src/alerts/watch/measure/contracts.js';
import type { Contract, PaymentSettings } from '../../../src/pool-api/resources.js';
import { aSummary, away } from '../fakes/fake-pool.js';
import { aRule, createWatchHouse, GUILD, MINUTE } from '../fakes/watch-harness.js';

const told = ({ alerts }: GuildAlerts) => alerts.filter(({ firedAt }) => firedAt !== undefined);

describe('contracts', () => {
  test('of those that are no longer listed only the newest 500 are kept', () => {
    const contractsOf = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, at) => ({ contract_id: String(from + at) }));
    const look = (seen: KnownContracts | undefined, items: readonly Contract[]) =>
      lookAtContracts(seen, { mark: 'one', at: 1, items }).seen;
    let seen = look(undefined, contractsOf(0, 10));
    for (let from = 10; from < 2_000; from += 10) seen = look(seen, contractsOf(from, from + 10));
    expect(Object.keys(seen.contracts)).toHaveLength(510);
    // Listed again: the newest are known and the oldest are new.
    const known = (from: number) =>
      lookAtContracts(seen, { mark: 'one', at: 2, items: contractsOf(from, from + 1) }).events;
    expect(known(1_995)).toEqual([]);
    expect(known(1_500)).toEqual([]);
    expect(known(5)).toHaveLength(1);
  });

  const contract = (id: string, status = 'ACTIVE') => ({ contract_id: id, status });

  test('the first look tells nothing, then each change is told once', async () => {
    const house = await createWatchHouse([aRule('contracts', { currency: 'BTC' })]);
    house.pool.contracts = [contract('a'), contract('b')];
    await house.pass(5);
    expect(told(await house.state())).toEqual([]);
    house.pool.contracts = [contract('a', 'SETTLED'), contract('b'), contract('c')];
    await house.pass(5);
    const facts = told(await house.state()).map((each) => each.facts);
    expect(facts).toMatchObject([
      { kind: 'contract', change: 'settled', before: 'ACTIVE', contract: { contract_id: 'a' } },
      { kind: 'contract', change: 'new', contract: { contract_id: 'c' } },
    ]);
    // There and back are two changes; disappearing for a while is none.
    house.pool.contracts = [contract('a', 'ACTIVE')];
    await house.pass(5);
    house.pool.contracts = [contract('a', 'ACTIVE'), contract('b'), contract('c')];
    await house.pass(5);
    expect(told(await house.state())).toHaveLength(3);
  });

  test('one without an id is known again by the terms that both looks give', async () => {
    const house = await createWatchHouse([aRule('contracts', { currency: 'BTC' })]);
    const terms = { side: 'SELL', start_date: '2026-06-01', daily_hashrate_ph: '15' };
    const all = { ...terms, end_date: '2026-09-01', unit_hashprice: '50.10', status: 'ACTIVE' };
    const looksLike = async (...contracts: Contract[]) => {
      house.pool.contracts = contracts;
      await house.pass(5);
      return told(await house.state()).map((each) => each.facts);
    };
    await looksLike(all, { ...all, contract_id: 'a', side: 'BUY' });
    expect(await looksLike({ ...all, unit_hashprice: '50.1', daily_hashrate_ph: '15.0' })).toEqual(
      [],
    );
    expect(await looksLike({ ...all, unit_hashprice: null, end_date: undefined })).toEqual([]);
    expect(await looksLike({ ...all, side: 'BUY' }, all)).toEqual([]);
    expect(await looksLike({ status: 'ACTIVE' })).toEqual([]);
    const ended = { ...all, status: 'SETTLED' };
    expect(await looksLike({ ...ended, end_date: null })).toMatchObject([{ change: 'settled' }]);
    expect(await looksLike(ended)).toHaveLength(1);
    expect(await looksLike(ended, { ...all, unit_hashprice: '51' })).toMatchObject([
      { change: 'settled' },
      { change: 'new', contract: { unit_hashprice: '51' } },
    ]);
    expect(await looksLike(ended, { ...all, unit_hashprice: '51' }, all)).toHaveLength(3);
  });

  test('a status that is given later is none that changed', () => {
    const of = (status?: string) => ({ contract_id: '1', ...(status && { status }) });
    const looks = [undefined, 'ACTIVE', 'SETTLED'].map((status) => [of(status)]);
    let seen: KnownContracts | undefined;
    const events = looks.map((items, at) => {
      const looked = lookAtContracts(seen, { mark: 'one', at, items });
      ({ seen } = looked);
      return looked.events.map(({ facts }) => facts);
    });
    expect(events).toMatchObject([[], [], [{ change: 'settled', before: 'ACTIVE' }]]);
  });

  test('those of another workspace are not compared with', async () => {
    const house = await createWatchHouse([aRule('contracts', { currency: 'BTC' })]);
    house.pool.contracts = [contract('a')];
    await house.pass(5);
    await house.guilds.saveKey(GUILD, 'another-key', '1');
    house.pool.contracts = [contract('x')];
    await house.pass(5);
    expect(told(await house.state())).toEqual([]);
  });

  test('a second process that looked at the same time tells none twice', async () => {
    const house = await createWatchHouse([aRule('contracts', { currency: 'BTC' })]);
    await house.pass(5);
    const other = house.process();
    house.pool.contracts = [contract('a')];
    await house.pass(5);
    await house.pass(8, other);
    expect(told(await house.state())).toHaveLength(1);
  });
});

describe('approvals', () => {
  const waiting = (id: string, status = 'PENDING_APPROVAL'): PaymentSettings => ({
    status,
    subaccount: { id, name: id },
    addresses: null,
  });

  test('one that waits longer than the hours set is told, by when the bot first saw it', async () => {
    const rule = aRule('approval-waiting', { threshold: { unit: 'hours', value: '2' } });
    const house = await createWatchHouse([rule]);
    house.pool.payments = [waiting('a')];
    await house.pass(60);
    const other = house.process();
    await house.pass(55, other);
    expect(told(await house.state())).toEqual([]);
    await house.pass(20, other);
    expect(told(await house.state())).toMatchObject([{ limit: '2', atLeast: true }]);
    house.pool.payments = [waiting('a', 'ACTIVE')];
    await house.pass(20, other);
    expect(told(await house.state())).toMatchObject([{ phase: 'resolved' }]);
  });

  test.each([
    ['without its subaccount’s id', { name: 'a' }],
    ['without its subaccount’s name', { id: 'a' }],
    ['with another name', { id: 'a', name: 'b' }],
  ])('a record that comes %s is the same', async (_, subaccount) => {
    const rule = aRule('approval-waiting', { threshold: { unit: 'hours', value: '2' } });
    const house = await createWatchHouse([rule]);
    house.pool.payments = [waiting('a')];
    await house.pass(150);
    house.pool.payments = [{ ...waiting('a'), subaccount }];
    await house.pass(30);
    expect(told(await house.state())).toMatchObject([{ phase: 'firing' }]);
  });

  test('a status that the pool leaves out for a while begins no wait anew', async () => {
    const rule = aRule('approval-waiting', { threshold: { unit: 'hours', value: '2' } });
    const house = await createWatchHouse([rule]);
    house.pool.payments = [waiting('a')];
    await house.pass(60);
    house.pool.payments = [{ ...waiting('a'), status: null }];
    await house.pass(30);
    house.pool.payments = [waiting('a')];
    await house.pass(45);
    expect(told(await house.state())).toMatchObject([{ limit: '2', atLeast: true }]);
  });
});

describe('active miners', () => {
  test('are compared with the most of the day, once there is an hour of readings', async () => {
    const house = await createWatchHouse([aRule('active-miners')]);
    house.pool.summary = aSummary({ active_miners: 200 });
    await house.pass(50);
    expect(house.watch.counts().size).toBe(0);
    await house.pass(40);
    house.pool.summary = aSummary({ active_miners: 150 });
    await house.pass(12);
    expect(told(await house.state())).toMatchObject([
      { value: '150', baseline: '200', limit: '180' },
    ]);
  });
});

describe('changes made elsewhere', () => {
  const found: PoolEvent = { key: 'address-1', at: 1, facts: { kind: 'elsewhere' } };

  function createExternalChanges() {
    const turns: number[] = [];
    let [noted, isChanged, isSure] = [0, false, false];
    const externalChanges: ExternalChangesWatch = {
      siteNames: async () => new Map(),
      letGo: () => undefined,
      forget: async () => undefined,
      async turn(_guild, now) {
        turns.push(now);
        if (!isChanged) return { occurrences: [], again: false };
        if (!isSure) {
          isSure = true;
          return { occurrences: [], again: true };
        }
        return { occurrences: [found], again: false, noted: async () => void noted++ };
      },
    };
    return { externalChanges, turns, noted: () => noted, change: () => (isChanged = true) };
  }

  test('have a turn a minute, and a second one soon where one is not enough', async () => {
    const there = createExternalChanges();
    const house = await createWatchHouse([aRule('hashrate')], {
      externalChanges: there.externalChanges,
    });
    await house.pass(5);
    expect(there.turns).toHaveLength(5);
    there.change();
    await house.pass(1.5);
    const [first = 0, second = 0] = there.turns.slice(5);
    expect(second - first).toBeLessThan(MINUTE / 2);
    expect(told(await house.state())).toMatchObject([{ ruleId: 'elsewhere', isEvent: true }]);
    expect(there.noted()).toBeGreaterThan(0);
    await house.pass(5);
    expect(told(await house.state())).toHaveLength(1);
  });

  test('leave two requests a minute to the rules', async () => {
    const there = createExternalChanges();
    const rules = ['1', '2', '3', '4'].map((siteId) =>
      aRule('offline-miners', { id: siteId, siteId }),
    );
    const house = await createWatchHouse(rules, { externalChanges: there.externalChanges });
    await house.pass(20);
    expect(there.turns).toHaveLength(20);
    expect(house.pool.asked.length).toBeLessThanOrEqual(40);
    expect(house.pool.asked.length).toBeGreaterThan(36);
  });

  test('that want a second turn each minute leave one request less to the rules', async () => {
    let turns = 0;
    const externalChanges: ExternalChangesWatch = {
      siteNames: async () => new Map(),
      letGo: () => undefined,
      forget: async () => undefined,
      async turn() {
        turns++;
        return { occurrences: [], again: true };
      },
    };
    const rules = ['1', '2', '3', '4'].map((siteId) =>
      aRule('offline-miners', { id: siteId, siteId }),
    );
    const house = await createWatchHouse(rules, { externalChanges });
    await house.pass(20);
    expect(turns).toBeGreaterThan(36);
    expect(turns + house.pool.asked.length).toBeLessThanOrEqual(61);
  });

  test('that read two lists leave one request to the rules, in the first minute too', async () => {
    const externalChanges: ExternalChangesWatch = {
      siteNames: async () => new Map(),
      letGo: () => undefined,
      forget: async () => undefined,
      async turn() {
        return { occurrences: [], again: false, reads: 2 };
      },
    };
    const rules = ['1', '2', '3'].map((siteId) => aRule('offline-miners', { id: siteId, siteId }));
    const house = await createWatchHouse(rules, { externalChanges });
    for (let minutes = 1; minutes <= 6; minutes++) {
      await house.pass(1);
      expect(house.pool.asked.length).toBeLessThanOrEqual(minutes);
    }
    expect(house.pool.asked.length).toBeGreaterThan(4);
  });

  test('a turn that fails counts as a read, and its success ends an outage', async () => {
    let isAway = true;
    const externalChanges: ExternalChangesWatch = {
      siteNames: async () => new Map(),
      letGo: () => undefined,
      forget: async () => undefined,
      async turn() {
        if (isAway) throw away();
        return { occurrences: [], again: false };
      },
    };
    const house = await createWatchHouse([], { externalChanges });
    house.pool.error = away();
    await house.pass(13);
    expect(told(await house.state())).toMatchObject([{ ruleId: 'pool', phase: 'firing' }]);
    isAway = false;
    await house.pass(8);
    expect(told(await house.state())).toMatchObject([{ ruleId: 'pool', phase: 'resolved' }]);
  });

  test('a list that can’t be read for half an hour is told once, while the rest goes on', async () => {
    const externalChanges: ExternalChangesWatch = {
      siteNames: async () => new Map(),
      letGo: () => undefined,
      forget: async () => undefined,
      async turn() {
        throw away();
      },
    };
    const house = await createWatchHouse([aRule('hashrate')], { externalChanges });
    const tells = async () =>
      (await house.state()).tells.map(({ ruleId, what }) => `${ruleId} ${what}`);
    await house.pass(25);
    expect(await tells()).toEqual([]);
    await house.pass(40);
    expect(await tells()).toEqual(['elsewhere no-data']);
  });
});
