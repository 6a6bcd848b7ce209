import { expect, test } from 'vitest';
import { createAlertHistory } from '../../src/alerts/history.js';
import type { Alert } from '../../src/domain/alerts/alert.js';
import { createClock } from '../daily/fakes/daily-harness.js';
import { createSharedStore } from '../daily/fakes/shared-store.js';
import { newRuleOf } from '../domain/alerts/rules.js';

const START = Date.UTC(2026, 0, 31, 23);
const DAY = 86_400_000;

function over(id: string, endedAt: number): Alert {
  return {
    id,
    ruleId: 'rule1',
    condition: 'hashrate',
    phase: 'resolved',
    since: endedAt - 60_000,
    seenAt: endedAt,
    firedAt: endedAt - 30_000,
    endedAt,
    value: '100',
    worst: '7',
    readAt: endedAt,
    reminders: 0,
    firedInDay: 1,
    revision: 3,
    shown: 3,
    shownAt: endedAt,
  };
}

function harness() {
  const clock = createClock(START);
  const store = createSharedStore(clock);
  return { clock, history: createAlertHistory({ store, clock }) };
}

const ids = ({ alerts }: { readonly alerts: readonly { id: string }[] }) =>
  alerts.map(({ id }) => id);

test('keeps each alert once, with its rule, newest first, over the end of a month', async () => {
  const { clock, history } = harness();
  const [first, second] = [over('a', START), over('b', START + 2 * DAY)];
  clock.at = START + 2 * DAY;
  await history.add('1', [first, second], () => newRuleOf('hashrate'));
  await history.add('1', [second, first]);
  const past = await history.recent('1', 30);
  expect(ids(past)).toEqual(['b', 'a']);
  expect(past.alerts[0]).toMatchObject({ worst: '7', rule: { threshold: { value: '80' } } });
  expect(ids(await history.recent('1', 1))).toEqual(['b']);
  expect(ids(await history.recent('2', 30))).toEqual([]);
});

test('keeps 400 days, and a month takes the place of that of fifteen months before', async () => {
  const { clock, history } = harness();
  for (let day = 0; day <= 900; day += 10) {
    clock.at = START + day * DAY;
    await history.add('1', [over(`day-${day}`, START + day * DAY)]);
  }
  const past = await history.recent('1', 9_999);
  expect(ids(past)).toEqual(Array.from({ length: 41 }, (_, each) => `day-${900 - 10 * each}`));
  await history.forget('1');
  expect(ids(await history.recent('1', 400))).toEqual([]);
});

test('is bounded: the oldest of a month make room, which is said', async () => {
  const { history } = harness();
  const many = Array.from({ length: 400 }, (_, each) => over(`a${each}`, START - 400 + each));
  await history.add('1', many);
  const past = await history.recent('1', 30);
  expect(past.alerts).toHaveLength(350);
  expect(past.dropped).toBe(50);
  expect(ids(past)).toContain('a399');
  expect(ids(past)).not.toContain('a49');
});

test('facts that are too long are left out, the alert stays', async () => {
  const { history } = harness();
  const event = {
    ...over('a', START),
    isEvent: true as const,
    facts: { words: 'x'.repeat(3_000) },
  };
  await history.add('1', [event, { ...over('b', START - 1), facts: { kind: 'contract' } }]);
  const { alerts } = await history.recent('1', 1);
  expect(alerts.map(({ facts }) => facts)).toEqual([undefined, { kind: 'contract' }]);
});
