import { expect, test } from 'vitest';
import type { Alert } from '../../src/alerts/alert.js';
import type { Condition } from '../../src/alerts/conditions.js';
import { alertMessage } from '../../src/alerts/message.js';
import type { Stand } from '../../src/alerts/rows.js';
import { NEW_NOTE, type Rule, type Threshold } from '../../src/alerts/rule.js';
import {
  ADDRESS_CHANGED,
  alertOf,
  hashrateAlert,
  HELD,
  LOW_HASHRATE,
  MINUTE,
  NOW,
  OFFLINE,
  offlineAlert,
  readingOf,
  RESOLVED,
  ruleOf,
  SETTINGS,
  shown,
} from './support/alerts.js';

const ELSEWHERE = ruleOf('changed-elsewhere', { id: 'elsewhere' });
const STAND: Stand = {
  guildId: '1000',
  keyVersion: 1,
  settings: SETTINGS,
  rules: [ruleOf('hashrate'), OFFLINE, ELSEWHERE],
  alerts: [],
  silences: [],
  now: NOW + 13 * MINUTE,
};

const message = (alert: Alert, stand: Partial<Stand> = {}) =>
  shown(alertMessage(alert, { ...STAND, ...stand }));

test('a firing alert shows its figure against its threshold, since when, and what to look at', () => {
  expect(message(hashrateAlert(), { alerts: [offlineAlert()] })).toEqual([
    'warning | Firing · Hashrate at 75.5% of 24 h',
    '**255.3 PH/s** · fires under 270.5 (80%)',
    'Since ‹t 0› (‹R 0›)',
    'Also: [Offline miners](https://discord.com/channels/1000/800/1001)',
    'Next: `/miners list status:offline`',
    '(Read from the pool)',
    '[*Acknowledge] [Silence…] [Show]',
  ]);
});

test('an acknowledged alert says who has it, and no longer what to do', () => {
  expect(message(hashrateAlert({ acknowledged: HELD }))).toEqual([
    'warning | Acknowledged · Hashrate at 75.5% of 24 h',
    '👤 @Sofia has it since ‹t 13›',
    '**255.3 PH/s** · fires under 270.5 (80%)',
    'Since ‹t 0› (‹R 0›)',
    '(Read from the pool)',
    '[Silence…] [Show]',
  ]);
});

test('a resolved alert says how long it lasted, how bad it was, and who had it', () => {
  expect(message(hashrateAlert(RESOLVED))).toEqual([
    'good | Resolved · Hashrate',
    'Lasted **14 min**, from ‹t 0›',
    'Worst **255.3 PH/s** · now 347.0 PH/s',
    '👤 @Sofia had it',
    '(Read from the pool)',
    '[Show]',
  ]);
});

test('an alert whose rule is gone has ended, which is not resolved', () => {
  const ended = { phase: 'ended', endedAt: NOW + 20 * MINUTE } as const;
  const alert = hashrateAlert({ ...ended, endedBecause: 'The rule was removed.' });
  expect(message(alert, { rules: [] })).toEqual([
    'over | Ended · Hashrate',
    'The rule was removed.',
    'From ‹d 0› ‹t 0›',
    'Worst **255.3 PH/s**',
    '(Read from the pool)',
  ]);
});

const missing = { ...NEW_NOTE, missing: { since: NOW + 9 * MINUTE, told: true } };
const silence = {
  guildId: '1000',
  rule: null,
  from: NOW,
  until: NOW + 139 * MINUTE,
  by: '201',
  reason: 'Transformer *maintenance*',
};

test.each<[string, Alert, Partial<Stand>]>([
  ['Worst **255.3 PH/s**', hashrateAlert({ reading: { ...LOW_HASHRATE, value: '26' } }), {}],
  [
    'Good since ‹t 14›, resolved after 5 min',
    hashrateAlert({ phase: 'recovering', clearSince: NOW + 14 * MINUTE }),
    {},
  ],
  ['⚠️ No figure since ‹t 9›', hashrateAlert(), { rules: [ruleOf('hashrate', { note: missing })] }],
  [
    '🔕 until ‹t 139› by @Adam: Transformer \\*maintenance\\*',
    hashrateAlert(),
    { silences: [silence] },
  ],
  ['warning | Silenced · Hashrate at 75.5% of 24 h', hashrateAlert(), { silences: [silence] }],
  [
    '@On call Firing · Hashrate at 75.5% of 24 h',
    hashrateAlert(),
    { rules: [ruleOf('hashrate', { role: '51' })] },
  ],
])('an alert has the line %j', (line, alert, stand) => {
  expect(message(alert, stand)).toContain(line);
});

test('a changed payout address is shown whole, with what to do', () => {
  const alert = alertOf(ELSEWHERE, { event: ADDRESS_CHANGED });
  expect(message(alert)).toEqual([
    'bad | Alert · New payout address',
    'BTC payouts of **cedar-ridge-air**',
    '**Changed at the pool, not through Pitboss**',
    '🆕 **NEW** · BTC treasury · allocation **80**',
    '```',
    'bc1q tksp',
    '```',
    'Not your team? Undo it in the pool’s console and check who can sign in.',
    '-# Between ‹t -5› and ‹t 0›',
    '(Seen at the pool)',
    '[*Acknowledge] [Silence…] [Show]',
  ]);
});

test('a change elsewhere that may be ours names it; once acknowledged it is over', () => {
  const event = { ...ADDRESS_CHANGED, perhaps: 14 };
  const over = { phase: 'resolved', endedAt: NOW + 13 * MINUTE, acknowledged: HELD } as const;
  const lines = message(alertOf(ELSEWHERE, { event, ...over }));
  expect(lines.slice(0, 2)).toEqual([
    'over | Acknowledged · New payout address',
    '👤 @Sofia has it since ‹t 13›',
  ]);
  expect(lines).toContain('**Changed at the pool, perhaps by #14**');
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
  ['failing-miners', ['210', '90'], {}, '210 miners failing | **210** · fires at 90'],
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
  [
    'hashprice',
    ['0.00038', '0.0004'],
    threshold('price', '0.0004'),
    'Hashprice at 0.00038000 | **0.00038000** · fires under 0.00040000',
  ],
  [
    'hashrate',
    ['21e14', '25e14'],
    threshold('hashrate', '25e14'),
    'Hashrate at 2.100 PH/s | **2.100 PH/s** · fires under 2.500',
  ],
])('%s of %j', (...[condition, [value, limit, baseline = null], part, words]) => {
  const rule = ruleOf(condition, part);
  const reading = readingOf(13, 'breached', { value, limit, baseline });
  const [title, line] = message(alertOf(rule, { reading }), { rules: [rule] });
  expect(`${title} | ${line}`).toBe(`warning | Firing · ${words}`);
});

test('a count that was not read to its end says so, with the first of them', () => {
  expect(message(offlineAlert()).slice(0, 3)).toEqual([
    'warning | Firing · 100+ miners offline',
    '**100+** · fires at 90',
    '-# 10.11.2.26, 10.11.4.178 and 98 more',
  ]);
});

test('a pool that cannot be read has no figure, and nothing to show', () => {
  const pool = ruleOf('pool', { id: 'pool' });
  const alert = alertOf(pool, { reading: readingOf(13, 'breached', { value: '3', limit: '3' }) });
  expect(message(alert, { rules: [pool] })).toEqual([
    'warning | Firing · The pool can’t be read',
    'Other alerts rest.',
    'Since ‹t 0› (‹R 0›)',
    '(Last tried)',
    '[*Acknowledge] [Silence…]',
  ]);
});
