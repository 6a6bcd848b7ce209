import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NO_ALERTS, type Alert } from '../../../src/domain/alerts/alert.js';
import { clampReply } from '../../../src/discord/limits/clamp-reply.js';
import { alertMessage } from '../../../src/views/alerts/alert-messages.js';
import { showButtonId } from '../../../src/views/alerts/alert-buttons.js';
import {
  alertHeadline,
  largerRecoveryMargin,
  ruleName,
} from '../../../src/views/alerts/alert-figures.js';
import { ruleStateText } from '../../../src/views/alerts/replies/rule-text.js';
import { violations } from '../../discord/limits/limit-checker.js';
import { hostile } from '../support/hostile.js';
import { markdownIn } from '../support/markdown.js';
import { inWords } from '../support/rendered.js';
import { aModel, anAlert, aRule, aTell, MESSAGES } from './samples.js';

test('what people read of alerts', async () => {
  const golden = Object.entries(MESSAGES).map(
    ([what, draw]) => `==== ${what}\n${inWords(draw())}\n`,
  );
  await expect(golden.join('\n')).toMatchFileSnapshot('../golden/alerts.txt');
});

test('a rule on events isn’t called quiet while one of them waits for somebody', () => {
  const rule = aRule({ condition: 'contracts' });
  const event = anAlert({
    ruleId: rule.id,
    condition: 'contracts',
    isEvent: true,
    phase: 'firing',
  });
  const textWith = (alert: Alert) =>
    ruleStateText(rule, { state: { ...NO_ALERTS, alerts: [alert] }, now: alert.since });
  expect(textWith(event)).toBe('🔴 1 not acknowledged');
  expect(textWith({ ...event, acknowledged: { by: '1', at: 1 } })).toBe('🟢 not firing');
});

describe('an alert’s message', () => {
  test.each(Object.keys(MESSAGES))('is within Discord’s limits: %s', (name) => {
    const reply = MESSAGES[name]?.() ?? {};
    expect(violations(clampReply(reply))).toEqual([]);
    expect(clampReply(reply)).toEqual(reply);
  });

  test('mentions its role once, and nobody in a test', () => {
    const roles = (name: string) => inWords(MESSAGES[name]?.() ?? {}).match(/<@&\d+>/g) ?? [];
    expect(roles('firing')).toHaveLength(1);
    expect(MESSAGES['firing']?.().pings).toBe(roles('firing')[0]?.slice(3, -1));
    expect(roles('test')).toEqual([]);
    expect(MESSAGES['test']?.().pings).toBeUndefined();
    expect(roles('resolved, the reply')).toEqual([]);
    expect(MESSAGES['reminder']?.().pings).toBe('700000000000000002');
  });

  test('says the state in a word, whatever the colour', () => {
    const titles = ['firing', 'acknowledged', 'silenced', 'recovering', 'resolved'].map(
      (name) => MESSAGES[name]?.().embeds?.[0]?.title?.split(':')[0],
    );
    expect(titles).toEqual(['Firing', 'Acknowledged', 'Silenced', 'Recovering', 'Resolved']);
  });

  test('says once what several that began with it are', () => {
    const at = (index: number) =>
      ({ condition: 'changed-elsewhere', link: `https://x/${index}` }) as const;
    const hot = { condition: 'temperature', link: 'https://x/3' } as const;
    const beside = [at(1), hot, at(2)];
    const { embeds = [] } = alertMessage(aModel({ beside }), aTell(), undefined);
    expect(embeds[0]?.description).toContain(
      'At the same time: Changes made elsewhere ([1](https://x/1), [2](https://x/2)) and [Hottest miner](https://x/3)',
    );
  });

  test('shows nothing of hostile text but its letters', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const facts = {
          kind: 'contract',
          change: 'status',
          contract: { side: text, status: text },
          before: text,
        };
        const event = anAlert({ isEvent: true, condition: 'contracts', facts });
        const { embeds = [] } = alertMessage(aModel({ alert: event }), aTell(), undefined);
        const description = embeds[0]?.description?.split('\n')[1] ?? '';
        expect(markdownIn(description)).toEqual([]);
      }),
    );
  });
});

describe('its figures', () => {
  test('a share is never rounded up to its threshold', () => {
    const about = { condition: 'hashrate', value: '79999', baseline: '100000' } as const;
    expect(alertHeadline(about, aRule())).toBe('Hashrate 79.9 % of its 24-hour rate');
  });

  test('without a baseline no share is shown', () => {
    const about = { condition: 'hashrate', value: '71', baseline: '0' } as const;
    expect(alertHeadline(about, aRule())).toBe('Hashrate 71 H/s');
  });

  test('a larger margin is twice what it is', () => {
    expect(largerRecoveryMargin(aRule())).toBe('8');
    expect(largerRecoveryMargin(aRule({ margin: '3' }))).toBe('6');
    expect(largerRecoveryMargin(aRule({ threshold: undefined }))).toBeNull();
  });

  test('a rule is named by what it watches', () => {
    expect(ruleName(aRule())).toBe('Hashrate under 80 % of its 24-hour rate');
    expect(
      ruleName(aRule({ condition: 'temperature', threshold: { unit: 'celsius', value: '85' } })),
    ).toBe('Hottest miner 85 °C or more');
  });
});

test('the mark of a tell fits a custom id, and is its own', () => {
  const alertId = `contracts-${'a'.repeat(40)}`;
  const ids = ['firing', 'reminder-1', 'reminder-12', 'resolved'].map(
    (what) => `${alertId}-${what}`,
  );
  const marks = ids.map((id) => showButtonId({ id, alertId, ruleId: 'contracts' }));
  expect(new Set(marks).size).toBe(ids.length);
  for (const mark of marks) {
    expect(mark.length).toBeLessThanOrEqual(100);
    expect(marks.filter((each) => each.startsWith(mark))).toEqual([mark]);
  }
});
