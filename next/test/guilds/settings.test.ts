import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { duration, minutesTyped } from '../../src/durations.js';
import { DEFAULT_SETTINGS, guildSettings } from '../../src/guilds/settings.js';

const SET = {
  currency: 'ZEC',
  site: { id: 'a', name: 'North Ridge' },
  subaccounts: [],
  timeZone: 'America/Chicago',
  roles: { viewer: ['1'], manager: ['2'], approver: ['3'] },
  approval: { payments: 'self', others: 'second' },
  waits: { payments: 60, others: 30 },
  pingRole: '4',
  auditChannel: '5',
  alerts: { channel: '6', role: '7' },
};

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

test.each(['CST', 'PST', 'Mars/Olympus', '', 5])(
  'a stored time zone %j, which is none, becomes UTC and takes nothing else along',
  (timeZone) => {
    expect(guildSettings.parse({ ...SET, timeZone })).toEqual({ ...SET, timeZone: 'UTC' });
  },
);

test('any bad field becomes its default and leaves the others', () => {
  const bad = fc.oneof(fc.integer(), fc.boolean(), fc.constant({ x: 1 }), fc.constant([1]));
  const name = fc.constantFrom('currency', 'site', 'subaccounts', 'pingRole', 'auditChannel');
  fc.assert(
    fc.property(name, bad, (field, value) => {
      const usual = { [field]: guildSettings.parse({})[field] };
      expect(guildSettings.parse({ ...SET, [field]: value })).toEqual({ ...SET, ...usual });
    }),
  );
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
