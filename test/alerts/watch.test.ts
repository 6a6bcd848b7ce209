import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RuleDraft } from '../../src/alerts/rule.js';
import { stored } from '../../src/alerts/alert.js';
import { ChannelError } from '../../src/discord/channels.js';
import { ADAM, refusal, SOFIA } from '../guilds/support.js';
import {
  ADDRESS_CHANGED,
  ALL_WELL,
  CHANNEL,
  DAY,
  GUILD,
  fire,
  HOUR,
  LOW,
  NOW,
  watchedServer,
  type WatchedServer,
} from './support/alerts.js';

let server: WatchedServer;
beforeEach(async () => {
  server = await watchedServer();
});
afterEach(() => server.close());

async function setAuditChannel(): Promise<void> {
  await server.guilds.configure(GUILD, ADAM, (now) => ({ ...now, auditChannel: '400' }));
}

/** The balance falls. */
const PAID = { ...ALL_WELL, balance: [{ currency_type: 'BTC', revenue: '0.1' }] };

describe('a rule', () => {
  it('that somebody acknowledged is reminded of once, after a day', async () => {
    await fire(server);
    const [alert] = await server.alerts.open(GUILD);
    await server.alerts.acknowledge(GUILD, SOFIA, alert?.id ?? '');
    server.time.now += 24 * HOUR;
    await server.pass(2);
    expect(server.messages()[1]).toBe('<@202> ⏰ **You have this:** Hashrate at 75%, for 24 h.');
    expect(server.channels.all(CHANNEL)[1]?.reply.pings).toEqual({ users: ['202'] });
  });

  it('that never fires leaves nothing behind', async () => {
    await server.add('hashrate');
    server.workspace.summary = LOW;
    await server.pass(5);
    expect((await server.alerts.all(GUILD)).alerts).toMatchObject([{ phase: 'pending' }]);
    server.workspace.summary = ALL_WELL;
    await server.pass(1);
    expect(await stored.alerts.list(server.store.db, GUILD)).toEqual([]);
    expect(server.messages()).toEqual([]);
  });

  it('keeps figures for comparisons and small charts, for a day', async () => {
    const { id } = await server.add('hashrate');
    await server.pass(60);
    const kept = async () => (await server.alerts.rule(GUILD, id)).note.figures;
    expect((await kept()).length).toBeGreaterThanOrEqual(11);
    server.workspace.summary = LOW;
    await server.pass(12);
    const [post] = server.channels.all(CHANNEL);
    expect(post?.reply.cards?.[0]?.chart).toMatchObject({ name: 'hashrate.png' });
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

describe('an event', () => {
  it('elsewhere stands in the trail, and in the audit channel where alerts have none', async () => {
    await setAuditChannel();
    server.workspace.changed = [ADDRESS_CHANGED];
    await server.pass(3);
    expect(server.messages('400')).toContain('Alert · New payout address');
    expect(server.messages('400').join('\n')).toContain(
      '🚨 New payout address at the pool: BTC payouts of **cedar-ridge-air**',
    );
    expect(await server.trail()).toContain('changed-elsewhere');
  });

  it('is over once somebody acknowledges it, and not told again though it is found again', async () => {
    server.workspace.changed = [ADDRESS_CHANGED];
    await server.pass(2);
    server.workspace.changed = [ADDRESS_CHANGED];
    await server.pass(2);
    const [alert] = await server.alerts.open(GUILD);
    await server.alerts.acknowledge(GUILD, SOFIA, alert?.id ?? '');
    server.workspace.changed = [ADDRESS_CHANGED];
    await server.pass(2);
    expect(await server.alerts.open(GUILD)).toEqual([]);
    expect(await server.alerts.past(GUILD, NOW)).toMatchObject([
      { acknowledged: { by: SOFIA.id } },
    ]);
    expect((await server.trail()).filter((step) => step === 'changed-elsewhere')).toHaveLength(1);
  });
});

describe('a post', () => {
  it('that waits says what is so when it is out', async () => {
    await server.add('hashrate');
    server.workspace.summary = LOW;
    server.channels.fault = () => Promise.reject(new ChannelError('failed', 'Discord is away'));
    await server.pass(12);
    server.workspace.summary = ALL_WELL;
    await server.pass(7);
    server.channels.fault = null;
    await server.pass(60);
    expect(server.messages()).toEqual(['Resolved · Hashrate']);
  });

  it('is edited where its alert changed while it was under way', async () => {
    await server.add('hashrate');
    server.workspace.summary = LOW;
    server.channels.after = async () => {
      const [alert] = await server.alerts.open(GUILD);
      await server.alerts.acknowledge(GUILD, SOFIA, alert?.id ?? '');
    };
    await server.pass(12);
    expect(server.messages()).toEqual(['Acknowledged · Hashrate at 75% of 24 h']);
  });

  it('is given up after a day, but one of a change at the pool after a week', async () => {
    await setAuditChannel();
    await server.add('payout');
    await server.pass(2);
    const refusal = new ChannelError('forbidden', 'Pitboss lacks Embed Links');
    server.channels.fault = () => Promise.reject(refusal);
    server.workspace.changed = [ADDRESS_CHANGED];
    server.workspace.summary = PAID;
    await server.pass(2);
    const rows = server.store.db.selectFrom('outbox').select('key').where('key', 'like', 'alert:%');
    const waiting: number[] = [];
    for (const days of [0, 1, 6]) {
      server.time.now += days * DAY;
      await server.outbox.deliver();
      waiting.push((await rows.execute()).length);
    }
    expect(waiting).toEqual([2, 1, 0]);
  });
});

it('two processes that both look change nothing twice', async () => {
  await server.add('payout');
  await server.add('contracts');
  await server.pass(3);
  server.workspace.summary = PAID;
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

it('answers that arrive late say nothing of the workspace of another key', async () => {
  await server.add('hashrate', { forMinutes: 0 });
  await server.pass(2);
  server.workspace.summary = LOW;
  let arrive = () => {};
  server.workspace.slow = new Promise((resolve) => {
    arrive = resolve;
  });
  const asked = server.workspace.requests.length;
  const rounds: Promise<void>[] = [];
  while (!server.workspace.requests.includes('summary', asked)) {
    server.time.now += 1_000;
    rounds.push(server.alerts.watch());
    await new Promise((resolve) => setImmediate(resolve));
  }
  Object.assign(server.workspace, { slow: null, summary: ALL_WELL });
  await server.guilds.connect(GUILD, ADAM, 'lpk_other_1234');
  arrive();
  await Promise.all(rounds);
  await server.pass(1);
  expect(server.messages()).toEqual([]);
});

/** Changes some of a rule. */
async function edit(id: string, part: Partial<RuleDraft>): Promise<void> {
  const rule = await server.alerts.rule(GUILD, id);
  await server.alerts.edit(GUILD, ADAM, { ...rule, ...part });
}

const ids = async () => (await server.alerts.all(GUILD)).rules.map(({ id }) => id);

describe('rules', () => {
  it('are 25 at most', async () => {
    for (let count = 0; count < 25; count++) await server.add('hashrate');
    expect(await refusal(server.add('hashrate'))).toContain('25 rules at most');
  });

  it('that are built in are not removed, but edited', async () => {
    expect(await refusal(server.alerts.remove(GUILD, ADAM, 'elsewhere'))).toContain('Always on');
    await edit('elsewhere', { channel: '301' });
    expect(await server.alerts.rule(GUILD, 'elsewhere')).toMatchObject({ channel: '301' });
  });

  it('end their alert when they then watch something else', async () => {
    const { id } = await fire(server);
    await edit(id, { role: '51' });
    expect(await server.alerts.open(GUILD)).toHaveLength(1);
    await edit(id, { subaccounts: ['hall-1'] });
    expect(await server.alerts.open(GUILD)).toEqual([]);
  });
});

describe('suggested rules', () => {
  it('fit the fleet, and are offered to a server without rules', async () => {
    server.workspace.summary = { ...ALL_WELL, active_miners: 3_000 };
    server.workspace.offline = Array.from({ length: 123 }, () => ({ hashing_status: 'offline' }));
    const added = await server.alerts.suggest(GUILD, ADAM, CHANNEL);
    expect(added.map(({ condition, threshold }) => `${condition} ${threshold?.value}`)).toEqual([
      'hashrate 80',
      'offline-miners 190',
      'failing-miners 10',
      'temperature 85',
      'revenue 70',
    ]);
    expect(await refusal(server.alerts.suggest(GUILD, ADAM, CHANNEL))).toContain('already');
  });
});

describe('a key', () => {
  it('that is replaced ends alerts on figures', async () => {
    await fire(server);
    await server.guilds.connect(GUILD, ADAM, 'lpk_other_1234');
    expect(await server.alerts.open(GUILD)).toEqual([]);
    expect(await server.alerts.past(GUILD, NOW)).toMatchObject([
      { phase: 'ended', endedBecause: 'Another key was connected.' },
    ]);
    expect(await ids()).toHaveLength(3);
  });

  it('that is deleted takes rules, alerts and figures with it', async () => {
    await fire(server);
    await server.guilds.disconnect(GUILD, ADAM);
    await server.pass(3);
    expect(server.messages()[0]).toMatch(/^Ended/);
    expect(await ids()).toEqual(['elsewhere', 'pool']);
    expect(await server.store.db.selectFrom('document').selectAll().execute()).toEqual([]);
  });
});
