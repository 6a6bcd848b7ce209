import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { lookalikesAmong } from '../../src/domain/payment-settings/address-findings.js';
import { PoolListTooLong } from '../../src/domain/errors/pool-errors.js';
import { readNotes } from '../../src/views/kit/card.js';
import type { CsvColumn } from '../../src/views/files/csv.js';
import { attachedBatches, listReply } from '../../src/views/files/file-reply.js';
import { pageLine } from '../../src/views/kit/paging.js';
import { siteChoices, unknownSiteWords } from '../../src/views/pool/sites.js';
import { fieldBatches, fieldColumns } from '../../src/views/pool/summary/summary-file.js';

/** What is said when a list is longer than what is read or shown of it. */

const noted = { refusedSubaccounts: [], filledInAllSubaccounts: false };

test.each([
  [
    'rows',
    500_000,
    '⚠️ From the first 500,000 rows only: the pool’s list is longer than Pitboss reads here.',
  ],
  ['time', 1, '⚠️ From the first row only: the rest of the pool’s list didn’t come in time.'],
] as const)('figures of a part say so (%s)', (by, rows, says) => {
  expect(readNotes({ ...noted, cutOff: { by, rows } })).toContain(says);
});

const columns: readonly CsvColumn<{ readonly id: number }>[] = [
  { heading: 'id', value: ({ id }) => id },
];

async function* cutOffAfter(rows: number, by: 'rows' | 'time') {
  yield Array.from({ length: rows }, (_, id) => ({ id }));
  throw new PoolListTooLong('allPages', { by, rows });
}

test('a file of a part is named and titled INCOMPLETE, and says what is missing', async () => {
  const notes = () => ({ ...noted, readAt: 0 });
  const list = { batches: cutOffAfter(1_200, 'time'), notes };
  const { embeds, files } = await listReply('rows', columns, list);
  expect(files?.map(({ name }) => name)).toEqual(['rows-INCOMPLETE.csv']);
  expect(embeds?.[0]?.title).toBe('INCOMPLETE: not all rows are in this file');
  expect(embeds?.[0]?.description).toContain(
    'Missing from the file: everything after the first 1,200 rows. The pool’s list took too long: 1,200 rows came, and there were more.',
  );
});

test('what fails in the middle of a file for another reason gives no half of it', async () => {
  async function* failing() {
    yield [{ id: 1 }];
    throw new TypeError('a bug');
  }
  const list = { batches: failing(), notes: () => ({ ...noted, readAt: 0 }) };
  await expect(listReply('rows', columns, list)).rejects.toThrow('a bug');
});

test('rows that a page holds beyond those shown are counted, and where they are is said', () => {
  const customId = () => 'id';
  const line = (unseen: number, more: boolean) => pageLine({ number: 1, more, unseen, customId });
  expect(line(0, false)).toBe('All on this page');
  expect(line(1, false)).toBe('Page 1 · 1 more row isn’t shown; “All as CSV” has it');
  expect(line(49_990, true)).toBe(
    'Page 1 · 49,990 more rows aren’t shown, and more pages follow; “All as CSV” has them all',
  );
});

test('of very many sites some are named, and those that look alike still told apart', () => {
  const known = Array.from({ length: 20_000 }, (_, index) => ({
    id: `site-${String(index).padStart(8, '0')}`,
    name: index === 19_999 ? 'hall 0' : `Hall ${index}`,
  }));
  expect(siteChoices(known, known.slice(0, 2)).map(({ name }) => name)).toEqual([
    'Hall 0 · …00000000',
    'Hall 1',
  ]);
  const names = known.map(({ name }) => name);
  expect(unknownSiteWords('Mars', names).sentence).toMatch(/Hall 14 and 19985 more\.$/);
});

test('of many look-alikes one is kept for each address, so that pages can be added up', () => {
  const address = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';
  const alike = Array.from({ length: 500 }, (_, index) => `1Boatx${index}yyyyyyyyyyyyyyyyyyyyy`);
  const [first] = alike;
  expect(lookalikesAmong(alike, [address])).toEqual([first]);
  expect(lookalikesAmong([...lookalikesAmong(alike, [address]), ...alike], [address])).toEqual([
    first,
  ]);
});

test('an answer as rows has no field that did not come, and none twice', () => {
  const value = { a: null, b: undefined, c: [[1], {}], 'd.e': { f: false } };
  const rows = [...fieldBatches(value)].flat();
  expect(rows).toEqual([
    { field: 'c[0][0]', value: 1 },
    { field: 'c[1]', value: '{}' },
    { field: 'd.e.f', value: false },
  ]);
});

test('rows of an answer are made as they are gone through, and again for who asks again', () => {
  let looks = 0;
  const field = Object.defineProperty({}, 'f', { enumerable: true, get: () => ++looks });
  const batches = fieldBatches({ list: Array.from({ length: 1_200 }, () => field) });
  for (const batch of batches) {
    expect([batch.length, looks]).toEqual([500, 500]);
    break;
  }
  expect([...batches].map(({ length }) => length)).toEqual([500, 500, 200]);
});

test('rows of an answer that fit no file are counted', async () => {
  const row = { field: 'x'.repeat(200), value: 1 };
  const value = { list: Array.from({ length: 40_000 }, (_, id) => ({ [randomUUID()]: id })) };
  const batches = fieldBatches({ row, value });
  const attached = await attachedBatches('rows', fieldColumns, {
    batches,
    attachmentLimit: 20_000,
  });
  expect(attached.isWhole).toBe(false);
  const left = 40_002 - attached.rows;
  expect(attached.lines[0]).toContain(`the last ${left.toLocaleString('en')} rows`);
});
