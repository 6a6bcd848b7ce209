import { beforeEach, describe, expect, test } from 'vitest';
import type { RecordSnapshot } from '../../../../src/domain/changes/external-changes/external-finding.js';
import {
  GUILD,
  PEOPLE,
  pressOn,
  reconcileFor,
  type ChangesHarness,
} from '../../../changes/fakes/changes-harness.js';
import {
  addressOf,
  findings,
  KNOWN,
  listAs,
  moveMain,
  OTHER,
  payTo,
  record,
  THIRD,
  watched,
  findingTitles,
  payAndReadBack,
} from '../watched.js';

/**
 * What somebody changed at the pool before a change of Pitboss was requested, which then found it so and kept
 * it: no look had shown it yet.
 */

let world: ChangesHarness;
let turns: (minutes: number) => Promise<readonly unknown[]>;
beforeEach(async () => {
  ({ world, turns } = await watched());
  await turns(8);
});

const NEW_ADDRESS = 'A new payout address, not through Pitboss';

/** The address or the site of each finding, before and after. */
async function steps(): Promise<(string | null | undefined)[][]> {
  return (await findings(world)).map(({ details: { before, after } }) =>
    [before, after].map(valueOf),
  );
}

function valueOf(snapshot: RecordSnapshot | null): string | null | undefined {
  if (snapshot === null) return null;
  return snapshot.what === 'payments' ? snapshot.addresses?.[0]?.address : snapshot.siteId;
}

describe('is told by itself', () => {
  test.each([true, false])('applied at once: %s', async (appliesAtOnce) => {
    world.workspace.appliesAtOnce = appliesAtOnce;
    listAs(world, THIRD, 'ACTIVE');
    await payTo(world, THIRD, 'WEEKLY');
    Object.assign(record(world), { payment_frequency: 'WEEKLY', day_of_week: 'FRIDAY' });
    await turns(12);
    expect(await findingTitles(world)).toEqual([NEW_ADDRESS]);
    expect(await steps()).toEqual([[KNOWN, THIRD]]);
  });

  test('where the effect was read back before the list showed either', async () => {
    listAs(world, THIRD, 'ACTIVE');
    await payAndReadBack(world, THIRD);
    await turns(12);
    expect(await steps()).toEqual([[KNOWN, THIRD]]);
  });

  test('and so is what somebody makes of the effect before the list shows it', async () => {
    listAs(world, THIRD, 'ACTIVE');
    await payAndReadBack(world, OTHER);
    listAs(world, THIRD, 'ACTIVE');
    await turns(25);
    expect(await steps()).toEqual([
      [KNOWN, THIRD],
      [OTHER, THIRD],
    ]);
  });

  test('of a move', async () => {
    world.workspace.siteOf.set('main', 'site-c');
    await moveMain(world);
    await turns(12);
    expect(await steps()).toEqual([['site-a', 'site-c']]);
  });

  test('of a subaccount that is moved before a look showed it', async () => {
    world.workspace.siteOf.set('fresh', 'site-a');
    world.workspace.idOf.set('fresh', '777');
    await moveMain(world, 'site-b', 'fresh');
    await reconcileFor(world, 20_000);
    await turns(25);
    expect(await steps()).toEqual([[null, 'site-a']]);
  });

  test('of payment settings that are changed before a look showed any', async () => {
    const first = record(world);
    world.workspace.payments.delete('BTC main');
    await turns(14);
    const before = (await steps()).length;
    world.workspace.payments.set('BTC main', { ...first, addresses: [addressOf(THIRD)] });
    await payAndReadBack(world, OTHER);
    await turns(25);
    expect((await steps()).slice(before)).toEqual([[null, THIRD]]);
  });

  test('of payment settings that are changed, and changed again, before a look showed any', async () => {
    const first = record(world);
    world.workspace.payments.delete('BTC main');
    await turns(14);
    const before = (await steps()).length;
    world.workspace.payments.set('BTC main', { ...first, addresses: [addressOf(THIRD)] });
    await payAndReadBack(world, OTHER, 'DAILY');
    listAs(world, KNOWN, 'ACTIVE');
    await turns(25);
    expect((await steps()).slice(before)).toEqual([
      [null, THIRD],
      [OTHER, KNOWN],
    ]);
  });

  test.each(['requested with an earlier key', 'of unknown outcome, and checked'])(
    'as perhaps that of an earlier change %s',
    async (which) => {
      world.workspace.appliesAtOnce = false;
      if (which.includes('unknown')) world.workspace.faults.nextWrites.push('timeout');
      const { change } = await payTo(world, THIRD);
      await turns(20);
      if (which.includes('unknown'))
        await pressOn(world.changes).resolve(world.click(change, PEOPLE.second), 'not there');
      else {
        world.guilds.reconnect(GUILD, world.clock.now());
        await world.changes.settings.noteFound(GUILD);
      }
      await turns(20);
      listAs(world, THIRD, { status: 'ACTIVE', id: 900 });
      world.workspace.appliesAtOnce = true;
      await payTo(world, OTHER);
      await turns(25);
      expect(await steps()).toEqual([[KNOWN, THIRD]]);
      expect((await findings(world))[0]?.details.perhapsBy).toBe(1);
    },
  );

  test.each([
    ['another address', THIRD, [[OTHER, THIRD]]],
    ['what there was before', KNOWN, [[OTHER, KNOWN]]],
  ])('between two changes: %s', async (_, address, told) => {
    await payAndReadBack(world, OTHER);
    listAs(world, address, 'ACTIVE');
    await payAndReadBack(world, OTHER, 'DAILY');
    await turns(25);
    expect(await steps()).toEqual(told);
  });

  test('where two changes lead back and forth', async () => {
    listAs(world, THIRD, 'ACTIVE');
    await payTo(world, OTHER);
    await reconcileFor(world, 20_000);
    await payTo(world, THIRD);
    await turns(12);
    expect(await findingTitles(world)).toEqual([NEW_ADDRESS]);
  });
});

describe('is nothing', () => {
  test('where it was another change of Pitboss, read back or not', async () => {
    await payTo(world, THIRD);
    await payTo(world, OTHER);
    await turns(5);
    expect(await findingTitles(world)).toEqual([]);
    await reconcileFor(world, 20_000);
    await turns(20);
    expect(await findingTitles(world)).toEqual([]);
  });

  test('else where only the list lags at what the change found', async () => {
    listAs(world, THIRD, 'ACTIVE');
    const found = structuredClone(record(world));
    await payAndReadBack(world, OTHER);
    const effect = structuredClone(record(world));
    world.workspace.payments.set('BTC main', found);
    await turns(4);
    world.workspace.payments.set('BTC main', effect);
    await turns(25);
    expect(await steps()).toEqual([[KNOWN, THIRD]]);
  });

  test('where a change of Pitboss was set back by another', async () => {
    await payAndReadBack(world, OTHER, 'DAILY');
    await payAndReadBack(world, KNOWN, 'DAILY');
    await turns(25);
    expect(await findingTitles(world)).toEqual([]);
  });

  test('where it was several of them', async () => {
    for (const address of [THIRD, OTHER, KNOWN]) await payAndReadBack(world, address);
    await turns(25);
    expect(await findingTitles(world)).toEqual([]);
  });

  test('where two moves come before a look', async () => {
    await moveMain(world, 'site-c');
    await moveMain(world, 'site-b');
    await turns(25);
    expect(await findingTitles(world)).toEqual([]);
  });

  test('that a change found before others’ was told', async () => {
    world.workspace.appliesAtOnce = false;
    await payTo(world, OTHER);
    await turns(15);
    listAs(world, THIRD, { status: 'ACTIVE', id: 900 });
    await turns(15);
    expect(await steps()).toEqual([[KNOWN, THIRD]]);
    listAs(world, OTHER, { status: 'ACTIVE', id: 900 });
    await turns(25);
    expect(await steps()).toEqual([[KNOWN, THIRD]]);
  });

  test.each([
    ['digits spelled otherwise', { revenue_allocation: '100.00' }],
    ['an id as a text', { address_id: '504' }],
    ['an id left out', { address_id: undefined }],
    ['a name left out', { address_name: undefined }],
  ])('but %s', async (_, entry) => {
    record(world).addresses = [{ ...addressOf(KNOWN), ...entry }];
    await turns(8);
    await payTo(world, OTHER);
    await turns(25);
    expect(await findingTitles(world)).toEqual([]);
  });
});

describe('hides nothing', () => {
  test('that undoes an effect before the list shows it', async () => {
    await payTo(world, THIRD);
    await payAndReadBack(world, OTHER, 'DAILY');
    listAs(world, KNOWN, 'ACTIVE');
    await turns(25);
    expect((await steps()).map(([, after]) => after)).toContain(KNOWN);
  });

  test('that undoes it where digits were spelled otherwise', async () => {
    const entry = { ...addressOf(KNOWN), revenue_allocation: '100.00' };
    record(world).addresses = [entry];
    await turns(8);
    await payAndReadBack(world, OTHER, 'DAILY');
    record(world).addresses = [entry];
    await turns(25);
    expect((await steps()).map(([, after]) => after)).toEqual([KNOWN]);
  });
});
