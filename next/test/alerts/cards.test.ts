import { expect, test } from 'vitest';
import { alertMessage, type Surroundings } from '../../src/alerts/alert-message.js';
import type { Alert } from '../../src/alerts/alert.js';
import type { Rule } from '../../src/alerts/rule.js';
import { sampleReply } from '../../src/alerts/sample.js';
import {
  ADAM,
  alertOf,
  AT,
  ELSEWHERE,
  hashrateAlert,
  MINUTE,
  OFFLINE,
  offlineAlert,
  PAYOUT_CHANGED,
  readingOf,
  RESOLVED,
  ruleOf,
  SETTINGS,
  shown,
  SOFIA,
} from './shown-alerts.js';

const HELD = { by: SOFIA, at: AT + 13 * MINUTE };

function message(alert: Alert, around: Partial<Surroundings> = {}): string[] {
  const usual = {
    settings: SETTINGS,
    rules: [ruleOf(), OFFLINE, ELSEWHERE],
    open: [],
    burst: [],
    silences: [],
    now: AT + 13 * MINUTE,
  };
  return shown(alertMessage(alert, { ...usual, ...around }));
}

test('a firing alert shows its figure against its threshold, since when, and what to look at', () => {
  expect(message(hashrateAlert(), { open: [offlineAlert()] })).toEqual([
    'warning | Firing · Hashrate at 75.5% of 24 h',
    '**255.3 PH/s** · fires under 270.5 (80%)',
    'Since ‹t 0› (‹R 0›)',
    'Also: [Offline miners](https://discord.com/channels/100/800/1001)',
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

test('the worst figure is shown while firing only where it is another one', () => {
  const better = readingOf({ value: '260000000000000000' });
  expect(message(hashrateAlert({ reading: better }))).toContain('Worst **255.3 PH/s**');
});

test('a recovering alert says since when it is good', () => {
  const lines = message(hashrateAlert({ phase: 'recovering', clearSince: AT + 14 * MINUTE }));
  expect(lines).toContain('Good since ‹t 14›, resolved after 5 min');
  expect(lines.join()).not.toContain('Next');
});

test('an alert without figures says so', () => {
  const missing = { since: AT + 9 * MINUTE, told: true };
  const rules = [ruleOf({ note: { missing, fired: [], happened: [] } })];
  expect(message(hashrateAlert(), { rules })).toContain('⚠️ No figure since ‹t 9›');
});

test('a silenced alert says until when, by whom and why', () => {
  const silence = {
    guildId: '100',
    rule: null,
    from: AT,
    until: AT + 139 * MINUTE,
    by: ADAM,
    reason: 'Transformer *maintenance*',
  };
  expect(message(hashrateAlert(), { silences: [silence] }).slice(0, 2)).toEqual([
    'warning | Silenced · Hashrate at 75.5% of 24 h',
    '🔕 until ‹t 139› by @Adam: Transformer \\*maintenance\\*',
  ]);
});

test('an alert whose rule is gone has ended, which is not resolved', () => {
  const ended = { phase: 'ended', endedAt: AT + 20 * MINUTE } as const;
  const because = { endedBecause: 'The rule was removed.' };
  expect(message(hashrateAlert({ ...ended, ...because }), { rules: [] })).toEqual([
    'over | Ended · Hashrate',
    'The rule was removed.',
    'From ‹d 0› ‹t 0›',
    'Worst **255.3 PH/s**',
    '(Read from the pool)',
  ]);
});

test('a rule that fires often is offered a larger margin', () => {
  expect(message(hashrateAlert({ firedInDay: 6 }))).toContain(
    '↕️ 6 times in 24 h: `/alerts edit margin:8`',
  );
});

test('a count that was not read to its end says so, with where most are and the first of them', () => {
  expect(message(offlineAlert()).slice(0, 3)).toEqual([
    'warning | Firing · 100+ miners offline',
    '**100+ miners offline**, mostly Cedar Ridge · fires at 90',
    '-# 10.11.2.26, 10.11.4.178 and 98 more',
  ]);
});

test('the role of the rule is mentioned with the title as text', () => {
  const lines = message(hashrateAlert(), { rules: [ruleOf({ role: '51' })] });
  expect(lines[0]).toBe('@On call Firing · Hashrate at 75.5% of 24 h');
  expect(lines.at(-1)).toBe('pings: 51');
});

test('the colour goes by severity', () => {
  expect(message(hashrateAlert({ severity: 'critical' }))[0]).toMatch(/^bad \| /);
  expect(message(hashrateAlert({ severity: 'info' }))[0]).toMatch(/^open \| /);
});

test('a changed payout address is shown whole, with what to do', () => {
  const alert = alertOf(ELSEWHERE, { event: PAYOUT_CHANGED });
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
  const event = { ...PAYOUT_CHANGED, perhaps: 14 };
  const over = { phase: 'resolved', endedAt: AT + 13 * MINUTE, acknowledged: HELD } as const;
  const lines = message(alertOf(ELSEWHERE, { event, ...over }));
  expect(lines.slice(0, 2)).toEqual([
    'over | Acknowledged · New payout address',
    '👤 @Sofia has it since ‹t 13›',
  ]);
  expect(lines).toContain('**Changed at the pool, perhaps by #14**');
  expect(lines.at(-1)).toBe('[Show]');
});

const reading = (value: string, limit: string, baseline: string | null = null) => ({
  reading: readingOf({ value, limit, baseline }),
});

test.each<[[title: string, line: string], Partial<Rule>, Partial<Alert>]>([
  [
    ['1,366 active miners', '**1,366** · fires under 1,683 (90%)'],
    { condition: 'active-miners', threshold: { unit: 'percent', value: '90' } },
    reading('1366', '1683', '1870'),
  ],
  [
    ['Efficiency at 91.2%', '**91.2%** · fires under 95%'],
    { condition: 'efficiency', threshold: { unit: 'percent', value: '95' } },
    reading('0.912', '0.95'),
  ],
  [
    ['210+ miners failing', '**210+ miners failing** · fires at 90'],
    { condition: 'failing-miners', threshold: { unit: 'miners', value: '90' } },
    { reading: readingOf({ value: '210', limit: '90', baseline: null, isAtLeast: true }) },
  ],
  [
    ['1 miner failing · North Ridge', '**1 miner failing** · fires at 1'],
    { condition: 'failing-miners', site: { id: 'a', name: 'North Ridge' } },
    reading('1', '1'),
  ],
  [
    ['Hottest miner 91 °C', '**91 °C** · fires at 85'],
    { condition: 'temperature', threshold: { unit: 'celsius', value: '85' } },
    reading('91', '85'),
  ],
  [
    ['Revenue at 62% of 7 days', '**0.08880000 BTC** · fires under 0.10022644 (70%)'],
    { condition: 'revenue', threshold: { unit: 'percent', value: '70' } },
    reading('0.0888', '0.10022644', '0.14318063'),
  ],
  [
    ['Available margin 0.41 BTC', '**0.41000000 BTC** · fires under 0.50000000'],
    { condition: 'margin', threshold: { unit: 'amount', value: '0.5' } },
    reading('0.41', '0.5'),
  ],
  [
    ['Hashprice down 12% in 24 h', '**0.00036773** · 0.00041788 a day before · fires at 10%'],
    { condition: 'hashprice', threshold: { unit: 'percent', value: '10' } },
    reading('0.0003677344', '0.000376092', '0.00041788'),
  ],
  [
    ['Hashprice at 0.00038000', '**0.00038000** · fires under 0.00040000'],
    { condition: 'hashprice', threshold: { unit: 'price', value: '0.0004', direction: 'under' } },
    reading('0.00038', '0.0004'),
  ],
  [
    ['Hashrate at 2.100 PH/s', '**2.100 PH/s** · fires under 2.500'],
    { threshold: { unit: 'hashrate', value: '2500000000000000' } },
    reading('2100000000000000', '2500000000000000'),
  ],
])('%j', ([title, line], rulePart, alertPart) => {
  const rule = ruleOf(rulePart);
  const lines = message(alertOf(rule, alertPart), { rules: [rule] });
  expect(lines[0]).toBe(`warning | Firing · ${title}`);
  expect(lines[1]).toBe(line);
});

test('a pool that cannot be read has no figure, and nothing to show', () => {
  const pool = ruleOf({ id: 'pool', condition: 'pool', threshold: null, currency: null });
  const alert = alertOf(pool, { reading: readingOf({ value: '3', limit: '3', baseline: null }) });
  expect(message(alert, { rules: [pool] })).toEqual([
    'warning | Firing · The pool can’t be read',
    'Other alerts rest.',
    'Since ‹t 0› (‹R 0›)',
    '(Last tried)',
    '[*Acknowledge] [Silence…]',
  ]);
});

test.each<[title: string, readonly string[], Alert['event']]>([
  [
    'Balance fell by 0.43219156 BTC',
    ['0.43219156 → **0.00000000 BTC**', 'Payouts go to', 'BTC treasury', '```', 'bc1q x7su', '```'],
    {
      kind: 'payout',
      key: 'p',
      currency: 'BTC',
      before: '0.43219156',
      after: '0',
      addresses: [{ name: 'BTC treasury', address: 'bc1qx7su' }],
    },
  ],
  [
    'Contract settled: SELL 60 PH/s',
    ['ACTIVE → **SETTLED**'],
    { kind: 'contract', key: 'c', name: 'SELL 60 PH/s', before: 'ACTIVE', after: 'SETTLED' },
  ],
  [
    'Payment settings wait 26 h for approval',
    ['BTC payouts of **hall-1**', 'Since ‹d -1550› ‹t -1550›'],
    {
      kind: 'approval',
      key: 'a',
      currency: 'BTC',
      subaccount: 'hall-1',
      since: AT + 10 * MINUTE - 26 * 60 * MINUTE,
    },
  ],
])('%s', (title, lines, event) => {
  const rule = ruleOf({ threshold: null, condition: 'payout' });
  const all = message(alertOf(rule, { event }), { rules: [rule] });
  expect(all.slice(0, lines.length + 1)).toEqual([`warning | Alert · ${title}`, ...lines]);
});

/** Of 14 at once the first leads. */
function many(part: (index: number) => Partial<Alert> = () => ({})) {
  const all = Array.from({ length: 14 }, (_, index) =>
    hashrateAlert({ id: `5m2fa-${index}`, ...part(index) }),
  );
  return { leader: all[0] ?? hashrateAlert(), burst: all.slice(1) };
}

test('many alerts at once are one message with a list', () => {
  const { leader, burst } = many((index) => (index < 3 ? { acknowledged: HELD } : {}));
  const lines = message(leader, { burst });
  expect(lines.slice(0, 3)).toEqual([
    'bad | Firing · 14 alerts at once',
    'Often one cause: power, network or the pool.',
    '• Hashrate at 75.5% of 24 h, since ‹t 0›',
  ]);
  expect(lines.slice(-4)).toEqual([
    'and 4 more: `/alerts list`',
    '👤 @Sofia has 3 of them',
    '(First seen)',
    '[*Acknowledge all] [Show]',
  ]);
});

test('many alerts at once are green when the last is over', () => {
  const { leader, burst } = many(() => RESOLVED);
  const lines = message(leader, { burst });
  expect(lines.slice(0, 2)).toEqual([
    'good | Over · 14 alerts at once',
    '• Hashrate, resolved after 14 min',
  ]);
  expect(lines.at(-1)).toBe('[Show]');
});

test.each<[string, Partial<Rule>]>([
  ['Test · Hashrate at 72% of 24 h', {}],
  ['Test · 99 miners offline', OFFLINE],
  [
    'Test · Hashprice down 19% in 24 h',
    { condition: 'hashprice', threshold: { unit: 'percent', value: '10' } },
  ],
  [
    'Test · Efficiency at 81%',
    { condition: 'efficiency', threshold: { unit: 'percent', value: '90' } },
  ],
  ['Test · Changes at the pool', ELSEWHERE],
])('a sample reads %s, mentions nobody and has no buttons', (title, part) => {
  const lines = shown(sampleReply(ruleOf({ role: '51', ...part }), AT));
  expect(lines[0]).toContain(`| ${title}`);
  expect(lines.at(-1)).toBe('(Made up)');
});
