import { beforeEach, describe, expect, test } from 'vitest';
import { createListTurns } from '../../../src/alerts/elsewhere/list-turns.js';
import { LISTS } from '../../../src/alerts/elsewhere/listed-store.js';

const MINUTE = 60_000;
const placeOf = (list: string) => `guild:${list}`;
const BTC = placeOf('BTC');

let turns: ReturnType<typeof createListTurns>;
let now: number;
const due = () => turns.due(placeOf, now);

/** Two payout lists in use; all lists were read a minute ago. */
beforeEach(() => {
  turns = createListTurns();
  now = 100 * MINUTE;
  for (const list of LISTS) turns.note(placeOf(list), { at: now - MINUTE, outcome: 'done' });
  for (const list of ['BTC', 'LTC_DOGE']) turns.counted(placeOf(list), 1);
});

describe('a list that differs', () => {
  test('has the very next turn', () => {
    turns.note(BTC, { at: now, outcome: 'again' });
    expect(due()).toEqual(['BTC']);
  });

  test('at each look takes no more turns than another in use', () => {
    for (const _ of [1, 2]) turns.note(BTC, { at: now, outcome: 'again' });
    expect(due()).toEqual(['LTC_DOGE']);
  });

  test('and can’t be told yet waits its usual turn, and no more than five minutes', () => {
    turns.note(BTC, { at: now, outcome: 'open' });
    turns.note(placeOf('ZEC'), { at: now, outcome: 'open' });
    expect(due()).toEqual(['LTC_DOGE']);
    now += 5 * MINUTE;
    turns.note(placeOf('subaccounts'), { at: now, outcome: 'done' });
    expect(due()).toContain('ZEC');
  });
});

test('one that couldn’t be read is said to be unread until it is read, and soon tried again', () => {
  turns.note(placeOf('ZEC'), { at: now, outcome: 'unread' });
  expect(turns.isAnyUnread(placeOf)).toBe(true);
  now += 5 * MINUTE;
  turns.note(placeOf('subaccounts'), { at: now, outcome: 'done' });
  expect(due()).toContain('ZEC');
  turns.note(placeOf('ZEC'), { at: now, outcome: 'done' });
  expect(turns.isAnyUnread(placeOf)).toBe(false);
});

test('one that the pool never had is asked for every half hour, and not missed', () => {
  for (const list of ['SC', 'ZEC']) turns.note(placeOf(list), { at: now, outcome: 'not-offered' });
  turns.note(placeOf('subaccounts'), { at: now + 29 * MINUTE, outcome: 'done' });
  expect(turns.isAnyUnread(placeOf)).toBe(false);
  now += 29 * MINUTE;
  expect(due()).toHaveLength(1);
  now += MINUTE;
  expect(due()[1]).toBe('SC');
});
