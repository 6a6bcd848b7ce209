import { afterEach, beforeEach, expect, test } from 'vitest';
import { alerts as file } from '../../commands/alerts.js';
import type { Context } from '../../commands/context.js';
import { miners } from '../../commands/miners.js';
import type { Alert } from '../../src/alerts/alert.js';
import { storedAlerts, storedRules } from '../../src/alerts/rows.js';
import { NEW_NOTE, type Rule } from '../../src/alerts/rule.js';
import type { Reply } from '../../src/discord/reply.js';
import { UserError } from '../../src/errors.js';
import {
  hashrateAlert,
  HELD,
  MINUTE,
  NOW as START,
  OFFLINE,
  offlineAlert,
  RESOLVED,
  ruleOf,
  SETTINGS,
  shown,
  GUILD,
  watchedServer,
  type WatchedServer,
} from '../alerts/support/alerts.js';
import { ADAM, SOFIA } from '../guilds/support.js';
import { press, readingContext, run } from '../support/reading-context.js';

const NOW = START + 13 * MINUTE;

let server: WatchedServer;
let context: Context;

beforeEach(async () => {
  server = await watchedServer();
  server.time.now = NOW;
  const { alerts, channels, clock, guilds, pool } = server;
  const { after: settings } = await guilds.configure(GUILD, ADAM, (before) => ({
    ...before,
    ...SETTINGS,
    timeZone: 'America/Chicago',
  }));
  context = {
    ...readingContext(pool, settings),
    guildId: GUILD,
    channelId: '800',
    messageId: '1001',
    member: SOFIA,
    alerts,
    channels,
    clock,
    guilds,
    commands: [...file.commands, ...miners.commands],
  };
});
afterEach(() => server.close());

const answer = async (name: string, options: Record<string, unknown> = {}) =>
  run(file, [`alerts ${name}`, options], context);

/** The shown answer, with the rule's id, which is made up, as `ID`. */
const text = (reply: Reply) =>
  shown(reply).map((line) => line.replace(/(id |Rule )[a-z2-9]{5}\b/, '$1ID'));

async function keep(...alerts: readonly Alert[]): Promise<void> {
  await server.store.inGuild(GUILD, async (tx) => {
    for (const rule of [ruleOf('hashrate'), OFFLINE]) await storedRules.save(tx, rule);
    for (const alert of alerts) await storedAlerts.save(tx, alert);
  });
}

test('a rule is added as typed, with what is usual for the rest', async () => {
  expect(text(await answer('add', { condition: 'hashrate', threshold: '80%' }))).toEqual([
    'good | Alert rule added',
    '**Hashrate under 80% of its 24-hour rate**',
    'for 10 min · BTC',
    '#pool-ops · no mention',
    '-# /alerts test shows a sample · id ID',
  ]);
});

test('a rule with everything typed says all of it', async () => {
  const options = { condition: 'offline-miners', threshold: '12 miners', site: 'North Ridge' };
  const told = {
    for: '1h',
    role: '51',
    'second-role': '52',
    remind: '30 min',
  };
  expect(text(await answer('add', { ...options, ...told }))).toEqual([
    'good | Alert rule added',
    '**Offline miners 12 or more**',
    'for 1 h · North Ridge',
    '#pool-ops · @On call · reminder after 30 min to <@&52>',
    '-# /alerts test shows a sample · id ID',
  ]);
});

test.each<[Record<string, unknown>, string, string]>([
  [
    { condition: 'margin' },
    'Check the threshold',
    '`threshold`: needed for margin, such as 0.5 BTC.',
  ],
  [
    { condition: 'temperature', currency: 'BTC' },
    'Check the currency',
    '`currency`: a rule for temperature has none. Leave it out.',
  ],
  [
    { condition: 'hashrate', for: 'soon' },
    'Check the for',
    '`for`: `soon` isn’t a time up to 1 day. Use 10 min or 1h.',
  ],
  [
    { condition: 'hashrate', currency: 'USD' },
    'Check the currency',
    '`currency`: `USD` isn’t one of BTC, LTC_DOGE, SC, ZEC.',
  ],
])('%j is refused', async (options, title, sentence) => {
  await expect(answer('add', options)).rejects.toThrow(new UserError(title, sentence));
});

test('what is left out of an edit stays', async () => {
  await keep();
  await answer('edit', { rule: 'K7M2P ', role: '51', threshold: '75%' });
  const lines = text(await answer('edit', { rule: 'k7m2p', for: '1h' }));
  expect(lines).toContain('#pool-ops · @On call');
  const rule = await context.alerts.rule(GUILD, 'k7m2p');
  expect(rule).toMatchObject({ role: '51', threshold: { value: '75' } });
});

test('a rule is removed after a question', async () => {
  await keep();
  const question = await answer('remove', { rule: 'k7m2p' });
  expect(text(question)).toEqual([
    'bad | Remove this alert rule?',
    '**Hashrate under 80% of its 24-hour rate**',
    'for 10 min · BTC',
    '#pool-ops · no mention',
    '-# /alerts test shows a sample · id ID',
    '[!Remove] [Keep]',
  ]);
  expect(text(await press(file, [question, 'Keep'], context))[0]).toBe('open | Kept');
  expect(text(await press(file, [question, 'Remove'], context))[0]).toBe('over | Removed');
  await expect(context.alerts.rule(GUILD, 'k7m2p')).rejects.toThrow(UserError);
});

test('the list of rules says how each stands', async () => {
  await keep(offlineAlert());
  expect(text(await answer('rules'))).toEqual([
    'open | Alert rules · 2 of 25',
    '🔴 **Offline miners 90 or more** · 10 min',
    '-# fppww · in #pool-ops · firing ‹R 1›',
    '🟢 **Hashrate under 80% of 24 h** · 10 min · BTC',
    '-# k7m2p · in #pool-ops',
    '🟢 **Changes at the pool**',
    '-# always on · in #pool-ops',
    '🟢 **The pool can’t be read**',
    '-# always on · in #pool-ops',
    '(Checked)',
  ]);
});

test('a rule that holds, is silenced, lacks data or is posted nowhere says so', async () => {
  const note = { ...NEW_NOTE, missing: { since: START, told: true } };
  const own = (id: string, part: Partial<Rule> = {}) =>
    ruleOf('hashrate', { id, channel: '800', ...part });
  const pending = { ...hashrateAlert({ rule: 'aaaaa' }), phase: 'pending' } as const;
  const alerts = { channel: null, role: null };
  const settings = JSON.stringify({ ...SETTINGS, alerts });
  await server.store.inGuild(GUILD, async (tx) => {
    const rules = [
      own('aaaaa'),
      own('bbbbb'),
      own('ccccc', { note }),
      own('ddddd', { channel: null }),
    ];
    for (const rule of rules) await storedRules.save(tx, rule);
    await storedAlerts.save(tx, pending);
    await tx.updateTable('guild').set({ settings }).execute();
  });
  await answer('silence', { rule: 'bbbbb', for: '2h' });
  const lines = text(await answer('rules')).filter((line) => line.startsWith('-#'));
  expect(lines.slice(0, 5)).toEqual([
    '-# aaaaa · in #pool-ops · holds since ‹t 0›',
    '-# bbbbb · in #pool-ops · silenced until ‹t 133›',
    '-# ccccc · in #pool-ops · no data since ‹t 0›',
    '-# ddddd · ⚠️ posted nowhere: `/alerts channel`',
    '-# always on · in #audit',
  ]);
});

test('the list of alerts has who has them, silences, the last 30 days, and a select', async () => {
  const held = { acknowledged: HELD };
  const past = hashrateAlert({ id: 'k7m2p-b', ...RESOLVED });
  await keep(hashrateAlert(), offlineAlert(held), past);
  await answer('silence', { for: '2h', reason: 'Transformer maintenance' });
  const list = await answer('list');
  expect(text(list)).toEqual([
    'bad | 2 alerts open',
    '👤 100+ miners offline · @Sofia · ‹R 1›',
    '🔴 Hashrate at 75.5% of 24 h · ‹R 0›',
    '🔕 All rules silenced until ‹t 133› by @Sofia',
    '**Last 30 days: 1**',
    '• Hashrate, 14 min · ‹d 0› · @Sofia',
    '(Checked)',
    '[select: Acknowledge an alert… (Hashrate at 75.5% of 24 h)]',
  ]);
  const after = await press(file, [list, { selected: 'k7m2p-a' }], context);
  expect(text(after)[0]).toBe('warning | 2 alerts open');
});

/** The message of an alert as its buttons have it. */
const button = (id: string): Reply => ({ rows: [[{ label: 'Press', id }]] });
const click = (id: string) => press(file, [button(id), 'Press'], context);

test('Acknowledge edits the alert’s message', async () => {
  await keep(hashrateAlert());
  const lines = text(await click('alert-ack:k7m2p-a'));
  expect(lines.slice(0, 2)).toEqual([
    'warning | Acknowledged · Hashrate at 75.5% of 24 h',
    '👤 @Sofia has it since ‹t 13›',
  ]);
  const again = click('alert-ack:k7m2p-a');
  await expect(again).rejects.toThrow(new UserError('Too late', `<@${SOFIA.id}> has it already.`));
});

test('Acknowledge on a reminder says there who has it', async () => {
  await keep(hashrateAlert());
  Object.assign(context, { messageId: '2000' });
  expect(text(await click('alert-ack:k7m2p-a'))).toEqual([
    '👤 @Sofia has it: Hashrate at 75.5% of 24 h',
  ]);
});

test('Show opens what the alert is about', async () => {
  await keep(offlineAlert({ id: 'fppww-a' }));
  expect(text(await click('alert-show:fppww-a'))[0]).toBe('open | Miners · offline');
  expect(server.workspace.requests).toEqual(['miners']);
});

function actionOf(kind: string) {
  const action = file.actions.find((each) => each.kind === kind);
  if (action === undefined) throw new Error(`No action ${kind}`);
  return action;
}

test('Silence… asks for how long and why', async () => {
  await keep(hashrateAlert());
  const act = async (kind: string, arg: string, fields: Readonly<Record<string, string>> = {}) =>
    (await actionOf(kind).run({ args: [arg], selected: [], fields }, context)) ?? {};
  const form = await act('alert-silence', 'k7m2p-a');
  expect(form).toMatchObject({ form: 'alert-silence-typed:k7m2p' });
  const typed = async (fields: Readonly<Record<string, string>>) =>
    shown(await act('alert-silence-typed', 'k7m2p', fields));
  const lengths = 'fields' in form ? (form.fields[0]?.choices ?? []) : [];
  const ends = await Promise.all(lengths.map(({ value }) => typed({ for: value })));
  // It is 14:13 in Chicago.
  expect(ends.map(([end]) => end)).toEqual([
    'good | Silenced until ‹t 133›',
    'good | Silenced until ‹t 43›',
    `good | Silenced until ‹t ${13 + 17 * 60 + 47}›`,
    expect.stringContaining('Silenced until'),
  ]);
  expect(await typed({ for: '30 min', reason: 'Firmware update' })).toEqual([
    'good | Silenced until ‹t 43›',
    '/alerts silence off:True ends it.',
    'Hashrate under 80% of its 24-hour rate: Firmware update',
  ]);
});

test('all rules are silenced from a time of the server’s zone, changes at the pool for a day', async () => {
  const options = { from: 'tomorrow 06:00', for: '2d', reason: 'Transformer maintenance' };
  const from = 13 + 15 * 60 + 47;
  const end = (minutes: number) => `‹d ${from + minutes}› ‹t ${from + minutes}›`;
  expect(text(await answer('silence', options))).toEqual([
    `good | Silenced from ‹t ${from}› until ${end(2 * 1440)}`,
    '/alerts silence off:True ends it.',
    'All rules: Transformer maintenance',
    `-# Changes at the pool too, until ${end(1440)}: #audit was told.`,
  ]);
  expect(text(await answer('silence', { off: true }))).toEqual(['good | 1 silence ended']);
  await expect(answer('silence', { off: true })).rejects.toThrow('Nothing is silenced');
});

test.each<[Record<string, unknown>, string]>([
  [{}, 'For how long?: Add `for:2h`, or `off:True` to end a silence.'],
  [{ for: 'a while' }, '`for`: `a while` isn’t a time up to 30 days.'],
  [{ for: '1h', from: '25:00' }, '`from`: `25:00` isn’t a time.'],
  [{ rule: 'nope', for: '1h' }, 'No such rule'],
])('a silence with %j is refused', async (options, words) => {
  await expect(answer('silence', options)).rejects.toThrow(words);
});

test('a test is shown to who asked', async () => {
  await keep();
  expect(text(await answer('test', { rule: 'k7m2p' })).slice(0, 2)).toEqual([
    'warning | Test · Hashrate',
    'Hashrate under 80% of its 24-hour rate',
  ]);
});

test('the alert channel is this one unless another is named', async () => {
  expect(text(await answer('channel', { role: '51' }))).toEqual([
    'good | Alert channel set',
    'Rules without one of their own post in #pool-ops.',
    '@On call is mentioned for changes at the pool, and while it can’t be read.',
  ]);
});

test('the export has a row for each alert that ended', async () => {
  await keep(hashrateAlert({ ...RESOLVED, acknowledged: { by: ADAM.id, at: START } }));
  const reply = await answer('export');
  expect(text(reply)[0]).toBe('open | Alerts · 1');
  const csv = reply.files?.[0]?.data.toString() ?? '';
  expect(csv).toContain('k7m2p-a,k7m2p,hashrate,resolved,2026-11-28T20:00:00.000Z');
  expect(csv).toContain(ADAM.id);
});
