import { describe, expect, test, vi } from 'vitest';
import {
  createSnapshots,
  KEPT_DAYS,
  scopeKey,
  snapshotOf,
} from '../../../src/daily/collect/snapshots.js';
import { dateAfter } from '../../../src/domain/time/local-time.js';
import type { Read } from '../../../src/pool-api/client.js';
import { summarySchema, type Summary } from '../../../src/pool-api/resources.js';
import { scanNamespace } from '../../../src/store/scan-namespace.js';
import { createClock } from '../fakes/daily-harness.js';
import { earlierOf } from '../../../src/domain/daily/snapshot.js';
import { createSharedStore } from '../fakes/shared-store.js';

const GUILD = '800000000000000001';
const DAY = 86_400_000;

function read(body: unknown, refused: readonly string[] = []): Read<Summary> {
  const value = summarySchema.parse(body);
  return { value, readAt: 1, refusedSubaccounts: refused, filledInAllSubaccounts: false };
}

function world(from: string) {
  const clock = createClock(Date.parse(`${from}T08:00Z`));
  const store = createSharedStore(clock);
  const reads = vi.spyOn(store.namespace('daily-snapshots'), 'getMany');
  const snapshots = createSnapshots(store);
  const space = store.namespace<unknown>('daily-snapshots');
  const keep = (date: string, body: unknown, { scope = {}, connectedAt = 0 } = {}) =>
    snapshots.keep(
      GUILD,
      snapshotOf(read(body), { date, timeZone: 'UTC', connectedAt, currency: 'BTC', scope }),
    );
  const before = async (date: string, scope = {}, connectedAt = 0) => {
    const query = { currency: 'BTC', date, scope: scopeKey(scope, []), connectedAt } as const;
    return earlierOf(await snapshots.recentDays(GUILD, query), date);
  };
  return { clock, snapshots, space, keep, before, reads };
}

describe('kept figures', () => {
  test('are read at once, and again only when some were written', async () => {
    const { keep, before, reads } = world('2026-11-20');
    for (let times = 0; times < 9; times++) expect((await before('2026-11-20')).last).toBeNull();
    expect(reads).toHaveBeenCalledTimes(1);
    await keep('2026-11-19', { hashrate_24h: '1' });
    await keep('2026-11-13', { hashrate_24h: '2' });
    for (const scope of [{}, { siteId: 'a' }, {}]) {
      const { last, week } = await before('2026-11-20', scope);
      const figures = [last, week].map((each) => each?.figures.hashrate_24h);
      expect(figures).toEqual('siteId' in scope ? [undefined, undefined] : ['1', '2']);
    }
    expect(reads).toHaveBeenCalledTimes(2);
    expect((await before('2026-11-21')).last?.date).toBe('2026-11-19');
    expect(reads).toHaveBeenCalledTimes(3);
  });

  test('are what the pool wrote, digit for digit, and what it did not say stays absent', async () => {
    const { snapshots, keep } = world('2026-11-20');
    await keep('2026-11-20', {
      hashrate_24h: '351000000000000000001',
      balance: [{ currency_type: 'BTC', revenue: '0.13801309000000001' }],
      subaccounts: [{ name: 'alpha' }],
      something_new: { deep: true },
    });
    const [kept] = await snapshots.all(GUILD, '2026-11-20');
    expect(kept?.figures.hashrate_24h).toBe('351000000000000000001');
    expect(kept?.figures.balance).toEqual([
      { currency_type: 'BTC', revenue: '0.13801309000000001' },
    ]);
    expect(kept?.figures.active_miners).toBeUndefined();
    expect(kept?.figures.revenue_24h).toBeNull();
    expect(JSON.stringify(kept)).not.toContain('alpha');
  });

  test('are compared with the newest before, and with exactly a week before', async () => {
    const { keep, before } = world('2026-11-20');
    for (const date of ['2026-11-10', '2026-11-13', '2026-11-18', '2026-11-20'])
      await keep(date, { active_miners: 1 });
    const { last, week } = await before('2026-11-20');
    expect([last?.date, week?.date]).toEqual(['2026-11-18', '2026-11-13']);
    expect(await before('2026-11-10')).toEqual({ last: null, week: null });
    expect((await before('2026-11-19')).week).toBeNull();
  });

  test('of another scope are never compared', async () => {
    const { keep, before } = world('2026-11-20');
    await keep('2026-11-19', { active_miners: 1 }, { scope: { siteId: 'north' } });
    expect((await before('2026-11-20')).last).toBeNull();
    expect((await before('2026-11-20', { siteId: 'north' })).last?.date).toBe('2026-11-19');
    expect(scopeKey({ subaccountNames: ['b', 'a'] }, [])).toBe(
      scopeKey({ subaccountNames: ['a', 'b'] }, []),
    );
    expect(scopeKey({}, ['a'])).not.toBe(scopeKey({}, []));
  });

  test('of another key, which may be another workspace’s, are never compared', async () => {
    const { keep, before, snapshots } = world('2026-11-20');
    await keep('2026-11-18', { active_miners: 1 }, { connectedAt: 1_000 });
    await keep('2026-11-19', { active_miners: 2 }, { connectedAt: 2_000 });
    expect((await before('2026-11-20', {}, 1_000)).last?.date).toBe('2026-11-18');
    expect((await before('2026-11-20', {}, 2_000)).last?.date).toBe('2026-11-19');
    expect((await before('2026-11-20', {}, 3_000)).last).toBeNull();
    // An earlier version's doesn't say: it was read at 1.
    for (const { connectedAt: _, ...former } of await snapshots.all(GUILD, '2026-11-20'))
      await snapshots.keep(GUILD, { ...former, date: '2026-11-17' });
    expect((await before('2026-11-20', {}, 1)).last?.date).toBe('2026-11-17');
    expect((await before('2026-11-20', {}, 2)).last).toBeNull();
  });

  test('stay for 400 days and go with their guild', async () => {
    const { clock, snapshots, keep } = world('2026-01-01');
    await keep('2026-01-01', { active_miners: 1 });
    clock.at += (KEPT_DAYS - 1) * DAY;
    const today = dateAfter('2026-01-01', KEPT_DAYS - 1);
    expect(await snapshots.all(GUILD, today)).toHaveLength(1);
    clock.at += 2 * DAY;
    expect(await snapshots.all(GUILD, dateAfter(today, 2))).toEqual([]);
    await keep(today, { active_miners: 1 });
    await snapshots.forget(GUILD, today);
    expect(await snapshots.all(GUILD, today)).toEqual([]);
  });

  test('go with their guild also where they are damaged', async () => {
    const { snapshots, space, keep } = world('2026-11-20');
    await keep('2026-11-18', { active_miners: 1 });
    await space.set(`${GUILD}:BTC:2026-11-19`, 'cut');
    await space.set(`${GUILD}1:BTC:2026-11-19`, 'another guild’s');
    await snapshots.forget(GUILD, '2026-11-20');
    const left: string[] = [];
    for await (const [key, value] of scanNamespace(space)) if (value !== undefined) left.push(key);
    expect(left).toEqual([`${GUILD}1:BTC:2026-11-19`]);
  });
});
