import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { areManyFailing, poolState, type Evidence } from '../../../src/domain/daily/pool-state.js';
import type { Snapshot } from '../../../src/domain/daily/snapshot.js';

function kept(hashrate_24h: string | null): Snapshot {
  return {
    date: '2026-11-19',
    timeZone: 'UTC',
    readAt: 1,
    currency: 'BTC',
    scope: '[]',
    figures: {
      hashrate_24h,
      revenue_24h: null,
      revenue_all_time: null,
      hashprice: null,
      balance: null,
    },
  };
}

const now = { hashrate_5m: '100', hashrate_24h: '100', active_miners: 90 };
const miners = { failing: 4, atLeast: false, total: 100 };
const well: Evidence = { now, last: kept('100'), miners };
const state = (change: Partial<Evidence>) => poolState({ ...well, ...change });
const brief = (change: Partial<Evidence>) => {
  const { level, findings, unknown } = state(change);
  return [level, findings.map(({ what }) => what).join(), unknown.join()];
};

describe('the state of the pool', () => {
  test('is good where all that it needs was given and no rule is broken', () => {
    expect(brief({})).toEqual(['good', '', '']);
    expect(brief({ payments: { awaitingCount: 0, frozenCount: 0 } })).toEqual(['good', '', '']);
  });

  test.each<[Partial<Evidence>, string, string]>([
    [{ now: { ...now, hashrate_24h: '91' } }, 'good', ''],
    [{ now: { ...now, hashrate_24h: '90' } }, 'degraded', 'down'],
    [{ last: kept('200') }, 'bad', 'down'],
    [{ now: { ...now, hashrate_5m: '76' } }, 'good', ''],
    [{ now: { ...now, hashrate_5m: '75' } }, 'degraded', 'falling'],
    [{ now: { ...now, hashrate_5m: 25 } }, 'bad', 'falling'],
    [{ now: { ...now, hashrate_5m: '0' } }, 'bad', 'no-hashrate'],
    [{ now: { ...now, active_miners: 0 } }, 'bad', 'no-miners'],
    [{ miners: { ...miners, failing: 5 } }, 'degraded', 'failing'],
    [{ miners: { ...miners, failing: 25 } }, 'bad', 'failing'],
    [{ miners: { ...miners, failing: 5, atLeast: true } }, 'degraded', 'failing'],
    [{ payments: { awaitingCount: 1, frozenCount: 2 } }, 'degraded', 'awaiting-approval,frozen'],
  ])('%j is %s: %s', (change, level, findings) => {
    expect(brief(change).slice(0, 2)).toEqual([level, findings]);
  });

  test.each<[Partial<Evidence>, string]>([
    [{ now: null }, 'hashrate,active-miners,earlier-day'],
    [{ now: { ...now, hashrate_5m: null } }, 'hashrate'],
    [{ now: { ...now, hashrate_24h: 'lots' } }, 'hashrate,earlier-day'],
    [{ now: { ...now, active_miners: null } }, 'active-miners'],
    [{ last: null }, 'earlier-day'],
    [{ last: kept(null) }, 'earlier-day'],
    [{ last: kept('0') }, 'earlier-day'],
    [{ miners: null }, 'failing-miners'],
    [{ miners: { failing: 3, atLeast: false, total: null } }, 'failing-share'],
    [{ miners: { failing: 0, atLeast: true, total: 100 } }, 'failing-share'],
    [{ payments: null }, 'payment-settings'],
    [{ isPartial: true }, 'left-out'],
  ])('%j is not known to be good: %s', (change, unknown) => {
    expect(brief(change)).toEqual(['unknown', '', unknown]);
  });

  test('is bad whatever else is missing', () => {
    const change = { last: null, miners: null, now: { ...now, hashrate_5m: 0 } };
    expect(brief(change)).toEqual(['bad', 'no-hashrate', 'earlier-day,failing-miners']);
  });

  test('is never good where any figure is missing, whatever the others are', () => {
    const figure = fc.option(fc.oneof(fc.nat().map(String), fc.constant('lots')));
    const evidence = fc.record({
      now: fc.option(
        fc.record({ hashrate_5m: figure, hashrate_24h: figure, active_miners: figure }),
      ),
      last: fc.option(figure.map(kept)),
      miners: fc.option(
        fc.record({
          failing: fc.nat(50),
          atLeast: fc.boolean(),
          total: fc.option(fc.integer({ min: 1, max: 1000 })),
        }),
      ),
    });
    fc.assert(
      fc.property(evidence, (given) => {
        if (poolState(given).level !== 'good') return;
        const figures: unknown[] = Object.values(given.now ?? { none: null });
        expect([...figures, given.last?.figures.hashrate_24h]).not.toContain(null);
        expect([...figures, given.last?.figures.hashrate_24h]).not.toContain('lots');
        expect(given.miners === null ? null : areManyFailing(given.miners)).toBe(false);
      }),
    );
  });

  test.each([
    [138, 1_862, true],
    [50, 1_200, false],
    [50, 960, null],
    [50, 0, null],
    [50, null, null],
  ])('%i failing beside %s active ones, of an unknown total', (failing, active, many) => {
    expect(areManyFailing({ failing, atLeast: false, total: null, active })).toBe(many);
    if (many === false)
      expect(areManyFailing({ failing, atLeast: true, total: null, active })).toBe(null);
  });

  test('no failing miner is no trouble, however many there are in all', () => {
    expect(areManyFailing({ failing: 0, atLeast: false, total: null })).toBe(false);
    expect(areManyFailing({ failing: 0, atLeast: false, total: 0 })).toBe(false);
  });
});
