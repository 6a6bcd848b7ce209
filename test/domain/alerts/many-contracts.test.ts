import { expect, test } from 'vitest';
import { lookAtContracts } from '../../../src/alerts/watch/measure/contracts.js';
import { NO_ALERTS, type GuildAlerts } from '../../../src/domain/alerts/alert.js';
import { evaluateEvents } from '../../../src/domain/alerts/evaluate/evaluate-events.js';
import { eventText } from '../../../src/views/alerts/event-text.js';
import { newRuleOf } from './rules.js';

const MINUTE = 60_000;
const rule = { ...newRuleOf('contracts', 'contracts'), since: 0 };

/** What a look finds that lists so many contracts for the first time. */
function news(from: number, count: number, name = 'c') {
  const mark = 'one';
  const items = Array.from({ length: count }, (_, at) => ({ contract_id: `${name}${from + at}` }));
  const { seen } = lookAtContracts(undefined, { mark, at: 1, items: [] });
  return lookAtContracts(seen, { mark, at: 2, items }).events;
}

const counting = ({ alerts }: GuildAlerts) =>
  alerts.map((each) => eventText(each).title).filter((title) => title.includes('more change'));

test('of many open alerts of contracts 500 stand by themselves, and one an hour counts the rest', () => {
  let state = NO_ALERTS;
  // Another list at each look, each as long as is read.
  for (let look = 0; look < 3; look++)
    state = evaluateEvents(state, rule, { events: news(look * 5_000, 5_000), now: look * MINUTE });
  expect(state.alerts).toHaveLength(501);
  expect(counting(state)).toEqual(['At least 1,000 more changes of derivatives contracts']);
  const later = evaluateEvents(state, rule, { events: news(20_000, 2), now: 65 * MINUTE });
  expect(counting(later).slice(1)).toEqual(['2 more changes of derivatives contracts']);
  // Each ends after a day, and then there is room again.
  const events = news(30_000, 2);
  const next = evaluateEvents(later, rule, { events: [], now: 1_500 * MINUTE });
  const after = evaluateEvents(next, rule, { events, now: 1_501 * MINUTE });
  expect(counting(after)).toEqual(counting(later));
  expect(after.alerts).toHaveLength(504);
});

test('long ids of contracts don’t make the row of alerts long', () => {
  const events = news(0, 300, 'n'.repeat(20_000));
  const state = evaluateEvents(NO_ALERTS, rule, { events, now: MINUTE });
  expect(JSON.stringify(state).length).toBeLessThan(1_200_000);
  // None is told again.
  expect(evaluateEvents(state, rule, { events, now: 2 * MINUTE })).toEqual(state);
});
