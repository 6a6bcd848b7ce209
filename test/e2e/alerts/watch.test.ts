import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../../sandbox/free-port.js';
import { createAlertStates } from '../../../src/alerts/alert-states.js';
import { createRuleStore } from '../../../src/alerts/rule-store.js';
import type { AlertRule } from '../../../src/domain/alerts/rule.js';
import type { Store } from '../../../src/store/store.js';
import { openStoreOf } from '../changes/change-world.js';
import { idOf } from '../shown.js';
import { ask, startConnectedWorld, type World } from '../world.js';

/** Holds at once in any workspace: no farm has this much. */
const LOW: AlertRule = {
  id: 'low',
  condition: 'hashrate',
  threshold: { unit: 'hashrate', value: '1e30' },
  forMinutes: 0,
  severity: 'warning',
  remindMinutes: 0,
  since: 0,
  setBy: '1',
};

/** Rounds of one second; rules are written to the store beside the running bot. */
describe('the watch', () => {
  let world: World;
  let store: Store;
  let port: number;

  beforeAll(async () => {
    port = await freePort();
    world = await startConnectedWorld({
      env: { ALERT_ROUND_SECONDS: '1', HEALTH_PORT: String(port) },
    });
    store = await openStoreOf(world);
  });
  afterAll(async () => {
    await store.close();
    await world.close();
  });

  const state = () => createAlertStates(store).read(world.guild.id);
  const setRules = (...rules: AlertRule[]) =>
    createRuleStore(store).change(world.guild.id, (now) => ({ ...now, rules }));
  const asked = () => world.pool.requests.filter(({ path }) => path.includes('/summary/')).length;

  test('judges a rule that was set in another process, on the digits of the pool', async () => {
    await setRules(LOW);
    await expect.poll(async () => (await state()).alerts.length).toBe(1);
    const [alert] = (await state()).alerts;
    expect(alert).toMatchObject({ ruleId: 'low', phase: 'firing', limit: `1${'0'.repeat(30)}` });
    expect(alert?.value).toMatch(/^\d+$/);
    await expect
      .poll(async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text())
      .toMatch(/pitboss_alerts\{state="firing"\} 1/);
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    expect(metrics).toMatch(/rules_judged_total\{condition="hashrate",result="breached"\} [1-9]/);
    expect(metrics).toMatch(/pitboss_alert_round_late_seconds_count [1-9]/);
  });

  test('goes on after a restart, with the same alert', async () => {
    const before = await state();
    await world.bot.stop();
    const asks = asked();
    await world.start();
    await expect.poll(asked).toBeGreaterThan(asks + 1);
    const after = await state();
    expect(after.alerts.map(({ id }) => id)).toEqual(before.alerts.map(({ id }) => id));
    expect(after.tells).toEqual(before.tells);
  });

  test('tells of a pool whose key is refused at once, and of nothing else', async () => {
    world.pool.faults.always = 401;
    await expect
      .poll(async () => (await state()).alerts.map(({ ruleId }) => ruleId))
      .toContain('pool');
    world.pool.faults.always = null;
    expect((await state()).alerts).toHaveLength(2);
  });

  test('ends with the key', async () => {
    const question = await ask(world.as('admin'), 'setup disconnect');
    await (
      await world.as('admin').click(question, idOf(question, 'Delete key and settings'))
    ).settled();
    await expect.poll(state).toMatchObject({ alerts: [], tells: [], rules: {} });
    expect(await createRuleStore(store).of(world.guild.id)).toEqual({ rules: [] });
    expect(world.log.filter((line) => /"level":"(error|fatal)"/.test(line))).toEqual([]);
  });
});
