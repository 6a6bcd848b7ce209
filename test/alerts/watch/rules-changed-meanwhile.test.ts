import { expect, test } from 'vitest';
import { createAlertStates } from '../../../src/alerts/alert-states.js';
import { createRuleStore } from '../../../src/alerts/rule-store.js';
import { evaluateRound } from '../../../src/alerts/watch/evaluate-round.js';
import { NO_ALERTS } from '../../../src/domain/alerts/alert.js';
import type { PoolEvent } from '../../../src/domain/alerts/reading.js';
import { afterRuleChange } from '../../../src/domain/alerts/rule-changes.js';
import {
  EXTERNAL_CHANGES_RULE_ID,
  rulesInForce,
  type AlertRule,
  type GuildRules,
} from '../../../src/domain/alerts/rule.js';
import { aRule, createWatchHouse, GUILD, MINUTE } from '../fakes/watch-harness.js';

const OWN = aRule('changed-elsewhere', { id: 'own' });

/** A watch whose rounds wait for the pool where a test says so. */
async function createSlowHouse() {
  const events: PoolEvent[] = [];
  let gate = Promise.resolve();
  let asked = () => {};
  const house = await createWatchHouse([], {
    externalChanges: {
      siteNames: async () => new Map(),
      letGo: () => undefined,
      forget: async () => undefined,
      async turn() {
        const occurrences = events.splice(0);
        asked();
        await gate;
        return { occurrences, again: false };
      },
    },
  });
  const { rounds } = house.watch;
  return {
    ...house,
    happens: (key: string) =>
      events.push({ key, at: house.clock.at, facts: { kind: 'elsewhere', key } }),
    async changeRules(rules: readonly AlertRule[]) {
      let before: GuildRules = { rules: [] };
      const after = await createRuleStore(house.store).change(GUILD, (now) => {
        before = now;
        return { ...now, rules: [...rules] };
      });
      const now = house.clock.at;
      await createAlertStates(house.store).change(GUILD, (state) =>
        afterRuleChange(state, { before, after, now }),
      );
    },
    /** One round; `meanwhile` runs while it waits for the pool. */
    async roundDuring(meanwhile: () => Promise<void>) {
      let open = () => {};
      gate = new Promise((resolve) => (open = resolve));
      const isAsked = new Promise<void>((resolve) => (asked = resolve));
      house.clock.at += MINUTE;
      await rounds.look();
      await isAsked;
      await meanwhile();
      open();
      await rounds.idle();
    },
  };
}

test('what was changed elsewhere stays open where its rule is replaced during a round', async () => {
  const house = await createSlowHouse();
  await house.pass(2);
  house.happens('one');
  await house.pass(2);
  const firing = (ruleId: string) => [{ ruleId, phase: 'firing' }];
  expect((await house.state()).alerts).toMatchObject(firing(EXTERNAL_CHANGES_RULE_ID));
  await house.roundDuring(() => house.changeRules([OWN]));
  expect((await house.state()).alerts).toMatchObject(firing('own'));
  await house.roundDuring(() => house.changeRules([]));
  await house.pass(2);
  expect((await house.state()).alerts).toMatchObject(firing(EXTERNAL_CHANGES_RULE_ID));
});

test('what a round finds is told by the rule that came while it waited for the pool', async () => {
  const house = await createSlowHouse();
  await house.pass(2);
  house.happens('one');
  await house.roundDuring(() => house.changeRules([OWN]));
  expect(await house.state()).toMatchObject({
    alerts: [{ ruleId: 'own', phase: 'firing' }],
    tells: [{ ruleId: 'own', what: 'firing' }],
  });
});

test('a rule that changes while it is judged closes nothing that was changed elsewhere, nor tells it again', () => {
  const event = { key: 'one', at: 1, facts: { kind: 'elsewhere' } };
  const look = (state = NO_ALERTS, rules: readonly AlertRule[] = [], events = [event]) =>
    evaluateRound(
      state,
      rulesInForce({ rules: [...rules] }).map((rule) =>
        rule.condition === 'changed-elsewhere' ? { rule, events } : { rule },
      ),
      { now: MINUTE, connectedAt: 1 },
    );
  const state = look(look(), [OWN]);
  expect(state.alerts).toMatchObject([{ ruleId: 'own', phase: 'firing' }]);
  expect(state.tells).toMatchObject([{ ruleId: 'own', what: 'firing' }]);
  expect(Object.keys(state.rules)).toEqual(['own']);
});
