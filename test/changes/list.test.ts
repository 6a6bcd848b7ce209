import { expect, test } from 'vitest';
import type { Change } from '../../src/changes/change.js';
import { changesReply, type ChangesFilter } from '../../src/changes/list.js';
import { changesCsvReply, detailsReply, trailReply } from '../../src/changes/records.js';
import { answered, AT, CONFIRMED, moved, ROW, shown, SOFIA, unanswered } from './samples.js';

const ALL: ChangesFilter = { state: null, only: null };
const list = (changes: readonly Change[], filter = ALL, page = 1) =>
  changesReply({ changes, filter, page, row: ROW, now: AT });

test('the list shows seven a page and turns', () => {
  const many = Array.from({ length: 9 }, (_, index) => moved({ number: 9 - index }));
  const first = shown(list(many));
  expect(first.filter((line) => line.startsWith('⏳'))).toHaveLength(7);
  expect(first.slice(-4)).toEqual([
    '(Newest first · page 1 of 2)',
    expect.stringContaining('#3 Move'),
    '[All (off)] [Open] [Mine]',
    '[Previous (off)] [Next]',
  ]);
  const last = shown(list(many, ALL, 5));
  expect(last.filter((line) => line.startsWith('⏳'))).toHaveLength(2);
  expect(last.at(-1)).toBe('[Previous] [Next (off)]');
});

test('an empty list says how to begin, or that nothing matches', () => {
  expect(shown(list([]))).toContain('No changes yet. `/subaccount move` requests one.');
  expect(shown(list([], { state: 'drifted', only: 'mine' }))).toEqual([
    'open | Changes · drifted · mine',
    'No changes match.',
    '(Newest first)',
    '[All] [Open] [Mine]',
  ]);
});

test.each([
  ['cancelled', {}, '@Sofia cancelled'],
  ['drifted', {}, '@Sofia confirmed, but it was out of date: nothing was sent'],
  ['unsent', {}, 'not sent: no answer in time'],
  ['unknown', {}, 'outcome unknown: no answer in time'],
  ['observed', { isDone: false, status: 'PENDING' }, 'listed as PENDING'],
  ['observed', { isDone: true, status: null }, 'seen at the pool'],
  ['checked', { note: '*done*' }, '@Sofia checked: \\*done\\*'],
])('the step %s %j reads "%s"', (step, noted, words) => {
  const change = moved({ ...CONFIRMED, outcome: unanswered });
  const entry = { guild: '100', seq: 1, at: AT, actor: SOFIA, step, change: 9, hash: 'ff' };
  const details = JSON.stringify(noted);
  const reply = detailsReply(change, [{ ...entry, details, previous_hash: '' }]);
  expect(shown(reply)).toContain(`‹d 0› ‹t 0› · ${words}`);
});

test('a change is a row for finance, with what was asked for in columns', () => {
  const reason = '=HYPERLINK("x")';
  const change = moved({ ...CONFIRMED, state: 'reported', outcome: answered('COMPLETED'), reason });
  const [heads = '', row] = String(changesCsvReply([change]).files?.[0]?.data).split('\r\n');
  expect(heads).toBe(
    '\uFEFFnumber,change,state,requested_at,requested_by,reason,confirmed_by,sent_at,ended_at,answered,http_status,input.name,input.site.id,input.site.name',
  );
  expect(row).toBe(
    '1,Move pecos-flats-hydro,reported,2026-11-28T20:51:00.000Z,301,"\'=HYPERLINK(""x"")",302,2026-11-28T20:52:00.000Z,2026-11-28T20:52:00.000Z,COMPLETED,200,pecos-flats-hydro,c,Cedar Ridge',
  );
});

test.each([
  [41, '**Broken at entry 41.** The entries before it are intact.'],
  [1, '**Broken at entry 1.**'],
])('a trail broken at entry %s says so', (brokenAt, line) => {
  expect(shown(trailReply([], brokenAt))).toEqual([
    'bad | Audit trail · 0 entries',
    line,
    'file: audit-trail.jsonl',
  ]);
});
