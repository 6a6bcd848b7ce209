import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createStoredReadings } from '../../../src/alerts/watch/stored-readings.js';
import { GRAINS, merged, pointOf } from '../../../src/alerts/watch/reading-chunks.js';
import { scanNamespace } from '../../../src/store/scan-namespace.js';
import { createClock } from '../../daily/fakes/daily-harness.js';
import { createSharedStore } from '../../daily/fakes/shared-store.js';
import { aSummary } from '../fakes/fake-pool.js';
import { GUILD, MINUTE, START } from '../fakes/watch-harness.js';

const OTHER_GUILD = '200';
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WHOLE = { currency: 'BTC', scope: {} } as const;
const RATE = { ...WHOLE, figure: 'hashrate_5m' } as const;
const MINERS = { ...WHOLE, figure: 'active_miners' } as const;

function createHarness() {
  const clock = createClock(START);
  const store = createSharedStore(clock);
  const readings = createStoredReadings(store, clock);
  return {
    clock,
    store,
    readings,
    again: () => createStoredReadings(store, clock),
    async keep(change: Readonly<Record<string, unknown>>, scope = {}) {
      const value = aSummary(change);
      await readings.keep(GUILD, { ...WHOLE, scope }, { value, readAt: clock.at, since: 0 });
    },
  };
}

describe('kept readings', () => {
  test('have the digits of the pool: of five minutes the last, and the lowest', async () => {
    const harness = createHarness();
    for (const hashrate_5m of ['12345678901234567890', '3', '12345678901234567891.50']) {
      await harness.keep({ hashrate_5m });
      harness.clock.at += MINUTE;
    }
    expect(await harness.readings.recent(GUILD, RATE, { hours: 1, since: 0 })).toEqual([
      { at: START + 2 * MINUTE, value: '12345678901234567891.50', lowest: '3' },
    ]);
  });

  test('are there after a restart, but for the last five minutes', async () => {
    const harness = createHarness();
    for (let minute = 0; minute < 12; minute++) {
      await harness.keep({ active_miners: minute });
      harness.clock.at += MINUTE;
    }
    const kept = await harness.again().recent(GUILD, MINERS, { hours: 1, since: 0 });
    expect(kept).toMatchObject([
      { value: '4', lowest: '0' },
      { value: '9', lowest: '5' },
    ]);
  });

  test('what the pool does not give is missing, and no zero', async () => {
    const harness = createHarness();
    await harness.keep({ hashrate_5m: null, active_miners: 7 });
    expect(await harness.readings.recent(GUILD, RATE, { hours: 1, since: 0 })).toEqual([]);
    expect(await harness.readings.recent(GUILD, MINERS, { hours: 1, since: 0 })).toHaveLength(1);
  });

  test('of a year are one a day, of a month one an hour, and stay few', async () => {
    const harness = createHarness();
    for (let hour = 0; hour < 450 * 24; hour++) {
      await harness.keep({ active_miners: hour });
      harness.clock.at += HOUR;
    }
    const days = await harness.readings.recent(GUILD, MINERS, { hours: 400 * 24, since: 0 });
    const hours = await harness.readings.recent(GUILD, MINERS, { hours: 30 * 24, since: 0 });
    expect(days.length).toBeGreaterThan(398);
    expect(days.length).toBeLessThan(403);
    expect(hours.length).toBeGreaterThan(718);
    expect(hours.length).toBeLessThan(722);
    expect(days.at(-2)).toMatchObject({ value: String(450 * 24 - 13) });
    let entries = 0;
    for await (const [, value] of scanNamespace(harness.store.notes('alert-readings')))
      if (value !== undefined) entries++;
    const most = GRAINS.map(({ keptMs, chunkMs }) => keptMs / chunkMs + 3);
    expect(entries).toBeLessThanOrEqual(most.reduce((sum, each) => sum + each, 0));
  }, 60_000);

  test('of a server are of a dozen scopes at most, and can be forgotten', async () => {
    const harness = createHarness();
    for (let site = 0; site < 20; site++)
      for (let step = 0; step < 3; step++) {
        await harness.keep({}, { siteId: String(site) });
        harness.clock.at += 5 * MINUTE;
      }
    const left = async () => {
      const names = new Set<string>();
      for await (const [key, value] of scanNamespace(harness.store.notes('alert-readings')))
        if (value !== undefined) names.add(key.split(':')[1] ?? '');
      return names.size;
    };
    expect(await left()).toBe(12);
    await harness.readings.forget(GUILD);
    expect(await left()).toBe(0);
    expect(
      await harness.readings.recent(
        GUILD,
        { ...RATE, scope: { siteId: '19' } },
        { hours: 48, since: 0 },
      ),
    ).toEqual([]);
  });

  test('of a server can be forgotten where their index is damaged', async () => {
    const harness = createHarness();
    const keepSome = (guildId: string) =>
      harness.readings.keep(guildId, WHOLE, {
        value: aSummary(),
        readAt: harness.clock.at,
        since: 0,
      });
    for (let step = 0; step < 3; step++) {
      for (const guildId of [GUILD, OTHER_GUILD]) await keepSome(guildId);
      harness.clock.at += 5 * MINUTE;
    }
    await harness.store.notes<unknown>('alert-readings-index').set(GUILD, 'cut');
    // Another process than the one that kept them.
    await harness.again().forget(GUILD);
    const left = new Set<string>();
    for (const space of ['alert-readings', 'alert-readings-index'])
      for await (const [key, value] of scanNamespace(harness.store.notes(space)))
        if (value !== undefined) left.add(key.split(':')[0] ?? '');
    expect([...left]).toEqual([OTHER_GUILD]);
  });

  test('the most of a day needs an hour of readings, and none of another workspace', async () => {
    const harness = createHarness();
    for (let step = 0; step < 14; step++) {
      if (step === 10) expect(await harness.again().mostInDay(GUILD, MINERS, 0)).toBeNull();
      await harness.keep({ active_miners: step === 3 ? 500 : 90 });
      harness.clock.at += 5 * MINUTE;
    }
    expect(await harness.again().mostInDay(GUILD, MINERS, 0)).toBe('500');
    expect(await harness.again().mostInDay(GUILD, MINERS, START + 20 * MINUTE)).toBeNull();
    harness.clock.at += 2 * DAY;
    expect(await harness.again().mostInDay(GUILD, MINERS, 0)).toBeNull();
  });

  test('of the five minutes, the hour and the day in which the key changed, none is of two workspaces', async () => {
    const harness = createHarness();
    const keepMiners = (miners: number, since: number) =>
      harness.readings.keep(GUILD, WHOLE, {
        value: aSummary({ active_miners: miners, hashrate_5m: miners === 7 ? '7' : null }),
        readAt: harness.clock.at,
        since,
      });
    await keepMiners(7, 0);
    harness.clock.at += 6 * MINUTE;
    await keepMiners(7, 0);
    harness.clock.at += MINUTE;
    const since = harness.clock.at;
    await keepMiners(400, since);
    const shown = (hours: number) => harness.readings.recent(GUILD, MINERS, { hours, since });
    const figure = { value: '400', lowest: '400' };
    expect(await shown(1)).toMatchObject([figure]);
    harness.clock.at += 5 * MINUTE;
    await keepMiners(400, since);
    // Nor is a figure that the new one doesn't give filled in.
    expect(await harness.readings.recent(GUILD, RATE, { hours: 1, since })).toEqual([]);
    // By hours, then by days.
    for (const days of [3, 40]) {
      harness.clock.at = since + days * DAY;
      expect(await shown(400 * 24)).toMatchObject([figure]);
    }
  });

  test('two of one interval make the same one in any order', () => {
    const figure = fc.record({
      at: fc.nat(),
      value: fc.bigInt({ min: 0n, max: 10n ** 59n }).map(String),
    });
    fc.assert(
      fc.property(fc.uniqueArray(figure, { selector: ({ at }) => at, minLength: 1 }), (all) => {
        const points = all.map(({ at, value }) => pointOf(aSummary({ hashrate_5m: value }), at));
        const known = points.filter((each) => each !== null);
        const [forth, back] = [known, known.toReversed()].map((each) =>
          each.reduce((one, other) => merged(one, other)),
        );
        expect(forth).toEqual(back);
        const last = all.toSorted((one, other) => one.at - other.at).at(-1);
        const lowest = all.map(({ value }) => BigInt(value)).reduce((a, b) => (a < b ? a : b));
        expect(forth?.figures[0]).toEqual([last?.value, String(lowest)]);
      }),
    );
  });
});
