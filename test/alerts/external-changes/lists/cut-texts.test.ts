import { expect, test } from 'vitest';
import { paymentsSnapshot } from '../../../../src/alerts/external-changes/lists/record-snapshots.js';
import type { RecordSnapshot } from '../../../../src/domain/changes/external-changes/external-finding.js';
import { createListedStore } from '../../../../src/alerts/external-changes/lists/watched-list-store.js';
import { createChangesHarness, GUILD } from '../../../changes/fakes/changes-harness.js';
import { addressOf, findings, KNOWN, record, watched } from '../watched.js';

function withName(world: ReturnType<typeof createChangesHarness>, name: string): void {
  const addresses = [{ ...addressOf(KNOWN), address_name: name }];
  world.workspace.payments.set('BTC main', { ...record(world), addresses });
}

test('two long names of one beginning differ, and what is told says that they are cut', async () => {
  const there = await watched();
  const { world, turns } = there;
  withName(world, `${'n'.repeat(1_000_000)}a`);
  await turns(8);
  withName(world, `${'n'.repeat(1_000_000)}b`);
  const [told, ...more] = await turns(4);
  expect(more).toEqual([]);
  expect(JSON.stringify(told).length).toBeLessThan(3_000);
  expect(JSON.stringify(told)).toContain('… [cut: 1000001 characters, SHA-256 ');
  const entered = await findings(world);
  expect(entered).toHaveLength(1);
  expect(JSON.stringify(entered).length).toBeLessThan(4_000);
});

test('a list that an earlier version stored with whole names differs in nothing', async () => {
  const there = await watched();
  const { world, turns } = there;
  const long = 'n'.repeat(100_000);
  withName(world, long);
  await turns(8);
  const listed = createListedStore(world.store);
  const since = (await world.guilds.keyInfo(GUILD))?.connectedAt ?? 0;
  const stored = await listed.all(GUILD, 'BTC', since);
  if (stored === null) throw new Error('nothing is stored');
  const whole = new Map<string, RecordSnapshot>();
  for (const [key, each] of stored.records) {
    if (each.what !== 'payments') continue;
    const addresses = each.addresses?.map((one) => ({ ...one, name: long })) ?? null;
    whole.set(key, { ...each, addresses });
  }
  await listed.write(GUILD, 'BTC', { ...stored, since, readSince: since, records: whole });
  const restarted = await watched(world);
  expect(await restarted.turns(8)).toEqual([]);
  expect((await listed.all(GUILD, 'BTC', since))?.records).toEqual(stored.records);
});

test('names as long as a change by Pitboss can have are kept whole', () => {
  const name = 'n'.repeat(1_024);
  const addresses = [{ ...addressOf(KNOWN), address_name: name }];
  const seen = paymentsSnapshot('BTC', { subaccount: { id: '1', name }, addresses });
  expect(seen).toMatchObject({ subaccount: name, addresses: [{ name }] });
});
