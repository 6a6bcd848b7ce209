import { describe, expect, test } from 'vitest';
import { externalChangeTitle } from '../../../src/views/alerts/external-change.js';
import { PEOPLE, type ChangesHarness, pressOn } from '../../changes/fakes/changes-harness.js';
import { KNOWN, OTHER, THIRD, watched, findings, record, moveMain, addressOf } from './watched.js';

describe('what comes along with a change of Pitboss', () => {
  const settings = {
    payment_frequency: 'DAILY',
    addresses: [{ address_name: 'cold', external_address: OTHER, revenue_allocation: 100 }],
  };
  const ask = {
    kind: 'payment-settings',
    input: { currency: 'BTC', subaccount: 'main', settings },
    member: PEOPLE.manager,
  };

  /** Sent, and approved at the pool in that form. */
  async function approved(as: Record<string, unknown>) {
    const { world, turns } = await watched();
    await turns(8);
    world.workspace.appliesAtOnce = false;
    const change = await world.ask(world.changes, ask);
    const typed = OTHER.slice(-6);
    await pressOn(world.changes).confirm(world.click(change, PEOPLE.second), typed);
    Object.assign(record(world), {
      addresses: [{ ...addressOf(OTHER), address_id: 900 }],
      ...as,
    });
    return { world, turns, told: await turns(12) };
  }
  const kinds = async (world: ChangesHarness) =>
    (await findings(world)).map(({ details }) => [externalChangeTitle(details), details.perhapsBy]);

  test('is nothing, where nothing does', async () => {
    const { world, told } = await approved({});
    expect(told).toEqual([]);
    expect(await kinds(world)).toEqual([]);
  });

  test.each([
    [{ wallet_id: 424_242 }, 'The payout wallet changed, not through Pitboss'],
    [{ status: 'SUSPENDED' }, 'The status of payment settings changed, not through Pitboss'],
  ])('is told: %j', async (as, title) => {
    const { world, told, turns } = await approved(as);
    expect(told).toHaveLength(1);
    expect(await kinds(world)).toEqual([[title, undefined]]);
    // Only what comes later counts.
    Object.assign(record(world), { wallet_id: 424_243 });
    expect(await turns(12)).toHaveLength(1);
  });

  test.each(['PENDING_APPROVAL', 'APPROVED', 'SUSPENDED'])(
    'is no status that the record takes on once it is in force: %s',
    async (status) => {
      const { world, turns } = await approved({});
      record(world).status = status;
      expect(await turns(4)).toHaveLength(1);
      const [[title = '', perhapsBy] = []] = await kinds(world);
      expect(title).toContain('The status of payment settings changed');
      expect(perhapsBy).toBe(status === 'SUSPENDED' ? undefined : 1);
    },
  );

  test.each([
    { payment_frequency: 'daily' },
    { addresses: [{ ...addressOf(OTHER), address_id: 900, address_name: 'COLD ' }] },
    { payment_frequency: 'WEEKLY', day_of_week: 'MONDAY' },
  ])('is perhaps its own where the pool says it in other words: %j', async (as) => {
    const { world } = await approved(as);
    expect(await kinds(world)).toEqual([['A new payout address, perhaps through change #1', 1]]);
  });

  const own = (address = OTHER, share: number | string | null = 100) => ({
    ...addressOf(address),
    address_id: 900,
    revenue_allocation: share,
  });
  const also = (share: number, address = KNOWN) => addressOf(address, share);

  test.each([
    ['beside the former address at 0', [also(0), own()]],
    ['beside the former address as it was', [also(100), own()]],
    ['with the shares made to fit', [also(50), own(OTHER, '50.0')]],
    ['with no share', [also(100), own(OTHER, null)]],
    ['in capitals', [own(OTHER.toUpperCase())]],
    ['in capitals, beside the former one in capitals', [also(0, KNOWN.toUpperCase()), own()]],
    ['with a scheme', [own(`bitcoin:${OTHER}`)]],
  ])('is perhaps its own where the pool lists its address %s', async (_, addresses) => {
    const { world } = await approved({ addresses });
    expect(await kinds(world)).toEqual([['A new payout address, perhaps through change #1', 1]]);
  });

  test.each([
    ['a new address', [also(0), own(), also(0, THIRD)], 'A new payout address'],
    ['another one in place of its own', [also(50), also(50, THIRD)], 'A new payout address'],
    ['more for its own than was sent', [also(0), own(OTHER, 101)], 'A new payout address'],
    ['less for the former one alone', [also(60)], 'The split of payouts changed'],
  ])('is not its own where there is %s', async (_, addresses, title) => {
    const { world } = await approved({ addresses });
    expect(await kinds(world)).toEqual([[`${title}, not through Pitboss`, undefined]]);
  });

  test('is somebody else’s rename of what Pitboss moved', async () => {
    const { world, turns } = await watched();
    await turns(8);
    await moveMain(world);
    world.workspace.siteOf.delete('main');
    world.workspace.siteOf.set('principal', 'site-b');
    world.workspace.idOf.set('principal', '41201');
    await turns(12);
    expect(await kinds(world)).toContainEqual([
      'A subaccount moved to another site, perhaps through change #1',
      1,
    ]);
    expect(await kinds(world)).toContainEqual([
      'A subaccount has another name, not through Pitboss',
      undefined,
    ]);
  });
});
