import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMovableClock } from '../../sandbox/movable-clock.js';
import type { Alert } from '../../src/alerts/alert.js';
import { alertHooks, enqueueTells } from '../../src/alerts/messages.js';
import { findAlert, saveAlert, saveRule } from '../../src/alerts/rows.js';
import type { Rule } from '../../src/alerts/rule.js';
import type { Tell } from '../../src/alerts/tell.js';
import { ChannelError } from '../../src/discord/channels.js';
import type { GuildSettings } from '../../src/guilds/settings.js';
import { createOutbox, type Outbox } from '../../src/jobs/outbox.js';
import { createMetrics } from '../../src/ops/metrics.js';
import { openStore } from '../../src/store/open-store.js';
import type { Store } from '../../src/store/store.js';
import { createFakeChannels, type FakeChannels } from '../support/fake-channels.js';
import { silentLog } from '../support/silent-log.js';
import {
  alertOf,
  AT,
  ELSEWHERE,
  hashrateAlert,
  MINUTE,
  PAYOUT_CHANGED,
  readable,
  readingOf,
  RESOLVED,
  ruleOf,
  SETTINGS,
  SOFIA,
} from './shown-alerts.js';

const DAY = 24 * 60 * MINUTE;
const RULE = ruleOf({ role: '51' });
const NEW = hashrateAlert({ message: null });

let folder: string;
let store: Store;
let clock: ReturnType<typeof createMovableClock>;
let channels: FakeChannels;
let outbox: Outbox;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pitboss-alerts-'));
  clock = createMovableClock({ startAt: AT + 10 * MINUTE, ticking: false });
  store = await openStore({ dataDir: folder, clock });
  channels = createFakeChannels(clock);
  outbox = createOutbox({
    store,
    clock,
    channels,
    leader: { isLeader: () => true },
    metrics: createMetrics(),
    log: silentLog,
  });
  outbox.handle('alert', alertHooks);
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

interface Told {
  readonly rules?: readonly Rule[];
  readonly alerts?: readonly Alert[];
  readonly settings?: GuildSettings;
}

/** As a round does: what changed is saved first. */
async function tell(tells: readonly Tell[], told: Told = {}): Promise<void> {
  const { rules = [RULE], alerts = [], settings = SETTINGS } = told;
  const row = { settings, loosening: null, frozen: null, keyVersion: 1 };
  await store.inGuild('100', async (tx) => {
    for (const rule of rules) await saveRule(tx, rule);
    const own = tells.flatMap((each) => ('alert' in each ? [each.alert] : []));
    for (const alert of [...alerts, ...own]) await saveAlert(tx, alert);
    await enqueueTells(tx, tells, { row, now: clock.now() });
  });
}

const texts = (channel = '800') =>
  channels
    .all(channel)
    .map(({ reply }) => readable(reply.content ?? reply.cards?.[0]?.title ?? ''));

/** The alert as it is stored, with the message it has by now. */
async function stored(id = NEW.id): Promise<Alert> {
  const found = await findAlert(store.db, '100', id);
  if (found === null) throw new Error('No such alert');
  return found;
}

async function fire(): Promise<Alert> {
  await tell([{ kind: 'fired', alert: NEW, rule: RULE }]);
  await outbox.deliver();
  return stored();
}

test('an alert is posted once, mentions its role, and its message is noted', async () => {
  await tell([{ kind: 'fired', alert: NEW, rule: RULE }]);
  await tell([{ kind: 'fired', alert: NEW, rule: RULE }]);
  await outbox.deliver();
  await outbox.deliver();
  expect(texts()).toEqual(['@On call Firing · Hashrate at 75.5% of 24 h']);
  expect(channels.all('800')[0]?.reply.pings).toEqual({ roles: ['51'] });
  expect((await stored()).message).toEqual({ channelId: '800', messageId: '1000' });
});

test('what changes is edited into the one message', async () => {
  const alert = await fire();
  await tell([
    { kind: 'changed', alert: { ...alert, acknowledged: { by: SOFIA, at: AT } }, rule: RULE },
  ]);
  const worse = readingOf({ value: '200000000000000000' });
  await tell([{ kind: 'changed', alert: { ...alert, reading: worse }, rule: RULE }]);
  await outbox.deliver();
  expect(texts()).toEqual(['@On call Firing · Hashrate at 59.1% of 24 h']);
  expect(channels.edits).toBe(1);
});

test('what changes before the post is out goes into the post', async () => {
  channels.fault = () => Promise.reject(new ChannelError('failed', 'Discord is away'));
  await tell([{ kind: 'fired', alert: NEW, rule: RULE }]);
  await outbox.deliver();
  await tell([{ kind: 'resolved', alert: { ...NEW, ...RESOLVED }, rule: RULE }]);
  channels.fault = null;
  await clock.advance(MINUTE);
  await outbox.deliver();
  expect(texts()).toEqual(['@On call Resolved · Hashrate']);
  expect(channels.edits).toBe(0);
});

test('an alert that changes while it is posted is edited at once, and loses nothing', async () => {
  channels.after = () => tell([{ kind: 'changed', alert: { ...NEW, firedInDay: 7 }, rule: RULE }]);
  await fire();
  await outbox.deliver();
  expect(channels.edits).toBe(1);
  expect(await stored()).toMatchObject({ firedInDay: 7, message: { messageId: '1000' } });
});

test('a resolved alert is edited, and a reply says so', async () => {
  const alert = { ...(await fire()), ...RESOLVED };
  await tell([{ kind: 'resolved', alert, rule: RULE }]);
  await outbox.deliver();
  expect(texts()).toEqual([
    '@On call Resolved · Hashrate',
    '✅ **Hashrate is back** after 14 min. Worst 255.3 PH/s, now 347.0. @Sofia had it.',
  ]);
  expect(channels.all('800')[1]?.replyTo).toBe('1000');
  expect(channels.all('800')[1]?.reply.pings).toBeUndefined();
});

test('a reminder pings the second role, and can be acknowledged there', async () => {
  const alert = await fire();
  await clock.advance(50 * MINUTE);
  const rule = ruleOf({ role: '51', secondRole: '52' });
  await tell([{ kind: 'reminder', alert: { ...alert, reminders: 1 }, rule }], { rules: [rule] });
  await outbox.deliver();
  const [, reminder] = channels.all('800');
  expect(reminder?.reply.content).toBe(
    '<@&52> ⏰ **Nobody has this yet:** Hashrate at 75.5%, for 1 h.',
  );
  expect(reminder?.reply.pings).toEqual({ roles: ['52'] });
  expect(reminder?.reply.rows).toEqual([
    [{ label: 'Acknowledge', style: 'primary', id: `alert-ack:${alert.id}` }],
  ]);
});

test('who has it is reminded once it fires for a day', async () => {
  const alert = { ...(await fire()), acknowledged: { by: SOFIA, at: AT } };
  await clock.advance(DAY);
  await tell([{ kind: 'reminder', alert, rule: RULE }]);
  await outbox.deliver();
  expect(texts()[1]).toBe('@Sofia ⏰ **You have this:** Hashrate at 75.5%, for 24 h.');
  expect(channels.all('800')[1]?.reply.pings).toEqual({ users: [SOFIA] });
});

test('missing data is told below the alert, and when it is back', async () => {
  await fire();
  const since = AT + 9 * MINUTE;
  await tell([{ kind: 'no-data', rule: RULE, since }]);
  await clock.advance(MINUTE);
  await tell([{ kind: 'data-back', rule: RULE, since }]);
  await outbox.deliver();
  expect(texts().slice(1)).toEqual([
    '⚠️ **No data for Hashrate** since ‹t 9›. The rule rests.',
    '✅ **Data for Hashrate is back.**',
  ]);
  expect(channels.all('800').map(({ replyTo }) => replyTo)).toEqual([null, '1000', '1000']);
});

test('a rule posts in its own channel, else in the server’s, else nowhere', async () => {
  const nowhere = { ...SETTINGS, alerts: { channel: null, role: null } };
  await tell([{ kind: 'fired', alert: NEW, rule: RULE }], { settings: nowhere });
  const own = { ...RULE, channel: '801' };
  await tell([{ kind: 'fired', alert: NEW, rule: own }], { settings: nowhere, rules: [own] });
  await outbox.deliver();
  expect([texts('800').length, texts('801').length, texts('900').length]).toEqual([0, 1, 0]);
});

test('a changed payout address goes to the audit channel where no alert channel is set', async () => {
  const nowhere = { ...SETTINGS, alerts: { channel: null, role: '51' } };
  const alert = alertOf(ELSEWHERE, { event: PAYOUT_CHANGED, message: null });
  await tell([{ kind: 'fired', alert, rule: ELSEWHERE }], { settings: nowhere });
  await outbox.deliver();
  expect(texts('900')).toEqual(['@On call Alert · New payout address']);
});

test('a post is given up after a day, but a change at the pool after a week', async () => {
  channels.fault = () => Promise.reject(new ChannelError('forbidden', 'Pitboss lacks Embed Links'));
  const elsewhere = alertOf(ELSEWHERE, { event: PAYOUT_CHANGED, message: null });
  await tell([
    { kind: 'fired', alert: NEW, rule: RULE },
    { kind: 'fired', alert: elsewhere, rule: ELSEWHERE },
  ]);
  const waiting = async () =>
    (await store.db.selectFrom('outbox').select('key').execute()).map(({ key }) => key);
  await clock.advance(DAY);
  await tell([{ kind: 'changed', alert: NEW, rule: RULE }]);
  await outbox.deliver();
  expect(await waiting()).toEqual([`alert:100:${elsewhere.id}`]);
  await clock.advance(6 * DAY);
  await outbox.deliver();
  expect(await waiting()).toEqual([]);
  await tell([{ kind: 'changed', alert: NEW, rule: RULE }]);
  expect(await waiting()).toEqual([]);
});

/** Twelve alerts, told in the message of the first. */
function burst(part: Partial<Alert> = {}): Alert[] {
  const ids = Array.from({ length: 12 }, (_, index) => `5m2fa-${index}`);
  return ids.map((id, index) => ({
    ...NEW,
    ...part,
    id,
    ...(index === 0 ? { burst: ids.slice(1) } : { toldBy: '5m2fa-0' }),
  }));
}

test('many at once are one message, edited for each of them, with one reply at the end of all', async () => {
  const [leader = NEW, ...others] = burst();
  await tell([{ kind: 'fired', alert: leader, rule: RULE }], { alerts: others });
  await outbox.deliver();
  expect(texts()).toEqual(['@On call Firing · 12 alerts at once']);
  const over = burst(RESOLVED).map((alert) => ({
    ...alert,
    message: alert.toldBy === null ? { channelId: '800', messageId: '1000' } : null,
  }));
  for (const alert of over) {
    expect(texts()).toHaveLength(1);
    await tell([{ kind: 'resolved', alert, rule: RULE }]);
    await outbox.deliver();
  }
  expect(texts()).toEqual(['@On call Over · 12 alerts at once', '✅ **All 12 alerts are over.**']);
  expect(channels.edits).toBe(12);
});

test('a message has a chart of what was read', async () => {
  await store.inGuild('100', async (tx) => {
    for (const minute of [-60, -30, 0, 5])
      await tx
        .insertInto('reading')
        .values({
          guild: '100',
          series: 'summary:BTC:',
          at: AT + minute * MINUTE,
          data: JSON.stringify({ hashrate: `${300 - minute}000000000000000` }),
        })
        .execute();
  });
  await fire();
  expect(channels.all('800')[0]?.reply.cards?.[0]?.chart).toMatchObject({
    name: 'hashrate.png',
    alt: 'Chart, 19:50 – 21:00. Hashrate: 295 to 360 PH/s · UTC, last 295.',
  });
});
