import { describe, expect, test } from 'vitest';
import { offsetOf } from '../../src/domain/daily/schedule.js';
import { createSchedules } from '../../src/daily/schedule/schedules.js';
import { dateAfter, toInstant } from '../../src/domain/time/local-time.js';
import { createChannels } from './fakes/channel.js';
import { aSchedule, createClock, startProcess, step } from './fakes/daily-harness.js';
import { createSharedStore } from './fakes/shared-store.js';
import { wrongMoment } from './fakes/wall-clock.js';

const ZONES = [
  'America/New_York',
  'Africa/Cairo',
  'America/Havana',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'Pacific/Apia',
  'America/Nuuk',
  'America/St_Johns',
  'America/Santiago',
  'America/Asuncion',
  'Antarctica/Troll',
  'Asia/Beirut',
  'Asia/Gaza',
  'Asia/Kathmandu',
  'Asia/Tehran',
  'Atlantic/Azores',
  'Europe/Chisinau',
  'Europe/Dublin',
  'Pacific/Chatham',
  'UTC',
];
/** Zones whose clock changes depend on the moon, or on the latest decision. */
const UNSTEADY = new Set(['Africa/Casablanca', 'Africa/Cairo', 'Asia/Gaza', 'Asia/Beirut']);
const TIMES = ['00:30', '02:15', '23:30'];
/** Elsewhere, every year is like the next. */
const daysIn = (zone: string) => (UNSTEADY.has(zone) ? 730 : 380);
const GUILD = '800000000000000001';

/** Goes through one zone's days; the clock stops just before each post, and at it. */
async function live(zone: string, days: { from: string; count: number }, spreadMs = 0) {
  const clock = createClock(Date.parse(`${days.from}T00:00Z`));
  const store = createSharedStore(clock);
  const channels = createChannels(clock);
  const bot = startProcess({ store, clock, channels, spreadMs });
  const since = clock.at;
  const schedules = TIMES.map((time, index) =>
    aSchedule({ id: `s${index}`, time, timeZone: zone, since }),
  );
  await createSchedules(store).change(GUILD, () => schedules);
  const expected = Array.from({ length: days.count }, (_, index) => dateAfter(days.from, index - 1))
    .flatMap((date) =>
      TIMES.map((time, index) => ({ id: `s${index} ${date}`, at: toInstant(date, time, zone) })),
    )
    .flatMap(({ id, at }) => (at === null || at < since ? [] : [{ id, at }]))
    .toSorted((a, b) => a.at - b.at);
  const early: string[] = [];
  for (const { at } of expected) {
    clock.at = at + offsetOf(GUILD, spreadMs) - 1;
    const before = channels.messages.length;
    await step(bot);
    early.push(...channels.messages.slice(before).map(({ mark }) => mark));
    clock.at++;
    await step(bot);
  }
  const posts = channels.messages.map(({ at, mark }) => {
    const [, id = '', date = ''] = mark.split(':');
    return { id: `${id} ${date}`, at, wanted: `${date} ${TIMES[Number(id.slice(1))]}` };
  });
  return { posts, early, trouble: bot.trouble, expected: expected.map(({ id }) => id) };
}

// Each waits for its turn most of the time.
describe.concurrent('a year or two of daily posts', { timeout: 300_000 }, () => {
  test.each(ZONES)('one for each date, at the right time: %s', async (zone) => {
    const count = daysIn(zone);
    const { posts, early, trouble, expected } = await live(zone, { from: '2026-01-03', count });
    expect(trouble).toEqual([]);
    expect(early).toEqual([]);
    expect(posts.map(({ id }) => id).toSorted()).toEqual(expected.toSorted());
    expect(posts.length).toBeGreaterThan((count - 2) * TIMES.length);
    const wrong = posts.flatMap(({ at, wanted }) => wrongMoment(at, wanted, zone) ?? []);
    expect(wrong).toEqual([]);
  });

  test('none for a date that a zone left out', async () => {
    const { posts, early } = await live('Pacific/Apia', { from: '2011-12-20', count: 25 });
    expect(early).toEqual([]);
    const dates = posts.map(({ id }) => id).filter((id) => id.startsWith('s1'));
    expect(dates).toContain('s1 2011-12-29');
    expect(dates).not.toContain('s1 2011-12-30');
    expect(dates).toContain('s1 2011-12-31');
  });

  test('within its window after the time, always at the same moment', async () => {
    const days = { from: '2026-03-20', count: 20 };
    const spreadMs = 300_000;
    const { posts, early } = await live('Europe/Dublin', days, spreadMs);
    const offset = offsetOf(GUILD, spreadMs);
    expect(offset).toBeGreaterThan(0);
    expect(offset).toBeLessThan(spreadMs);
    expect(early).toEqual([]);
    expect(posts.length).toBeGreaterThan(50);
    for (const { at, wanted } of posts)
      expect(wrongMoment(at - offset, wanted, 'Europe/Dublin')).toBeNull();
  });
});
