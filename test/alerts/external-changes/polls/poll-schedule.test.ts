import { beforeEach, describe, expect, test } from 'vitest';
import { createPollSchedule } from '../../../../src/alerts/external-changes/polls/poll-schedule.js';
import { LISTS } from '../../../../src/alerts/external-changes/lists/watched-list-store.js';

const MINUTE = 60_000;

let turns: ReturnType<typeof createPollSchedule>;
let now: number;
const due = () => turns.due(now);

/** Two payout lists in use; all lists were read a minute ago. */
beforeEach(() => {
  turns = createPollSchedule();
  now = 100 * MINUTE;
  for (const list of LISTS) turns.note(list, { at: now - MINUTE, outcome: 'done' });
  for (const list of ['BTC', 'LTC_DOGE'] as const)
    turns.counted(list, { records: 1, hasUnnamed: false });
});

describe('a list that differs', () => {
  test('has the very next turn', () => {
    turns.note('BTC', { at: now, outcome: 'again' });
    expect(due()).toEqual(['BTC']);
  });

  test('at each look takes no more turns than another in use', () => {
    for (const _ of [1, 2]) turns.note('BTC', { at: now, outcome: 'again' });
    expect(due()).toEqual(['LTC_DOGE']);
  });

  test('and of which there is more to tell has each turn that no other list needs', () => {
    turns.note('BTC', { at: now, outcome: 'more' });
    expect(due()).toEqual(['LTC_DOGE']);
    turns.note('LTC_DOGE', { at: now, outcome: 'done' });
    now += 15_000;
    expect(due()).toEqual(['BTC']);
  });

  test('and can’t be told yet waits its usual turn', () => {
    turns.note('BTC', { at: now, outcome: 'postponed' });
    expect(due()).toEqual(['LTC_DOGE']);
  });
});

test('what isn’t in use is read every five minutes', () => {
  now += 3 * MINUTE;
  expect(due()).toHaveLength(1);
  now += MINUTE;
  expect(due()).toHaveLength(2);
});

test('one that couldn’t be read is said to be unread until it is read', () => {
  turns.note('ZEC', { at: now, outcome: 'unread' });
  expect(turns.isPartial()).toBe(true);
  turns.note('ZEC', { at: now, outcome: 'done' });
  expect(turns.isPartial()).toBe(false);
  turns.counted('BTC', { records: 1, hasUnnamed: true });
  expect(turns.isPartial()).toBe(true);
});

test('whether all could be read isn’t known before each had its turn', () => {
  const started = createPollSchedule();
  for (const list of LISTS.slice(1)) started.note(list, { at: now, outcome: 'done' });
  expect(started.isPartial()).toBe('unknown');
  started.note(LISTS[0] ?? 'BTC', { at: now, outcome: 'done' });
  expect(started.isPartial()).toBe(false);
});

test('one that the pool never had is asked for every half hour, and not missed', () => {
  for (const list of ['SC', 'ZEC'] as const) turns.note(list, { at: now, outcome: 'not-offered' });
  for (const list of LISTS)
    if (list !== 'SC' && list !== 'ZEC')
      turns.note(list, { at: now + 29 * MINUTE, outcome: 'done' });
  expect(turns.isPartial()).toBe(false);
  now += 29 * MINUTE;
  expect(due()).toEqual([]);
  now += MINUTE;
  expect(due()[1]).toBe('SC');
});
