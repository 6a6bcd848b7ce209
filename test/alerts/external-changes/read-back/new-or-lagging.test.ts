import { beforeEach, describe, expect, test } from 'vitest';
import type { RecordSnapshot } from '../../../../src/domain/changes/external-changes/external-finding.js';
import { reconcileFor, type ChangesHarness } from '../../../changes/fakes/changes-harness.js';
import {
  addressOf,
  findings,
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

/** What somebody made at the pool right before a change of it, while the list lags behind that change. */

let world: ChangesHarness;
let turns: (minutes: number) => Promise<readonly unknown[]>;
beforeEach(async () => {
  ({ world, turns } = await watched());
  await turns(8);
});

async function move(site: string, name: string) {
  await moveMain(world, site, name);
  await reconcileFor(world, 20_000);
}

describe('a subaccount that somebody created', () => {
  beforeEach(() => {
    world.workspace.siteOf.set('fresh', 'site-a');
    world.workspace.idOf.set('fresh', '777');
  });

  test('is told where the list lags at what the change found', async () => {
    await move('site-b', 'fresh');
    world.workspace.siteOf.set('fresh', 'site-a');
    await turns(6);
    world.workspace.siteOf.set('fresh', 'site-b');
    await turns(40);
    expect(await findingTitles(world)).toEqual(['A new subaccount, not through Pitboss']);
  });

  test('is told where the list lags at the first of two changes', async () => {
    await move('site-b', 'fresh');
    await move('site-c', 'fresh');
    world.workspace.siteOf.set('fresh', 'site-b');
    await turns(6);
    world.workspace.siteOf.set('fresh', 'site-c');
    await turns(40);
    expect(await findingTitles(world)).toEqual(['A new subaccount, not through Pitboss']);
  });

  test('is told where somebody then undid the move', async () => {
    await move('site-b', 'fresh');
    world.workspace.siteOf.set('fresh', 'site-a');
    await turns(40);
    expect(await findingTitles(world)).toEqual([
      'A new subaccount, not through Pitboss',
      'A subaccount moved to another site, not through Pitboss',
    ]);
  });
});

test('new payment settings are told where the list lags at what the change found', async () => {
  const first = record(world);
  world.workspace.payments.delete('BTC main');
  await turns(14);
  world.workspace.payments.set('BTC main', { ...first, addresses: [addressOf(THIRD)] });
  const found = structuredClone(record(world));
  await payAndReadBack(world, OTHER);
  const effect = structuredClone(record(world));
  world.workspace.payments.set('BTC main', found);
  await turns(4);
  world.workspace.payments.set('BTC main', effect);
  await turns(40);
  expect(await findingTitles(world)).toEqual([
    'Payment settings are gone, not through Pitboss',
    'New payment settings, not through Pitboss',
  ]);
});

test('what a change found is told though another record is told while the list lags', async () => {
  world.workspace.payments.set('BTC spare', structuredClone(record(world)));
  await turns(15);
  const before = (await findings(world)).length;
  const old = structuredClone(record(world));
  listAs(world, THIRD, 'ACTIVE');
  await payAndReadBack(world, OTHER);
  const effect = structuredClone(record(world));
  world.workspace.payments.set('BTC main', old);
  world.workspace.payments.set('BTC spare', { ...old, addresses: [addressOf(THIRD)] });
  await turns(4);
  world.workspace.payments.set('BTC main', effect);
  await turns(30);
  const told = (await findings(world)).slice(before).map(({ details }) => paidTo(details.after));
  expect(new Set(told)).toEqual(new Set([`main ${THIRD}`, `spare ${THIRD}`]));
  expect(told).toHaveLength(2);
});

function paidTo(snapshot: RecordSnapshot | null): string | null {
  if (snapshot?.what !== 'payments') return null;
  return `${snapshot.subaccount} ${snapshot.addresses?.[0]?.address}`;
}

describe('once the list has shown a change in force', () => {
  test.each([
    ['a wait', 'PENDING_APPROVAL'],
    ['an approval', 'APPROVED'],
  ])('%s is told, also where a wallet comes with it', async (_, status) => {
    await payAndReadBack(world, OTHER);
    await turns(5);
    expect(await findingTitles(world)).toEqual([]);
    Object.assign(record(world), { status, wallet_id: '9' });
    await turns(12);
    const told = (await findings(world)).map(({ details: { before, after } }) =>
      [before, after].map((each) => (each?.what === 'payments' ? each.status : null)),
    );
    expect(told).toContainEqual(['ACTIVE', status]);
  });
});

describe('another spelling in the same look as a status', () => {
  test.each(['daily', 'PAYMENT_FREQUENCY_DAILY'])(
    'is no difference of the schedule: %s',
    async (spelled) => {
      world.workspace.appliesAtOnce = false;
      await payTo(world, OTHER);
      Object.assign(record(world), { status: 'PENDING_APPROVAL', payment_frequency: spelled });
      await turns(12);
      expect(await findingTitles(world)).toEqual([]);
      Object.assign(record(world), { status: 'REJECTED', payment_frequency: 'DAILY' });
      await turns(12);
      expect(await findingTitles(world)).toEqual([]);
    },
  );
});
