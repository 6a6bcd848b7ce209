import { expect, test } from 'vitest';
import { lookalikesAmong } from '../../src/domain/address-guard.js';
import { PoolListTooLong } from '../../src/domain/errors.js';
import { readNotes } from '../../src/views/card.js';
import type { CsvColumn } from '../../src/views/csv.js';
import { listReply } from '../../src/views/file-reply.js';
import { pageLine } from '../../src/views/paging.js';
import { siteChoices, unknownSiteSentence } from '../../src/views/sites.js';
import { fieldRows } from '../../src/views/summary-file.js';

/** What is said where a list is longer than what is read or shown of it. */

const noted = { refusedSubaccounts: [], filledInAllSubaccounts: false };

test.each([
  ['rows', 500_000, '⚠️ Only of the first 500,000 rows: the pool’s list goes on'],
  ['time', 1, '⚠️ Only of the first row: the rest of the pool’s list didn’t come in time.'],
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
    'Missing from the file: everything after the first 1,200 rows. The pool’s list took too long: 1,200 rows came, and the list went on.',
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
  expect(line(1, false)).toBe(
    'Page 1 … and 1 more row that the pool put on it: “All as CSV” has every one',
  );
  expect(line(49_990, true)).toBe(
    'Page 1 … and 49,990 more rows that the pool put on it, and more pages follow: “All as CSV” has every one',
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
  expect(unknownSiteSentence('Mars', names)).toMatch(/Hall 14 and 19985 more\.$/);
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
  const rows = fieldRows({ a: null, b: undefined, c: [[1], {}], 'd.e': { f: false } });
  expect(rows).toEqual([
    { field: 'c[0][0]', value: 1 },
    { field: 'c[1]', value: '{}' },
    { field: 'd.e.f', value: false },
  ]);
});
