import { expect, test } from 'vitest';
import { paymentFieldChanges } from '../../../../src/changes/kinds/payment-settings/payment-field-changes.js';
import {
  sideText,
  fieldChangeLines,
} from '../../../../src/views/changes/fields/field-change-lines.js';

const [COLD, HOT, FRESH] = ['bc1qcold00000001', 'bc1qhot000000002', 'bc1qfresh0000003'];
const entry = (name: string, external_address: string, revenue_allocation: number) => ({
  address_name: name,
  external_address,
  revenue_allocation,
});

const fieldChanges = paymentFieldChanges(
  {
    payment_frequency: 'DAILY',
    addresses: [entry('cold', COLD, 60), entry('hot', HOT, 40)],
  },
  {
    payment_frequency: 'WEEKLY',
    day_of_week: 'FRIDAY',
    addresses: [entry('cold', COLD, 60), entry('', FRESH, 40)],
  },
);

test('tells on a card what new payment settings make different, and no more', () => {
  expect(fieldChangeLines(fieldChanges)).toEqual([
    'Paid out: daily → **weekly on Friday**',
    '🆕 New address: (no name) · allocation **40**',
    '`bc1q fres h000 0003`',
    '🗑️ Remove address: hot · allocation 40',
    '`bc1q hot0 0000 0002`',
  ]);
});

test('tells a new share of an address that stays, and of a share of another spelling nothing', () => {
  const before = {
    payment_frequency: 'DAILY',
    addresses: [entry('cold', COLD, 60), entry('hot', HOT, 40)],
  };
  const shares = (cold: number) =>
    fieldChangeLines(
      paymentFieldChanges(
        { ...before, addresses: [{ ...entry('cold', COLD, 0), revenue_allocation: '60.0' }] },
        { payment_frequency: 'DAILY', addresses: [entry('cold', COLD, cold)] },
      ),
    );
  expect(shares(60)).toEqual([]);
  expect(shares(70)).toEqual([
    'Address: **cold** · allocation 60.0 → **70**',
    '`bc1q cold 0000 0001`',
  ]);
});

test('says of an address whose share the pool didn’t give that it wasn’t given, as the waiting card', () => {
  const unshared = (name: string, address: string) => ({
    address_name: name,
    external_address: address,
    revenue_allocation: null,
  });
  const linesFor = (name: string) =>
    fieldChangeLines(
      paymentFieldChanges(
        {
          payment_frequency: 'DAILY',
          addresses: [unshared('cold store', COLD), unshared('hot', HOT)],
        },
        { payment_frequency: 'DAILY', addresses: [entry(name, COLD, 50)] },
      ),
    ).filter((line) => !line.startsWith('`'));
  const removed = '🗑️ Remove address: hot · allocation not given';
  expect(linesFor('cold store')).toEqual([
    'Address: **cold store** · allocation not given → **50**',
    removed,
  ]);
  expect(linesFor('vault')).toEqual([
    'Address: cold store · allocation not given → **vault** · allocation **50**',
    removed,
  ]);
});

test('names sites first, with their ids small below where names alone don’t tell', () => {
  const site = { id: 'site-a', name: 'North *Ridge*' };
  const moved = [{ what: 'site', from: site, to: { id: 'site-b', name: 'South' } }];
  const words = 'Site: North \\*Ridge\\* → **South**';
  expect(fieldChangeLines(moved)).toEqual([words]);
  expect(fieldChangeLines(moved, 'fact')).toEqual([words, '-# id `site-a` → `site-b`']);
  const alike = [{ what: 'site', from: site, to: { ...site, id: 'site-b' } }];
  expect(fieldChangeLines(alike)[1]).toBe('-# id `site-a` → `site-b`');
  const unnamed = [{ what: 'site', from: null, to: site }];
  expect(fieldChangeLines(unnamed)[1]).toBe('-# id `site-a`');
  expect(sideText(moved, 'from')).toBe('Site: North *Ridge* (site-a)');
  expect(sideText([{ what: 'site', from: null, to: site }], 'from')).toBe('');
});

const FAR = 'Northern Plains Hydro Power Station, Building 4, Hall 2, behind Fort Something-Else';

test.each([
  ['are cut to the same text', `${FAR} (old part)`, `${FAR} (new part)`],
  ['differ in their case alone', 'North ridge', 'North Ridge'],
  ['differ in a letter of another script', 'North Ridge', 'Nоrth Ridge'],
])('keeps the ids of sites whose names %s', (_, from, to) => {
  const sides = { from: { id: 'site-a', name: from }, to: { id: 'site-b', name: to } };
  expect(fieldChangeLines([{ what: 'site', ...sides }])[1]).toBe('-# id `site-a` → `site-b`');
});

test.each([
  'cold 60 x; Address: ops 40 x; Address: z',
  'treasury 100',
  '60',
  'cold  ',
  'cold "ops',
  `cold ${HOT}0123456789`,
])('quotes a name that could pass for more than a name: %s', (name) => {
  const to = { name, address: COLD, share: 40 };
  const text = sideText([{ what: 'address', from: null, to }], 'to');
  expect(text).toBe(`Address: ${JSON.stringify(name)} 40 ${COLD}`);
});

test('quotes what isn’t one word where an address or an id should be', () => {
  const side = { name: 'a', id: 'x) b', address: '1; Address: 2', share: '40; x' };
  expect(sideText([{ what: 'address', from: null, to: side }], 'to')).toBe(
    'Address: a "40; x" "1; Address: 2" ("x) b")',
  );
});

test('has both sides as plain text, addresses whole', () => {
  expect(sideText(fieldChanges, 'from')).toBe(`Paid out: daily; Address: hot 40 ${HOT}`);
  expect(sideText(fieldChanges, 'to')).toBe(`Paid out: weekly on Friday; Address: 40 ${FRESH}`);
});
