import { expect, test } from 'vitest';
import type { RecordSnapshots } from '../../../../src/alerts/external-changes/lists/merge-listing.js';
import {
  createListedStore,
  listHash,
} from '../../../../src/alerts/external-changes/lists/watched-list-store.js';
import { createChangesHarness, GUILD } from '../../../changes/fakes/changes-harness.js';

const subaccount = (name: string, siteId: string) =>
  [
    `id ${name}`,
    { what: 'subaccount', id: name, subaccount: name, siteId, siteName: null },
  ] as const;

test('the list that is stored is known by its hash, in whatever order; any other is given', async () => {
  const listed = createListedStore(createChangesHarness().store);
  const records: RecordSnapshots = new Map([subaccount('a', '1'), subaccount('b', '1')]);
  const told = { toldOnly: {}, takenAt: {}, effects: null, earlierKeys: [] };
  const stored = { at: 5, records, given: 'as given', former: [], ...told };
  const read = (list: RecordSnapshots, since = 1) =>
    listed.read(GUILD, 'subaccounts', { since, hash: listHash(list) });
  await listed.write(GUILD, 'subaccounts', { since: 1, readSince: null, ...stored });
  expect(await read(new Map([...records].toReversed()))).toBe('same');
  expect(await read(new Map([subaccount('a', '1'), subaccount('b', '2')]))).toEqual({
    ...stored,
  });
  // For a different key.
  expect(await read(records, 2)).toBeNull();
});

test('a list is written over the one that was read or its own, and no other', async () => {
  const listed = createListedStore(createChangesHarness().store);
  const told = { toldOnly: {}, takenAt: {}, effects: null, earlierKeys: [] };
  const stored = { at: 5, records: new Map(), given: '', former: [], ...told };
  const write = (since: number, readSince: number | null) =>
    listed.write(GUILD, 'BTC', { since, readSince, ...stored });
  const present = () => listed.sinceOf(GUILD, 'BTC');

  await write(1, null);
  expect(await present()).toBe(1);
  await write(2, 1);
  expect(await present()).toBe(2);
  // By processes that stood still while another key came.
  await write(1, 1);
  await write(3, null);
  expect(await present()).toBe(2);
  await write(2, 1);
  await listed.forget(GUILD);
  await write(2, 2);
  expect(await present()).toBeNull();
});
