import { describe, expect, test } from 'vitest';
import { NO_ALERTS, type Alert, type GuildAlerts } from '../../../src/domain/alerts/alert.js';
import { setSilence } from '../../../src/domain/alerts/acknowledge-and-silence.js';
import { evaluate } from '../../../src/domain/alerts/evaluate/evaluate.js';
import { afterRuleChange } from '../../../src/domain/alerts/rule-changes.js';
import {
  EXTERNAL_CHANGES_RULE_ID,
  POOL_RULE_ID,
  type AlertRule,
} from '../../../src/domain/alerts/rule.js';
import { dayOfAlerts } from '../../../src/domain/alerts/day-of-alerts.js';
import { newRuleOf } from './rules.js';

const NOW = Date.UTC(2026, 0, 1);
const RULE = newRuleOf('margin');

function firing(rule: AlertRule): GuildAlerts {
  const reading = { at: NOW, verdict: 'breached', value: '-1', limit: '0' } as const;
  return evaluate(
    NO_ALERTS,
    { ...rule, forMinutes: 0 },
    { reading, now: NOW, isSuppressed: false },
  );
}

const phases = ({ alerts }: GuildAlerts) => alerts.map(({ phase }) => phase);
const after = (state: GuildAlerts, before: readonly AlertRule[], now: readonly AlertRule[]) =>
  afterRuleChange(state, { before: { rules: [...before] }, after: { rules: [...now] }, now: NOW });

describe('a change of rules', () => {
  test('closes the alerts of a rule that is gone, and forgets its silence', () => {
    const silent = setSilence(firing(RULE), RULE.id, { by: '1', at: NOW, until: NOW + 1 });
    const state = after(silent, [RULE], []);
    expect(phases(state)).toEqual(['closed']);
    expect(state.rules).toEqual({});
  });

  test('closes them where the rule watches something else, and keeps its silence', () => {
    const silent = setSilence(firing(RULE), RULE.id, { by: '1', at: NOW, until: NOW + 1 });
    for (const change of [
      { threshold: { unit: 'amount', value: '2' } as const },
      { forMinutes: 60 },
      { margin: '1' },
      { currency: 'USD' as const },
      { siteId: 'x' },
    ]) {
      const state = after(silent, [RULE], [{ ...RULE, ...change }]);
      expect(phases(state)).toEqual(['closed']);
      expect(state.rules[RULE.id]?.silence?.until).toBe(NOW + 1);
    }
  });

  test('leaves them where only those who are told differ', () => {
    const state = firing(RULE);
    const told = {
      ...RULE,
      channelId: '5',
      roleId: '6',
      remindMinutes: 5,
      severity: 'info' as const,
    };
    expect(after(state, [RULE], [told])).toBe(state);
  });

  test('leaves open what was changed elsewhere, under the rule that watches for it now', () => {
    const change: Alert = {
      ...(firing(RULE).alerts[0] ?? never()),
      ruleId: EXTERNAL_CHANGES_RULE_ID,
      condition: 'changed-elsewhere',
      isEvent: true,
      phase: 'firing',
    };
    const state = { ...NO_ALERTS, alerts: [change] };
    const own = newRuleOf('changed-elsewhere', 'mine1');
    const added = after(state, [], [own]);
    // Its message is drawn again: a silence of the rule before is gone.
    const revision = change.revision + 1;
    expect(added.alerts).toMatchObject([{ phase: 'firing', ruleId: 'mine1', revision }]);
    expect(phases(after(added, [own], [{ ...own, currency: 'BTC' }]))).toEqual(['firing']);
    // Nor is it told again, by the new rule or the one that comes back.
    const note = { fired: [], happened: ['it'] };
    const told = { ...state, rules: { [EXTERNAL_CHANGES_RULE_ID]: note } };
    const heirs = after(told, [], [own]);
    expect(heirs.rules['mine1']?.happened).toEqual(['it']);
    expect(after(heirs, [own], []).rules[EXTERNAL_CHANGES_RULE_ID]?.happened).toEqual(['it']);
    expect(after(added, [own], []).alerts).toMatchObject([
      { phase: 'firing', ruleId: EXTERNAL_CHANGES_RULE_ID },
    ]);
  });

  test('closes those of the built-in rule whose place a new one takes', () => {
    const builtIn = { ...newRuleOf('pool', POOL_RULE_ID), forMinutes: 10 };
    const state = after(firing(builtIn), [], [newRuleOf('pool', 'mine1')]);
    expect(phases(state)).toEqual(['closed']);
  });

  test('closes what a process left open that ended before it could', () => {
    expect(phases(after(firing(RULE), [], []))).toEqual(['closed']);
  });
});

test('an alert of the last day counts once, also while it moves to what is over', () => {
  const at = (id: string, phase: Alert['phase'], firedAt?: number) => ({ id, phase, firedAt });
  const alerts = [
    at('a', 'firing', NOW - 1),
    at('b', 'resolved', NOW - 1),
    at('b', 'resolved', NOW - 1),
    at('c', 'firing', NOW - 2 * 86_400_000),
    at('d', 'pending'),
    at('e', 'resolved', NOW - 2 * 86_400_000),
  ].map(({ firedAt, ...rest }) => (firedAt === undefined ? rest : { ...rest, firedAt }));
  expect(dayOfAlerts(alerts, false, NOW)).toEqual({ fired: 2, open: 2, hasRules: false });
});

function never(): never {
  throw new Error('nothing fires');
}
