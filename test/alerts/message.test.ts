import { expect, test } from 'vitest';
import type { Alert, ServerAlerts } from '../../src/alerts/alert.js';
import type { Condition } from '../../src/alerts/conditions.js';
import { alertMessage } from '../../src/alerts/message.js';
import type { Rule, Threshold } from '../../src/alerts/rule.js';
import { SOFIA } from '../guilds/support.js';
import {
  ADDRESS_CHANGED,
  alertOf,
  MINUTE,
  NOW,
  readingOf,
  ruleOf,
  SETTINGS,
  shown,
} from './support/alerts.js';

const HASHRATE = ruleOf('hashrate');
const OFFLINE = ruleOf('offline-miners', { id: 'fppww' });
const ELSEWHERE = ruleOf('changed-elsewhere', { id: 'elsewhere' });
const SERVER: ServerAlerts = {
  guildId: '1000',
  settings: SETTINGS,
  rules: [HASHRATE, OFFLINE, ELSEWHERE],
  alerts: [],
  silences: [],
  now: NOW + 13 * MINUTE,
};
const miners = ['10.11.2.26', '10.11.4.178'];
const counted = { value: '100', limit: '90', baseline: undefined, isAtLeast: true, miners };
const OFF = alertOf(OFFLINE, { reading: readingOf(13, 'breached', counted), since: NOW + MINUTE });

const message = async (alert: Alert, server: Partial<ServerAlerts> = {}) =>
  shown(await alertMessage(alert, { ...SERVER, ...server }));

test('an alert shows its worst figure', async () => {
  const alert = alertOf(HASHRATE, { reading: readingOf(13), worst: '255300000000000000' });
  const lines = await message(alert);
  expect(lines).toContain('Worst **255.3 PH/s**');
});

test('a changed payout address is over once it is acknowledged', async () => {
  const at = NOW + 13 * MINUTE;
  const over = { phase: 'resolved', endedAt: at, acknowledged: { by: SOFIA.id, at } } as const;
  const lines = await message(alertOf(ELSEWHERE, { event: ADDRESS_CHANGED, ...over }));
  expect(lines.slice(0, 2)).toEqual([
    'over | Acknowledged · New payout address',
    '👤 @Sofia has it since ‹t 13›',
  ]);
  expect(lines.at(-1)).toBe('[Show]');
});

const threshold = (
  unit: Threshold['unit'],
  value: string,
  direction: Threshold['direction'] = 'under',
): Partial<Rule> => ({ threshold: { unit, value, direction } });

type Figures = readonly [value: string, limit: string, baseline?: string];

test.each<[Condition, Figures, Partial<Rule>, string]>([
  [
    'active-miners',
    ['1366', '1683', '1870'],
    {},
    '1,366 active miners | **1,366** · fires under 1,683 (90%)',
  ],
  [
    'efficiency',
    ['0.912', '0.95'],
    threshold('percent', '95'),
    'Efficiency at 91.2% | **91.2%** · fires under 95%',
  ],
  [
    'failing-miners',
    ['1', '1'],
    { subaccounts: ['hall-1'] },
    '1 miner failing · hall-1 | **1** · fires at 1',
  ],
  ['temperature', ['91', '85'], {}, 'Hottest miner 91 °C | **91 °C** · fires at 85'],
  [
    'revenue',
    ['0.0888', '0.1', '0.14318063'],
    {},
    'Revenue at 62% of 7 days | **0.08880000 BTC** · fires under 0.10000000 (70%)',
  ],
  [
    'margin',
    ['0.41', '0.5'],
    threshold('amount', '0.5'),
    'Available margin 0.41 BTC | **0.41000000 BTC** · fires under 0.50000000',
  ],
  [
    'hashprice',
    ['0.0003677344', '0.000376092', '0.00041788'],
    {},
    'Hashprice down 12% in 24 h | **0.00036773** · 0.00041788 a day before · fires at 10%',
  ],
])('%s of %j', async (...[condition, [value, limit, baseline], part, words]) => {
  const rule = ruleOf(condition, part);
  const reading = readingOf(13, 'breached', { value, limit, baseline });
  const [title, line] = await message(alertOf(rule, { reading }), { rules: [rule] });
  expect(`${title} | ${line}`).toBe(`warning | Firing · ${words}`);
});

test('a count that was not read to its end says so, with the first of them', async () => {
  expect((await message(OFF)).slice(0, 3)).toEqual([
    'warning | Firing · 100+ miners offline',
    '**100+** · fires at 90',
    '-# 10.11.2.26, 10.11.4.178 and 98 more',
  ]);
});
