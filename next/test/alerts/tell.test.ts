import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Alert } from '../../src/alerts/alert.js';
import type { Tell } from '../../src/alerts/evaluate.js';
import { findAlert, keepReading, readInGuild, saveAlert, saveRule } from '../../src/alerts/rows.js';
import type { Rule } from '../../src/alerts/rule.js';
import { enqueueTells } from '../../src/alerts/tell.js';
import { ChannelError } from '../../src/discord/channels.js';
import type { GuildSettings } from '../../src/guilds/settings.js';
import {
  ADDRESS_CHANGED,
  alertOf,
  DAY,
  GUILD,
  hashrateAlert,
  HELD,
  MINUTE,
  NOW,
  RESOLVED,
  ruleOf,
  SETTINGS,
  shown,
  watchedServer,
  type WatchedServer,
} from './support/alerts.js';

const RULE = ruleOf('hashrate', { role: '51' });
const ELSEWHERE = ruleOf('changed-elsewhere', { id: 'elsewhere' });
const NEW = hashrateAlert({ message: null });

let server: WatchedServer;
beforeEach(async () => {
  server = await watchedServer();
  server.time.now = NOW + 10 * MINUTE;
});
afterEach(() => server.close());

interface Told {
  readonly rules?: readonly Rule[];
  readonly alerts?: readonly Alert[];
  readonly settings?: GuildSettings;
}

/** As a round does: what changed is saved first. */
async function tell(tells: readonly Tell[], told: Told = {}): Promise<void> {
  const { rules = [RULE], alerts = [], settings = SETTINGS } = told;
  await server.store.inGuild(GUILD, async (tx) => {
    for (const rule of rules) await saveRule(tx, rule);
    const own = tells.flatMap((each) => ('alert' in each ? [each.alert] : []));
    for (const alert of [...alerts, ...own]) await saveAlert(tx, alert);
    const inGuild = await readInGuild(tx, { guild: GUILD, at: server.time.now, actor: 'pitboss' });
    await enqueueTells({ ...inGuild, settings }, tells);
  });
}

const texts = (channel = '800') =>
  server.channels
    .all(channel)
    .map(
      ({ reply: { content, cards } }) => shown({ content: content ?? cards?.[0]?.title ?? '' })[0],
    );

const deliver = () => server.outbox.deliver();

/** The alert as it is stored, with the message it has by now. */
async function stored(id = NEW.id): Promise<Alert> {
  const found = await findAlert(server.store.db, GUILD, id);
  if (found === null) throw new Error('No such alert');
  return found;
}

async function fire(): Promise<Alert> {
  await tell([{ kind: 'fired', alert: NEW }]);
  await deliver();
  return stored();
}

test('an alert is posted once, mentions its role, and its message is noted', async () => {
  await tell([{ kind: 'fired', alert: NEW }]);
  await fire();
  await deliver();
  expect(texts()).toEqual(['@On call Firing · Hashrate at 75.5% of 24 h']);
  const [post] = server.channels.all('800');
  expect(post?.reply.pings).toEqual({ roles: ['51'] });
  expect((await stored()).message).toEqual({ channelId: '800', messageId: post?.messageId });
});

test('what changes before the post is out goes into the post', async () => {
  server.channels.fault = () => Promise.reject(new ChannelError('failed', 'Discord is away'));
  await fire();
  await tell([{ kind: 'resolved', alert: { ...NEW, ...RESOLVED } }]);
  server.channels.fault = null;
  server.time.now += MINUTE;
  await deliver();
  expect(texts()).toEqual(['@On call Resolved · Hashrate']);
});

test('an alert that changes while it is posted is edited at once, and loses nothing', async () => {
  server.channels.after = () => tell([{ kind: 'changed', alert: { ...NEW, acknowledged: HELD } }]);
  await fire();
  await deliver();
  expect(server.channels.edits).toBe(1);
  expect(await stored()).toMatchObject({ acknowledged: HELD, message: { channelId: '800' } });
});

test('a resolved alert is edited, and a reply that pings nobody says so', async () => {
  const alert = await fire();
  await tell([{ kind: 'resolved', alert: { ...alert, ...RESOLVED } }]);
  await deliver();
  expect(texts()).toEqual([
    '@On call Resolved · Hashrate',
    '✅ **Hashrate is back** after 14 min. Worst 255.3 PH/s, now 347.0. @Sofia had it.',
  ]);
  const [, reply] = server.channels.all('800');
  expect(reply).toMatchObject({ replyTo: alert.message?.messageId });
  expect(reply?.reply.pings).toBeUndefined();
});

test.each<[[text: string, minutes: number], Partial<Alert>, object]>([
  [['<@&52> ⏰ **Nobody has this yet:** Hashrate at 75.5%, for 1 h.', 50], {}, { roles: ['52'] }],
  [
    ['@Sofia ⏰ **You have this:** Hashrate at 75.5%, for 24 h.', 1430],
    { acknowledged: HELD },
    { users: ['202'] },
  ],
])('a reminder reads %j', async ([text, minutes], part, pings) => {
  const alert = await fire();
  server.time.now += minutes * MINUTE;
  const rules = [ruleOf('hashrate', { role: '51', secondRole: '52' })];
  await tell([{ kind: 'reminder', alert: { ...alert, ...part, reminders: 1 } }], { rules });
  await deliver();
  expect(texts()[1]).toBe(text);
  expect(server.channels.all('800')[1]?.reply.pings).toEqual(pings);
});

test('missing data is told below the alert, and when it is back', async () => {
  const { message } = await fire();
  const since = NOW + 9 * MINUTE;
  await tell([{ kind: 'no-data', rule: RULE, since }]);
  await deliver();
  await tell([{ kind: 'data-back', rule: RULE, since }]);
  await deliver();
  expect(texts().slice(1)).toEqual([
    '⚠️ **No data for Hashrate** since ‹t 9›. The rule rests.',
    '✅ **Data for Hashrate is back.**',
  ]);
  const replies = server.channels.all('800').map(({ replyTo }) => replyTo);
  expect(replies).toEqual([null, message?.messageId, message?.messageId]);
});

test('a rule posts in its own channel, else in the server’s, else nowhere', async () => {
  const settings = { ...SETTINGS, alerts: { channel: null, role: '51' } };
  await tell([{ kind: 'fired', alert: NEW }], { settings });
  const own = { ...RULE, channel: '801' };
  await tell([{ kind: 'fired', alert: NEW }], { settings, rules: [own] });
  const changed = alertOf(ELSEWHERE, { event: ADDRESS_CHANGED, message: null });
  await tell([{ kind: 'fired', alert: changed }], { settings, rules: [own] });
  await deliver();
  expect([texts('800').length, texts('801').length]).toEqual([0, 1]);
  // Where the money goes is told in the audit channel then.
  expect(texts('900')).toEqual(['@On call Alert · New payout address']);
});

test('a post is given up after a day, but a change at the pool after a week', async () => {
  const refusal = new ChannelError('forbidden', 'Pitboss lacks Embed Links');
  server.channels.fault = () => Promise.reject(refusal);
  const changed = alertOf(ELSEWHERE, { event: ADDRESS_CHANGED, message: null });
  await tell([NEW, changed].map((alert) => ({ kind: 'fired', alert }) as const));
  const waiting = async () =>
    (await server.store.db.selectFrom('outbox').select('key').execute()).map(({ key }) => key);
  server.time.now += DAY;
  await deliver();
  expect(await waiting()).toEqual([`alert:1000:${changed.id}`]);
  server.time.now += 6 * DAY;
  await deliver();
  expect(await waiting()).toEqual([]);
});

test('a message has a chart of what was read', async () => {
  await server.store.inGuild(GUILD, async (tx) => {
    for (const minute of [-60, -30, 0, 5])
      await keepReading(tx, RULE, {
        at: NOW + minute * MINUTE,
        value: `${300 - minute}000000000000000`,
      });
  });
  await fire();
  expect(server.channels.all('800')[0]?.reply.cards?.[0]?.chart).toMatchObject({
    name: 'hashrate.png',
    alt: 'Chart, 19:00 – 20:00. Hashrate: 295 to 360 PH/s · UTC, last 295.',
  });
});
