import { expect, test } from 'vitest';
import type { KindName } from '../../src/changes/change.js';
import { KINDS, kindOf, type BoundKind } from '../../src/changes/kinds/kinds.js';
import type { Pool } from '../../src/pool/pool.js';
import { subaccount } from '../../src/pool/schemas.js';
import { listOf } from '../support/reading-context.js';

const CEDAR = { id: 'c', name: 'Cedar Ridge' };
const HALL = { id: 7, name: 'hall-1', site: { id: 'm', name: 'Lone Mesa' } };

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

test('a move is done where the pool lists the id of its site alone', async () => {
  const row = { id: 7, name: 'hall-1', site: null, site_id: 'c' };
  expect((await asked('move', 'hall-1', [row])).isDone).toBe(true);
});

test('a subaccount that the pool lists at another site is not the new one', async () => {
  expect((await asked('create', 'hall-1', [HALL])).isDone).toBe(false);
});

test('a move of a subaccount without a site shows none', async () => {
  const move = await asked('move', 'hall-1', [{ id: 7, name: 'hall-1' }]);
  expect(move.what(true)).toEqual(['Site: none → **Cedar Ridge**']);
});

test.each([
  ['Zu\u0308rich', 'Zu\u0308rich exists already.'],
  ['hall\u200B-7', 'Character 5 is invisible.'],
  ['hall  7', 'It has spaces that nobody sees.'],
])('the name %j cannot be used', async (name, sentence) => {
  const create = await asked('create', name, [{ ...HALL, name: 'Z\u00FCrich' }]);
  expect(create.refusal()).toMatchObject({ title: 'This name can’t be used', sentence });
});
