import { expect, test } from 'vitest';
import { kindOf } from '../../src/changes/kinds/kinds.js';
import type { Line } from '../../src/discord/reply.js';
import type { Pool } from '../../src/pool/pool.js';
import { subaccount } from '../../src/pool/schemas.js';
import { listOf } from '../support/reading-context.js';

const CEDAR = { id: 'c', name: 'Cedar Ridge' };
const MESA = { id: 'm', name: 'Lone Mesa' };
const HALL = { id: 7, name: 'hall-1', site: MESA };

function poolWith(rows: readonly object[]): Pool {
  const parsed = rows.map((row) => subaccount.parse(row));
  const pool: Partial<Pool> = {
    subaccounts: async () => listOf(parsed),
    subaccountNamed: async (name) => {
      const found = parsed.find((row) => row.name === name);
      if (!found) throw new Error(`No ${name}`);
      return found;
    },
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- these kinds read no more
  return pool as Pool;
}

const textOf = (lines: readonly Line[]) => lines.filter(Boolean).join('\n');

const move = kindOf('move');
const TO_CEDAR = { name: 'hall-1', site: CEDAR };

test('a move shows the site before and after, and sends the PATCH of section 4.1', async () => {
  const present = await move.read(poolWith([HALL]), TO_CEDAR);
  expect(move.title(TO_CEDAR)).toBe('Move hall-1');
  expect(move.touches(TO_CEDAR)).toBe('subaccount:hall-1');
  expect(textOf(move.what(TO_CEDAR, present, true))).toBe('Site: Lone Mesa → **Cedar Ridge**');
  expect(move.request({ ...TO_CEDAR, name: 'hall 1/a' }, present)).toEqual({
    method: 'PATCH',
    path: '/v2/pool/subaccounts/hall%201%2Fa',
    body: { site_id: 'c' },
  });
  expect(move.refuse(TO_CEDAR, present)).toBeNull();
  expect(move.isDone(TO_CEDAR, present)).toBe(false);
});

test.each([
  ['its site', { ...HALL, site: CEDAR }],
  ['the id of its site alone', { id: 7, name: 'hall-1', site: null, site_id: 'c' }],
])('a move is done where the pool lists %s', async (_, row) => {
  const present = await move.read(poolWith([row]), TO_CEDAR);
  expect(move.isDone(TO_CEDAR, present)).toBe(true);
  expect(move.refuse(TO_CEDAR, present)).toMatchObject({
    title: 'Nothing to change',
    sentence: 'hall-1 is already at Cedar Ridge.',
  });
});

test('a move of a subaccount without a site shows none', async () => {
  const present = await move.read(poolWith([{ id: 7, name: 'hall-1' }]), TO_CEDAR);
  expect(textOf(move.what(TO_CEDAR, present, true))).toBe('Site: none → **Cedar Ridge**');
});

test('a move that somebody else made meanwhile is told before and after', async () => {
  const [shown, found] = await Promise.all(
    [HALL, { ...HALL, site: { id: 'n', name: 'Niagara East' } }].map((row) =>
      move.read(poolWith([row]), TO_CEDAR),
    ),
  );
  expect(shown && found && textOf(move.differences(shown, found))).toBe(
    'At the pool: Lone Mesa → **Niagara East**',
  );
});

const create = kindOf('create');
const HALL_7 = { name: 'hall-7', site: CEDAR };

test('a new subaccount is shown with its site, and sent as the POST of section 4.1', async () => {
  const present = await create.read(poolWith([HALL]), HALL_7);
  expect(create.title(HALL_7)).toBe('Create hall-7');
  expect(textOf(create.what(HALL_7, present, true))).toBe(
    'New subaccount **hall-7** at **Cedar Ridge**',
  );
  expect(create.request(HALL_7, present)).toEqual({
    method: 'POST',
    path: '/v2/pool/subaccounts',
    body: { name: 'hall-7', site_id: 'c' },
  });
  expect(create.refuse(HALL_7, present)).toBeNull();
  expect(create.isDone(HALL_7, present)).toBe(false);
});

test('a new subaccount is done where the pool lists it at its site', async () => {
  const listed = (site: object) => create.read(poolWith([{ id: 9, name: 'hall-7', site }]), HALL_7);
  expect(create.isDone(HALL_7, await listed(CEDAR))).toBe(true);
  expect(create.isDone(HALL_7, await listed(MESA))).toBe(false);
});

test.each([
  ['hall-1', 'hall-1 exists already.'],
  ['Zu\u0308rich', 'Zürich exists already.'],
  ['hall\u200B-7', 'Character 5 is invisible.'],
])('the name %j cannot be used', async (name, sentence) => {
  const present = await create.read(poolWith([HALL, { ...HALL, name: 'Z\u00FCrich' }]), {
    ...HALL_7,
    name,
  });
  const refused = create.refuse({ ...HALL_7, name }, present);
  expect(refused?.title).toBe('This name can’t be used');
  expect(refused?.sentence.normalize('NFC')).toBe(sentence);
});

test.each(['move', 'create'] as const)('%s has no payout address to type', async (name) => {
  const kind = kindOf(name);
  const input = name === 'move' ? TO_CEDAR : HALL_7;
  const present = await kind.read(poolWith([HALL]), input);
  expect(kind.isPayment).toBe(false);
  expect(kind.newAddresses(input, present)).toEqual([]);
  expect(kind.status(present)).toBeNull();
});
