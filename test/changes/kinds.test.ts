import { expect, test } from 'vitest';
import type { KindName } from '../../src/changes/change.js';
import { KINDS, kindOf, type BoundKind } from '../../src/changes/kinds/kinds.js';
import type { Pool } from '../../src/pool/pool.js';
import { subaccount } from '../../src/pool/schemas.js';
import { listOf } from '../support/reading-context.js';

const CEDAR = { id: 'c', name: 'Cedar Ridge' };
const MESA = { id: 'm', name: 'Lone Mesa' };
const HALL = { id: 7, name: 'hall-1', site: MESA };

/** A request of this kind, against a pool that lists these subaccounts. */
async function asked(kind: KindName, name: string, rows: readonly object[]): Promise<BoundKind> {
  const parsed = rows.map((row) => subaccount.parse(row));
  const reads: Partial<Pool> = {
    subaccounts: async () => listOf(parsed),
    subaccountNamed: async () => parsed[0] ?? {},
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- these kinds read no more
  const pool = reads as Pool;
  const input = { name, site: CEDAR };
  return kindOf({ kind, input, present: await KINDS[kind].read(pool, input) });
}

test('a move sends the PATCH of section 4.1', async () => {
  const move = await asked('move', 'hall 1/a', [HALL]);
  expect(move.request()).toEqual({
    method: 'PATCH',
    path: '/v2/pool/subaccounts/hall%201%2Fa',
    body: { site_id: 'c' },
  });
  expect([move.refusal(), move.isDone, move.newAddresses]).toEqual([null, false, []]);
});

test.each([
  ['its site', { ...HALL, site: CEDAR }],
  ['the id of its site alone', { id: 7, name: 'hall-1', site: null, site_id: 'c' }],
])('a move is done where the pool lists %s', async (_, row) => {
  const move = await asked('move', 'hall-1', [row]);
  expect(move.isDone).toBe(true);
  expect(move.refusal()?.sentence).toBe('hall-1 is already at Cedar Ridge.');
});

test('a move of a subaccount without a site shows none', async () => {
  const move = await asked('move', 'hall-1', [{ id: 7, name: 'hall-1' }]);
  expect(move.what(true)).toEqual(['Site: none → **Cedar Ridge**']);
});

test('a new subaccount is sent as the POST of section 4.1', async () => {
  const create = await asked('create', 'hall-7', [HALL]);
  expect(create.request()).toEqual({
    method: 'POST',
    path: '/v2/pool/subaccounts',
    body: { name: 'hall-7', site_id: 'c' },
  });
  expect([create.refusal(), create.isDone, create.newAddresses]).toEqual([null, false, []]);
});

test.each([
  [CEDAR, true],
  [MESA, false],
])('a new subaccount that the pool lists at %j is done: %s', async (site, isDone) => {
  const create = await asked('create', 'hall-7', [{ id: 9, name: 'hall-7', site }]);
  expect(create.isDone).toBe(isDone);
});

test.each([
  ['hall-1', 'hall-1 exists already.'],
  ['Zu\u0308rich', 'Zu\u0308rich exists already.'],
  ['hall\u200B-7', 'Character 5 is invisible.'],
  ['hall  7', 'It has spaces that nobody sees.'],
])('the name %j cannot be used', async (name, sentence) => {
  const create = await asked('create', name, [HALL, { ...HALL, name: 'Z\u00FCrich' }]);
  expect(create.refusal()).toMatchObject({ title: 'This name can’t be used', sentence });
});
