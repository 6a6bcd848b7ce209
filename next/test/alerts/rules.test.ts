import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ADAM, refusal } from '../guilds/support.js';
import {
  ALL_WELL,
  CHANNEL,
  GUILD,
  HOUR,
  MINUTE,
  minersOff,
  NOW,
  watchedServer,
  type WatchedServer,
} from './support/alerts.js';
import type { RuleDraft } from '../../src/alerts/rule.js';

let server: WatchedServer;
beforeEach(async () => {
  server = await watchedServer();
});
afterEach(() => server.close());

const LOW = { ...ALL_WELL, hashrate_5m: '75' };

/** A rule on the hashrate whose alert fires. */
async function firing() {
  const rule = await server.add('hashrate');
  server.workspace.summary = LOW;
  await server.pass(12);
  return rule;
}

/** Changes some of a rule. */
async function edit(id: string, part: Partial<RuleDraft>): Promise<void> {
  const draft = { ...(await server.alerts.rule(GUILD, id)), ...part };
  await server.alerts.edit(GUILD, ADAM, { id, draft });
}

const ids = async () => (await server.alerts.stand(GUILD)).rules.map(({ id }) => id);

describe('rules', () => {
  it('of a server are the built-in ones, then its own in the order they were added', async () => {
    const first = await server.add('hashrate');
    server.time.now += MINUTE;
    const second = await server.add('temperature');
    expect(await ids()).toEqual(['elsewhere', 'pool', first.id, second.id]);
    expect(await server.alerts.rule(GUILD, first.id)).toMatchObject({ setBy: ADAM.id, since: NOW });
    expect(await server.trail()).toContain('alert-rule-added');
  });

  it('are 25 at most', async () => {
    for (let count = 0; count < 25; count++) await server.add('hashrate');
    expect(await refusal(server.add('hashrate'))).toContain('25 rules at most');
  });

  it('that are built in are not removed, but edited', async () => {
    expect(await refusal(server.alerts.remove(GUILD, ADAM, 'elsewhere'))).toContain('Always on');
    await edit('elsewhere', { channel: '301' });
    expect(await server.alerts.rule(GUILD, 'elsewhere')).toMatchObject({ channel: '301' });
  });

  it('that nobody knows are refused', async () => {
    expect(await refusal(server.alerts.rule(GUILD, 'zzzzz'))).toContain('No such rule');
    expect(await refusal(server.alerts.acknowledge(GUILD, ADAM, 'zzzzz'))).toContain(
      'No such alert',
    );
  });

  it('end their alert when they are removed', async () => {
    const { id } = await firing();
    await server.alerts.remove(GUILD, ADAM, id);
    await server.pass(1);
    expect(server.messages()[0]).toMatch(/^Ended/);
    expect(await server.alerts.open(GUILD)).toEqual([]);
    const [alert] = await server.alerts.past(GUILD, NOW);
    expect(alert).toMatchObject({ phase: 'ended', endedBecause: 'The rule was removed.' });
    const { db } = server.store;
    expect(await db.selectFrom('reading').selectAll().execute()).toEqual([]);
  });

  it('end their alert when they then watch something else', async () => {
    const { id } = await firing();
    await edit(id, { role: '51' });
    expect(await server.alerts.open(GUILD)).toHaveLength(1);
    await edit(id, { subaccounts: ['hall-1'] });
    expect(await server.alerts.open(GUILD)).toEqual([]);
  });
});

describe('suggested rules', () => {
  it('fit the fleet, and are offered to a server without rules', async () => {
    server.workspace.summary = { ...ALL_WELL, active_miners: 3_000 };
    server.workspace.offline = minersOff(123);
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

describe('people', () => {
  it('silence rules, which the messages of open alerts and the trail say', async () => {
    const { id: rule } = await firing();
    const until = server.time.now + HOUR;
    const asked = { guildId: GUILD, rule, from: server.time.now, until, by: ADAM.id, reason: null };
    await server.alerts.silence(asked);
    await server.pass(1);
    expect(server.messages()[0]).toMatch(/^Silenced/);
    expect((await server.alerts.stand(GUILD)).silences).toEqual([asked]);
    expect(await server.alerts.endSilences(GUILD, ADAM, null)).toBe(1);
    expect(await server.alerts.endSilences(GUILD, ADAM, null)).toBe(0);
    await server.pass(1);
    expect(server.messages()[0]).toMatch(/^Firing/);
    expect(await server.trail()).toEqual(
      expect.arrayContaining(['alerts-silenced', 'alerts-silence-ended']),
    );
  });
});

describe('a key', () => {
  it('that is replaced ends alerts on figures', async () => {
    await firing();
    await server.guilds.connect(GUILD, ADAM, 'lpk_other_1234');
    expect(await server.alerts.open(GUILD)).toEqual([]);
    expect(await server.alerts.past(GUILD, NOW)).toMatchObject([
      { phase: 'ended', endedBecause: 'Another key was connected.' },
    ]);
    expect(await ids()).toHaveLength(3);
  });

  it('that is deleted takes rules, alerts and figures with it', async () => {
    await firing();
    await server.guilds.disconnect(GUILD, ADAM);
    await server.pass(3);
    expect(server.messages()[0]).toMatch(/^Ended/);
    expect(await ids()).toEqual(['elsewhere', 'pool']);
    for (const table of ['alert', 'alert_rule', 'silence', 'reading'] as const)
      expect(await server.store.db.selectFrom(table).selectAll().execute()).toEqual([]);
  });
});
