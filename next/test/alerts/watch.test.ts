import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readReadings } from '../../src/alerts/rows.js';
import { PoolError } from '../../src/pool/pool-error.js';
import { ADAM, SOFIA } from '../guilds/support.js';
import {
  ADDRESS_CHANGED,
  ALL_WELL,
  CHANNEL,
  GUILD,
  HOUR,
  minersOff,
  NOW,
  watchedServer,
  type WatchedServer,
} from './support/alerts.js';

let server: WatchedServer;
beforeEach(async () => {
  server = await watchedServer();
});
afterEach(() => server.close());

const LOW = { ...ALL_WELL, hashrate_5m: '75' };

describe('a rule', () => {
  it('is told of once, its message edited, and its end is a reply', async () => {
    await server.add('hashrate');
    await server.pass(2);
    server.workspace.summary = LOW;
    await server.pass(10);
    expect(server.messages()).toEqual([]);
    await server.pass(20);
    expect(server.messages()).toEqual(['Firing · Hashrate at 75% of 24 h']);
    server.workspace.summary = ALL_WELL;
    await server.pass(7);
    const [first, ...replies] = server.messages();
    expect(first).toBe('Resolved · Hashrate');
    expect(replies).toMatchObject([expect.stringContaining('Hashrate is back')]);
    await server.pass(30);
    expect(server.messages()).toHaveLength(2);
    expect(await server.alerts.past(GUILD, NOW)).toMatchObject([{ phase: 'resolved' }]);
  });

  it('that never fires leaves nothing behind', async () => {
    await server.add('hashrate');
    server.workspace.summary = LOW;
    await server.pass(5);
    expect((await server.alerts.stand(GUILD)).alerts).toMatchObject([{ phase: 'pending' }]);
    server.workspace.summary = ALL_WELL;
    await server.pass(1);
    const rows = server.store.db.selectFrom('alert').selectAll();
    expect(await rows.execute()).toEqual([]);
    expect(server.messages()).toEqual([]);
  });

  it('on miners names the first of them', async () => {
    await server.add('offline-miners');
    server.workspace.offline = minersOff(12);
    await server.pass(12);
    const [alert] = await server.alerts.open(GUILD);
    expect(alert?.reading).toMatchObject({ value: '12' });
    expect(alert?.reading?.miners).toHaveLength(5);
  });

  it('keeps figures for comparisons and small charts, for a day', async () => {
    const rule = await server.add('hashrate');
    await server.pass(60);
    const kept = () => readReadings(server.store.db, rule, NOW);
    expect((await kept()).length).toBeGreaterThanOrEqual(11);
    expect((await kept())[0]).toMatchObject({ value: '100' });
    server.time.now += 27 * HOUR;
    await server.pass(2);
    expect(await kept()).toHaveLength(1);
  });
});

describe('requests', () => {
  /** The most in one minute. */
  async function most(minutes: number): Promise<number> {
    let most = 0;
    for (let minute = 0; minute < minutes; minute++) {
      const before = server.workspace.requests.length;
      await server.pass(1);
      most = Math.max(most, server.workspace.requests.length - before);
    }
    return most;
  }

  it('are shared by rules that read the same', async () => {
    for (const condition of ['hashrate', 'active-miners', 'efficiency'] as const)
      await server.add(condition);
    await server.pass(1);
    expect(server.workspace.requests).toEqual(['payment settings', 'summary']);
  });

  it('are three a minute at most with 25 rules', async () => {
    for (let hall = 1; hall <= 25; hall++)
      await server.add('hashrate', { subaccounts: [`hall-${hall}`] });
    expect(await most(15)).toBe(3);
  });

  it('take turns, and rules fire though their readings are minutes apart', async () => {
    for (let hall = 1; hall <= 10; hall++)
      await server.add('hashrate', { subaccounts: [`hall-${hall}`] });
    server.workspace.summary = LOW;
    await server.pass(20);
    expect(await server.alerts.open(GUILD)).toHaveLength(10);
  });

  it('for revenue are made once an hour', async () => {
    await server.add('revenue');
    await server.pass(60);
    expect(server.workspace.requests.filter((name) => name === 'revenue')).toHaveLength(1);
  });
});

describe('a pool that cannot be read', () => {
  it('is told of after ten minutes, while other rules rest', async () => {
    await server.guilds.configure(GUILD, ADAM, (settings) => ({
      ...settings,
      alerts: { channel: CHANNEL, role: null },
    }));
    await server.add('hashrate');
    server.workspace.fault = new PoolError('unreachable');
    await server.pass(9);
    expect(server.messages()).toEqual([]);
    await server.pass(90);
    expect(server.messages()).toEqual(['Firing · The pool can’t be read']);
    server.workspace.fault = null;
    await server.pass(7);
    expect(server.messages()[0]).toMatch(/^Resolved/);
    expect(server.messages()).toHaveLength(2);
  });

  it('is told of at once where it refuses the key', async () => {
    await server.guilds.configure(GUILD, ADAM, (settings) => ({
      ...settings,
      alerts: { channel: CHANNEL, role: null },
    }));
    server.workspace.fault = new PoolError('key', { status: 401 });
    await server.pass(2);
    expect(server.messages()).toHaveLength(1);
  });
});

describe('an event', () => {
  it('is told once: the balance fell', async () => {
    await server.add('payout');
    await server.pass(3);
    server.workspace.summary = { ...ALL_WELL, balance: [{ currency_type: 'BTC', revenue: '0.1' }] };
    await server.pass(20);
    expect(server.messages()).toEqual(['Alert · Balance fell by 0.40000000 BTC']);
    const [alert] = await server.alerts.open(GUILD);
    expect(alert?.event?.lines).toEqual(['0.50000000 BTC → **0.10000000 BTC**']);
    expect(alert?.remindAt).toBe(null);
  });

  it('is told once: a contract is new', async () => {
    await server.add('contracts');
    await server.pass(2);
    server.workspace.contracts = [
      { contract_id: 'c1', status: 'ACTIVE', side: 'SELL', daily_hashrate_ph: 60 },
    ];
    await server.pass(20);
    expect(server.messages()).toEqual(['Alert · New contract: SELL 60 PH/s']);
  });

  it('elsewhere stands in the trail, and in the audit channel where alerts have none', async () => {
    await server.guilds.configure(GUILD, ADAM, (settings) => ({
      ...settings,
      auditChannel: '400',
    }));
    server.workspace.changed = [ADDRESS_CHANGED];
    await server.pass(3);
    expect(server.messages('400')).toContain('Alert · New payout address');
    expect(server.messages('400').join('\n')).toContain(
      '🚨 New payout address at the pool: BTC payouts of **cedar-ridge-air**',
    );
    expect(await server.trail()).toContain('changed-elsewhere');
  });

  it('is over once somebody acknowledges it', async () => {
    server.workspace.changed = [ADDRESS_CHANGED];
    await server.pass(2);
    const [alert] = await server.alerts.open(GUILD);
    await server.alerts.acknowledge(GUILD, SOFIA, alert?.id ?? '');
    expect(await server.alerts.open(GUILD)).toEqual([]);
    expect(await server.alerts.past(GUILD, NOW)).toMatchObject([
      { acknowledged: { by: SOFIA.id } },
    ]);
  });
});

describe('processes', () => {
  it('hand over without telling anything twice or starting anew', async () => {
    await server.add('hashrate');
    server.workspace.summary = LOW;
    await server.pass(6);
    const next = server.startProcess();
    await server.pass(6, next);
    expect(server.messages()).toHaveLength(1);
    const third = server.startProcess();
    await server.pass(10, third);
    expect(server.messages()).toHaveLength(1);
  });

  it('that both look change nothing twice', async () => {
    await server.add('payout');
    await server.add('contracts');
    await server.pass(3);
    server.workspace.summary = { ...ALL_WELL, balance: [{ currency_type: 'BTC', revenue: '0.1' }] };
    server.workspace.contracts = [{ contract_id: 'c2', status: 'ACTIVE', side: 'BUY' }];
    const other = server.startProcess();
    // Both believe to lead, for a minute.
    for (let second = 0; second < 120; second++) {
      server.time.now += 1_000;
      await Promise.all([server.alerts.watch(), other.alerts.watch()]);
    }
    await server.pass(2);
    expect(server.messages()).toHaveLength(2);
  });
});

describe('answers that arrive late', () => {
  /** A round whose answers are made now, and arrive when it is called. */
  async function lateRound(): Promise<() => Promise<void>> {
    let arrive = () => {};
    server.workspace.slow = new Promise((resolve) => {
      arrive = resolve;
    });
    const asked = server.workspace.requests.length;
    const rounds: Promise<void>[] = [];
    const isAsked = (name: string) => name !== 'payment settings';
    while (!server.workspace.requests.slice(asked).some(isAsked)) {
      server.time.now += 1_000;
      rounds.push(server.alerts.watch());
      await new Promise((resolve) => setImmediate(resolve));
    }
    server.workspace.slow = null;
    return async () => {
      arrive();
      await Promise.all(rounds);
      await server.pass(1);
    };
  }

  it('say nothing of the workspace of another key', async () => {
    await server.add('hashrate', { forMinutes: 0 });
    await server.pass(2);
    server.workspace.summary = LOW;
    const arrive = await lateRound();
    server.workspace.summary = ALL_WELL;
    await server.guilds.connect(GUILD, ADAM, 'lpk_other_1234');
    await arrive();
    expect(server.messages()).toEqual([]);
  });
});
