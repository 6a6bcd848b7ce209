import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createAlertStates } from '../../../src/alerts/alert-states.js';
import { createRuleStore } from '../../../src/alerts/rule-store.js';
import { acknowledge } from '../../../src/domain/alerts/acknowledge-and-silence.js';
import { closeAlertsOf } from '../../../src/domain/alerts/evaluate/close-alerts.js';
import type { AlertRule } from '../../../src/domain/alerts/rule.js';
import type { Store } from '../../../src/store/store.js';
import { openStoreOf } from '../changes/change-world.js';
import { startConnectedWorld, type World } from '../world.js';

/** Rounds of one second; rules are written to the store beside the running bot. */
describe('the posts of alerts', () => {
  let world: World;
  let store: Store;

  beforeEach(async () => {
    world = await startConnectedWorld({ env: { ALERT_ROUND_SECONDS: '1' } });
    store = await openStoreOf(world);
  });
  afterEach(async () => {
    await store.close();
    await world.close();
  });

  const states = () => createAlertStates(store);
  const low = (change: Partial<AlertRule> = {}): AlertRule => ({
    id: 'low',
    condition: 'hashrate',
    // Holds at once in any workspace: no farm has this much.
    threshold: { unit: 'hashrate', value: '1e30' },
    forMinutes: 0,
    channelId: world.channelId,
    severity: 'warning',
    remindMinutes: 0,
    since: 0,
    setBy: '1',
    ...change,
  });
  const setRules = (...rules: AlertRule[]) =>
    createRuleStore(store).change(world.guild.id, (now) => ({ ...now, rules }));
  const messages = () =>
    world.discord
      .messages(world.channelId)
      .filter(({ components }) => JSON.stringify(components).includes('"alert-'));
  const title = () => messages()[0]?.embeds[0]?.['title'];
  const isShown = async () =>
    (await states().read(world.guild.id)).alerts.every(({ message }) => message !== undefined);

  test('an alert is one message that mentions its role, and is edited as people and rules change it', async () => {
    const role = world.guild.addRole('mine-ops');
    await setRules(low({ roleId: role.id }));
    await expect.poll(() => messages().length).toBe(1);
    expect(messages()[0]?.content).toContain(`<@&${role.id}> Firing: Hashrate`);
    expect(messages()[0]?.pinged).toEqual([role.id]);
    await expect.poll(isShown).toBe(true);
    const [alert] = (await states().read(world.guild.id)).alerts;
    await states().change(world.guild.id, (now) =>
      acknowledge(now, alert?.id ?? '', { by: world.people.manager.id, at: Date.now() }),
    );
    await expect.poll(title).toMatch(/^Acknowledged: Hashrate/);
    await setRules();
    await states().change(world.guild.id, (now) =>
      closeAlertsOf(now, { ruleId: 'low' }, Date.now()),
    );
    await expect.poll(title).toMatch(/^Closed: Hashrate/);
    await expect.poll(async () => (await states().read(world.guild.id)).alerts).toEqual([]);
    expect(messages()).toHaveLength(1);
    expect(world.discord.refusals).toEqual([]);
  });

  test('a message whose post was not noted before a death is found again', async () => {
    await setRules(low());
    await expect.poll(() => messages().length, { interval: 5 }).toBe(1);
    await expect.poll(isShown).toBe(true);
    await world.bot.stop();
    // As recorded before the post left.
    await states().change(world.guild.id, (now) => ({
      ...now,
      alerts: now.alerts.map((each) => ({ ...each, message: undefined, shown: 0, shownAt: 0 })),
      tells: now.alerts.map(({ id, ruleId, firedAt = 0 }) => ({
        id: `${id}-firing`,
        what: 'firing' as const,
        ruleId,
        alertId: id,
        at: firedAt,
        tries: 0,
        maybeSince: firedAt,
        maybeIn: world.channelId,
      })),
    }));
    await world.start();
    await expect.poll(isShown).toBe(true);
    expect(messages()).toHaveLength(1);
    const [alert] = (await states().read(world.guild.id)).alerts;
    expect(alert?.message?.messageId).toBe(messages()[0]?.id);
    expect(world.discord.refusals).toEqual([]);
  });
});
