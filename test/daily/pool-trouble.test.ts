import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { LoopbackPool } from '../../sandbox/pool/loopback-pool.js';
import { startPool } from '../../sandbox/pool/server.js';
import type { Schedule } from '../../src/domain/daily/schedule.js';
import type { Reply } from '../../src/domain/messages/reply.js';
import { dailyFinding } from '../../src/views/setup/daily-diagnostics.js';
import { schedulesReply } from '../../src/views/daily/daily-schedules.js';
import { guildSettings } from '../../src/domain/guild/guild-settings.js';
import { openDailyHouse, type DailyHouse } from './fakes/daily-world.js';
import { aSchedule, CHANNEL } from './fakes/daily-harness.js';

const GUILD = '800000000000000001';
const MINUTE = 60_000;
const DAY = 86_400_000;
const START = Date.parse('2026-05-01T07:00Z');
const DUE = Date.parse('2026-05-01T08:00Z');
const SMALL = { sites: 1, subaccounts: 2, miners: 20, days: 31 };

function text({ content = '', embeds = [] }: Reply): string {
  return [content, ...embeds.flatMap(({ title, description }) => [title, description])].join('\n');
}

let pool: LoopbackPool;
let house: DailyHouse;
beforeAll(async () => {
  pool = await startPool();
});
beforeEach(() => {
  house = openDailyHouse({ startsAt: START, poolUrl: pool.url });
});
afterEach(async () => {
  pool.faults.always = null;
  pool.faults.only = null;
  pool.faults.latencyMs = 0;
  await house.close();
});
afterAll(() => pool.close());

async function join(guildId: string, wanted: Partial<Schedule> = {}): Promise<string> {
  const { key } = pool.addWorkspace(SMALL);
  await house.guilds.saveKey(guildId, key, '1');
  const sections: Schedule['sections'] = ['figures', 'revenue', 'miners', 'payments'];
  await house.daily.change(guildId, () => [aSchedule({ since: START, sections, ...wanted })]);
  return key;
}

const posts = (channelId = CHANNEL) =>
  house.channels.messages.filter((each) => each.channelId === channelId);
const theSchedule = async () => (await house.daily.of(GUILD))[0] ?? aSchedule();
const state = async () => (await house.daily.status(GUILD, await theSchedule())).state;

describe.each(['reset', 503] as const)('a pool that answers everything with %s', (fault) => {
  test('for an hour and more: the post waits, then goes out and says so', async () => {
    await join(GUILD);
    pool.faults.always = fault;
    await house.until(DUE + 55 * MINUTE);
    expect(posts()).toEqual([]);
    const waiting = await state();
    expect(waiting.lastError?.said).toContain('The pool gave nothing at all');
    expect(waiting.open?.phase).toBe('waiting');
    await house.until(DUE + 6 * 60 * MINUTE);
    expect(posts()).toHaveLength(1);
    const said = text(posts()[0]?.reply ?? {});
    expect(said).toContain('Late');
    expect(said).not.toContain('Hashrate, 24 h');
    expect(said).toContain('Not counted.');
    // Nothing was read, so nothing is kept: no figure is made up for the day.
    expect(await house.daily.snapshots(GUILD)).toEqual([]);
  });

  test('and comes back within the hour: the post has its figures, late', async () => {
    await join(GUILD);
    pool.faults.always = fault;
    await house.until(DUE + 10 * MINUTE);
    expect(posts()).toEqual([]);
    pool.faults.always = null;
    await house.until(DUE + 2 * 60 * MINUTE);
    expect(posts()).toHaveLength(1);
    const said = text(posts()[0]?.reply ?? {});
    expect(said).toContain('Hashrate, 24 h: **');
    expect(said).toContain('Late');
    expect(await house.daily.snapshots(GUILD)).toHaveLength(1);
    expect(house.trouble).toEqual([]);
  });
});

test('between its time and its post, today’s is said to be still to come', async () => {
  await join(GUILD);
  const shown = async () => {
    const schedule = await theSchedule();
    const status = await house.daily.status(GUILD, schedule);
    return JSON.stringify(schedulesReply([{ schedule, status }], ''));
  };
  house.clock.at = DUE - MINUTE;
  expect(await shown()).not.toContain('Today’s');
  house.clock.at = DUE + MINUTE;
  expect(await shown()).toMatch(/Today’s post was due <t:\d+:R> and comes within minutes\./);
  pool.faults.always = 503;
  await house.until(DUE + 2 * MINUTE);
  expect(await shown()).toMatch(/Today’s post is tried again <t:\d+:R>\./);
  pool.faults.always = null;
  await house.until(DUE + 30 * MINUTE);
  expect(posts()).toHaveLength(1);
  expect(await shown()).not.toContain('Today’s');
});

test('a key that is revoked is not waited for: the post says so at its time', async () => {
  pool.revoke(await join(GUILD));
  await house.until(DUE);
  expect(posts()).toHaveLength(1);
  expect(text(posts()[0]?.reply ?? {})).toContain('no longer accepts the connected API key');
});

describe('a pool that is slow', () => {
  test('in one part: that part says so, the others stand', async () => {
    await house.close();
    house = openDailyHouse({ startsAt: START, poolUrl: pool.url, timeoutMs: 500 });
    await join(GUILD);
    pool.faults.latencyMs = 2_000;
    pool.faults.only = ({ path }) => path.includes('/miners');
    await house.until(DUE);
    expect(posts()).toHaveLength(1);
    const said = text(posts()[0]?.reply ?? {});
    expect(said).toContain('Hashrate, 24 h: **');
    expect(said).toContain('Payment settings: none awaiting approval');
    expect(said).toContain('Not counted. The pool did not answer in time.');
    expect(said).not.toContain('Late');
  });

  test('to one guild delays the posts of no other, and is waited for', async () => {
    await house.close();
    house = openDailyHouse({ startsAt: START, poolUrl: pool.url, timeoutMs: 15_000 });
    const others = Array.from({ length: 12 }, (_, index) => String(900 + index));
    await join(GUILD);
    for (const each of others)
      await join(`80000000000000${each}`, { channelId: each, sections: ['figures', 'revenue'] });
    // Only the first guild wants its miners counted.
    pool.faults.latencyMs = 6_000;
    pool.faults.only = ({ path }) => path.includes('/miners');
    house.clock.at = DUE;
    await house.daily.runner.look();
    // Another look meanwhile starts nothing twice.
    await house.daily.runner.look();
    await house.daily.runner.idle();
    const order = house.channels.messages.map(({ channelId }) => channelId);
    expect(order.slice(0, -1).toSorted()).toEqual(others);
    expect(order.at(-1)).toBe(CHANNEL);
    expect(text(posts()[0]?.reply ?? {})).toContain('20 miners: ');
  });
});

describe('the audit channel', () => {
  const AUDIT = '900000000000000099';

  test('is told when a post is refused first, and when it is switched off; /daily show too', async () => {
    await join(GUILD);
    await house.guilds.saveSettings(GUILD, guildSettings.parse({ auditChannelId: AUDIT }));
    house.channels.refusing.set(CHANNEL, 'forbidden');
    await house.until(DUE + 6 * DAY);
    expect(posts()).toEqual([]);
    const [first, last, ...more] = posts(AUDIT).map(({ reply }) => text(reply));
    expect(more).toEqual([]);
    expect(first).toContain('A daily post couldn’t be sent');
    expect(first).toContain('The bot can’t post in the channel.');
    expect(last).toContain('A daily post was switched off');
    expect(last).toContain('/daily set schedule:first');
    expect((await state()).offSince).toBe(DUE + 5 * DAY);
    const schedule = await theSchedule();
    const status = await house.daily.status(GUILD, schedule);
    expect(JSON.stringify(schedulesReply([{ schedule, status }], ''))).toContain('Switched off');
    expect(dailyFinding({ schedule, status }, ['Send Messages'])).toMatchObject({
      state: 'failed',
      detail: expect.stringMatching(/switched off.*lacks: Send Messages.*last error/),
    });
  });

  test('that refuses too stops nothing', async () => {
    await join(GUILD);
    await house.guilds.saveSettings(GUILD, guildSettings.parse({ auditChannelId: AUDIT }));
    house.channels.refusing.set(CHANNEL, 'forbidden').set(AUDIT, 'gone');
    await house.until(DUE);
    expect(house.trouble).toHaveLength(1);
    const schedule = await theSchedule();
    const status = await house.daily.status(GUILD, schedule);
    expect(JSON.stringify(schedulesReply([{ schedule, status }], ''))).toMatch(
      /Refused since.*setup check.*tells an admin what’s missing there/,
    );
    house.channels.refusing.clear();
    await house.until(DUE + 30 * MINUTE);
    expect(posts()).toHaveLength(1);
  });
});
