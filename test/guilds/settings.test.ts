import { expect, test } from 'vitest';
import { duration, minutesTyped } from '../../src/durations.js';
import { DEFAULT_SETTINGS } from '../../src/guilds/settings.js';

test('settings that were never made are the defaults', () => {
  expect(DEFAULT_SETTINGS).toEqual({
    currency: 'BTC',
    site: null,
    subaccounts: [],
    timeZone: 'UTC',
    roles: { viewer: [], manager: [], approver: [] },
    approval: { payments: 'second', others: 'self' },
    waits: { payments: 1_440, others: 15 },
    pingRole: null,
    auditChannel: null,
    alerts: { channel: null, role: null },
  });
});

test.each([
  ['90m', 90],
  ['1.5 hours', 90],
  ['1d', 1_440],
  ['3 Days', 4_320],
  ['15', null],
  ['0.3m', null],
  ['', null],
])('the time %j is read as %j minutes', (typed, minutes) => {
  expect(minutesTyped(typed)).toBe(minutes);
});

test.each([
  [15, '15 min'],
  [90, '90 min'],
  [1_440, '1 day'],
])('%i minutes read as %j', (minutes, words) => {
  expect(duration(minutes)).toBe(words);
});
