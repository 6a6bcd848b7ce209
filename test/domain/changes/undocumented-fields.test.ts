import { describe, expect, test } from 'vitest';
import { saysMoreSince } from '../../../src/domain/changes/undocumented-fields.js';

/** A field that nobody described, as it was before, that names what the change replaced. */

const LEFT = { id: '2F1c9d1e-5b7a', name: 'North' };
const NEXT = { id: '7a0b2c3d-99ff', name: 'South' };

describe('a move', () => {
  const saysMore = (more: object): boolean => {
    const record = (site: object) => ({ name: 'main', site, ...more });
    return saysMoreSince({
      rule: 'others',
      present: { site: LEFT, record: record(LEFT) },
      observed: { at: 0, by: 'pitboss', present: { site: NEXT, record: record(NEXT) } },
    });
  };

  test.each([
    [{ at: LEFT.id }],
    [{ at: LEFT.id.toUpperCase() }],
    [{ at: `still at ${LEFT.id.toLowerCase()}, moves tomorrow` }],
    [{ at: { [LEFT.id]: 1 } }],
    [{ [`at-${LEFT.id}`]: true }],
    [{ at: 'north' }],
    [{ at: ['NORTH '] }],
    [{ at: { North: 1 } }],
  ])('that still says %j is none that is done', (more) => expect(saysMore(more)).toBe(true));

  test.each([[{ region: 'North America' }], [{ at: NEXT.id }], [{ rack: 7 }]])(
    'that says %j, as before, is done',
    (more) => expect(saysMore(more)).toBe(false),
  );

  describe('from a site with a short id', () => {
    const saysMoreOf = (id: string, more: object): boolean => {
      const record = (site: object) => ({ name: 'main', site, ...more });
      return saysMoreSince({
        rule: 'others',
        present: { site: { id }, record: record({ id }) },
        observed: { at: 0, by: 'pitboss', present: { site: NEXT, record: record(NEXT) } },
      });
    };

    test.each([
      ['s-17', { note: 'runs at s-17 until approved' }],
      ['s-17', { note: 'Site S-17.' }],
      ['s-17', { note: 's-170, then s-17' }],
      ['s-17', { 'at_s-17': true }],
      ['s-17', { link: 'https://pool.example/sites/s-17/miners' }],
      ['17', { at: 17 }],
      ['17', { note: 'still at 17' }],
    ])('%j: %j names it', (id, more) => expect(saysMoreOf(id, more)).toBe(true));

    test.each([
      ['s-17', { note: 'racks-17 and s-170' }],
      ['17', { note: 'rack 170, 17th row, v2.17 and 17.5 PH/s' }],
      ['17', { load: 17.5, rate: 0.17 }],
      [' ', { note: 'any words' }],
    ])('%j: %j doesn’t, where it is a part of another word', (id, more) =>
      expect(saysMoreOf(id, more)).toBe(false),
    );
  });
});

describe('new payment settings', () => {
  const GONE = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
  const STAYS = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3';
  const saysMore = (more: object): boolean => {
    const record = (...addresses: string[]) => ({
      ...more,
      addresses: addresses.map((external_address) => ({ external_address })),
    });
    return saysMoreSince({
      rule: 'payments',
      present: record(GONE, STAYS),
      observed: { at: 0, by: 'pitboss', present: record(STAYS) },
    });
  };

  test.each([
    [{ by: GONE }],
    [{ by: GONE.toUpperCase() }],
    [{ by: `bitcoin:${GONE}?amount=1` }],
    [{ by: JSON.stringify({ to: GONE }) }],
    [{ by: { [GONE]: true } }],
  ])('that still say %j are none that are done', (more) => expect(saysMore(more)).toBe(true));

  test('that say what they said before are done', () =>
    expect(saysMore({ by: STAYS, note: 'ok' })).toBe(false));

  describe('of an address that the pool lists in another spelling now', () => {
    const saysMoreOf = (before: string, now: string): boolean => {
      const record = (external_address: string) => ({
        addresses: [{ external_address, checked_by: 'Vera' }],
        primary: before,
      });
      return saysMoreSince({
        rule: 'payments',
        present: record(before),
        observed: { at: 0, by: 'pitboss', present: record(now) },
      });
    };

    test.each([
      [STAYS.toUpperCase(), STAYS],
      [STAYS, STAYS.toUpperCase()],
      [`${STAYS} `, STAYS],
    ])('%j, now %j: are done, as it still pays the same', (before, now) =>
      expect(saysMoreOf(before, now)).toBe(false),
    );

    test('are not done where its capitals count', () => {
      const base58 = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
      expect(saysMoreOf(base58, base58.replace('A', 'a'))).toBe(true);
    });
  });
});
