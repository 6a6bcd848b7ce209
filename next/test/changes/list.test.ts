import { expect, test } from 'vitest';
import { csvFile } from '../../src/cards/kit/csv.js';
import type { Change } from '../../src/changes/change.js';
import { detailsReply } from '../../src/changes/details.js';
import { checkForm, confirmForm, typedEnds } from '../../src/changes/forms.js';
import { frozenCard, trailCard, unfrozenCard } from '../../src/changes/freeze-card.js';
import { changeRow, changesReply, type ChangesFilter } from '../../src/changes/list-card.js';
import { toModal } from '../../src/discord/forms.js';
import { cardReply } from '../../src/discord/reply.js';
import {
  answered,
  AT,
  COLD,
  CONFIRMED,
  MAREK,
  MINUTE,
  moved,
  payouts,
  ROW,
  shown,
  SOFIA,
  unanswered,
} from './samples.js';

const ALL: ChangesFilter = { state: null, only: null };
const list = (changes: readonly Change[], filter = ALL, page = 1) =>
  changesReply({ changes, filter, page, row: ROW, now: AT });

test('the list has a line for the change and one for its people', () => {
  const unknown = moved({
    ...CONFIRMED,
    number: 4,
    state: 'unknown',
    outcome: unanswered,
    card: null,
  });
  expect(shown(list([payouts(), unknown]))).toEqual([
    'open | Changes',
    '⏳ [#9](https://discord.com/channels/100/800/1001) **BTC payouts of cedar-ridge-hydro** · waiting',
    '-# 1 new address · @Marek ‹R 0›',
    '❓ #4 **Move pecos-flats-hydro** · outcome unknown',
    '-# → Cedar Ridge · @Marek ‹R 0›, @Sofia',
    '(Newest first)',
    '[select: Show a change (#9 BTC payouts of cedar-ridge-hydro, #4 Move pecos-flats-hydro)]',
    '[All (off)] [Open] [Mine]',
  ]);
});

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
  expect(shown(list([]))).toEqual([
    'open | Changes',
    'No changes yet. `/subaccount move` requests one.',
    '(Newest first)',
  ]);
  expect(shown(list([], { state: 'drifted', only: 'mine' }))).toEqual([
    'open | Changes · out of date · mine',
    'No changes match.',
    '(Newest first)',
    '[All] [Open] [Mine]',
  ]);
});

const entry = (step: string, minutes: number, details: object = {}) => ({
  guild: '100',
  seq: 1,
  at: AT + minutes * MINUTE,
  actor: step === 'requested' ? MAREK : SOFIA,
  step,
  change: 9,
  details: JSON.stringify(details),
  previous_hash: '',
  hash: 'ff',
});

test('details list every step with its moment, and addresses to copy', () => {
  const outcome = answered('PENDING');
  const change = payouts({ ...CONFIRMED, state: 'reported', outcome });
  const steps = [
    entry('requested', 0),
    entry('refused', 0, { attempt: 'confirm', reason: 'Managers only' }),
    entry('confirmed', 1),
    entry('reported', 2),
    entry('observed', 3, { isDone: true, status: 'ACTIVE' }),
    entry('checked', 4, { note: '*done*' }),
  ];
  const reply = detailsReply(change, steps);
  expect(shown(reply)).toEqual([
    'open | #9 step by step',
    '‹d 0› ‹t 0› · @Marek requested',
    '‹d 0› ‹t 0› · @Sofia couldn’t confirm: Managers only',
    '‹d 1› ‹t 1› · @Sofia confirmed',
    '‹d 1› ‹t 1› · sent once',
    '‹d 2› ‹t 2› · answered PENDING',
    '‹d 3› ‹t 3› · seen as ACTIVE',
    '‹d 4› ‹t 4› · @Sofia checked: \\*done\\*',
    `**NEW**, to copy: \`${COLD}\``,
    'file: change-9.json',
  ]);
  const file = JSON.parse(String(reply.files?.[0]?.data));
  expect(file).toMatchObject({
    number: 9,
    request: change.request,
    present: change.present,
    outcome: { body: { id: 'a1' } },
    steps: [{ step: 'requested', hash: 'ff', details: {} }, {}, {}, {}, {}, {}],
  });
  expect(file.requestHash).toMatch(/^[0-9a-f]{64}$/);
});

test.each([
  ['cancelled', {}, '@Sofia cancelled'],
  ['expired', {}, 'expired'],
  ['drifted', {}, '@Sofia confirmed, but it was out of date: nothing was sent'],
  ['unsent', {}, 'not sent: no answer in time'],
  ['unknown', {}, 'outcome unknown: no answer in time'],
  ['observed', { isDone: false, status: 'PENDING' }, 'listed as PENDING'],
  ['observed', { isDone: true, status: null }, 'seen at the pool'],
])('the step %s %j reads "%s"', (step, details, words) => {
  const change = moved({ ...CONFIRMED, outcome: unanswered });
  expect(shown(detailsReply(change, [entry(step, 2, details)]))).toContain(
    `‹d 2› ‹t 2› · ${words}`,
  );
});

test('a change is a row for finance, with what was asked for in columns', () => {
  const reason = '=HYPERLINK("x")';
  const change = moved({ ...CONFIRMED, state: 'reported', outcome: answered('COMPLETED'), reason });
  const text = String(csvFile('changes', [changeRow(change)]).data);
  const [heads = '', row] = text.replace('\uFEFF', '').split('\r\n');
  expect(heads.split(',')).toEqual([
    'number',
    'change',
    'state',
    'requested_at',
    'requested_by',
    'reason',
    'confirmed_by',
    'sent_at',
    'ended_at',
    'answered',
    'http_status',
    'input.name',
    'input.site.id',
    'input.site.name',
  ]);
  expect(row).toBe(
    '1,Move pecos-flats-hydro,reported,2026-11-28T20:51:00.000Z,301,"\'=HYPERLINK(""x"")",302,2026-11-28T20:52:00.000Z,2026-11-28T20:52:00.000Z,COMPLETED,200,pecos-flats-hydro,c,Cedar Ridge',
  );
});

test('the form to confirm asks for the end of each new address', () => {
  const form = confirmForm(payouts());
  expect(form && shown(form)).toEqual([
    'form Confirm #9: cedar-ridge-hydro',
    '{bc1q ar0s rrr7 xfkv…: last six characters: }',
  ]);
  expect(form && toModal(form).title).toBe('Confirm #9: cedar-ridge-hydro');
  expect(form?.fields[0]?.label.length).toBeLessThanOrEqual(45);
  expect(typedEnds({ address2: 'bbbbbb', address1: 'aaaaaa' })).toEqual(['aaaaaa', 'bbbbbb']);
});

test('a change without new addresses needs no form', () => {
  expect(confirmForm(moved())).toBeNull();
});

test('the form to mark an outcome as checked asks what was found', () => {
  expect(shown(checkForm(moved({ number: 4 })))).toEqual([
    'form Mark #4 as checked',
    '{What did you find at the pool?: }',
  ]);
});

test('freezing and its end say why', () => {
  expect(shown(cardReply(frozenCard('an account may be `stolen`')))).toEqual([
    'warning | 🧊 Changes are frozen',
    'Nobody can confirm a change until an admin runs `/changes unfreeze`. What was sent stays sent.',
    'Reason: an account may be \\`stolen\\`',
  ]);
  expect(shown(cardReply(unfrozenCard('the phone was found')))).toEqual([
    'good | Changes can be confirmed again',
    'Reason: the phone was found',
  ]);
});

test.each([
  [null, 63, ['good | Audit trail · 63 entries', 'Intact: no entry is missing or changed.']],
  [null, 1, ['good | Audit trail · 1 entry', 'Intact: no entry is missing or changed.']],
  [
    41,
    63,
    ['bad | Audit trail · 63 entries', '**Broken at entry 41.** The entries before it are intact.'],
  ],
  [1, 63, ['bad | Audit trail · 63 entries', '**Broken at entry 1.**']],
])('a trail broken at %s of %s entries', (brokenAt, total, lines) => {
  expect(shown(cardReply(trailCard({ entries: total, brokenAt }, total)))).toEqual(lines);
});
