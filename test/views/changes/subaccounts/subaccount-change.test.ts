import { describe, expect, test } from 'vitest';
import { shortWarnings, warningsIn } from '../../../../src/views/changes/fields/finished-fields.js';
import {
  subaccountCreateFields,
  subaccountMoveFields,
} from '../../../../src/views/changes/subaccounts/subaccount-change.js';
import { MAX_FIELD_LENGTH } from '../../../../src/views/kit/card.js';

/** What a subaccount's record holds beyond its description, on the card of a move. */

const PAYOUT = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const wanted = { name: 'main', site: { id: 's-2', name: 'Mars' } };
const site = { id: 's-1', name: 'Earth' };

function besides(more: object, ofSite: object = {}): string {
  const record = { id: '7', name: 'main', ...more, site: { ...site, ...ofSite } };
  const fields = subaccountMoveFields(wanted, { id: '7', site, record });
  return fields.find(({ name }) => name.startsWith('In the pool’s record'))?.value ?? '';
}

const notes = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [
      `note_${String(at).padStart(2, '0')}`,
      'x'.repeat(40),
    ]),
  );

test('shows an address first, by its name or by what it is', () => {
  const record = { limit: 5, ...notes(12), payout_address: PAYOUT };
  expect(besides(record).split('\n')).toMatchObject([
    `\`payout_address\` ${PAYOUT}`,
    '`limit` 5',
    ...Object.keys(notes(12)).map((name) => expect.stringContaining(name) as unknown),
  ]);
  expect(besides({ ...record, payout_address: 'x' })).toMatch(/^`payout_address` x\n/);
  expect(besides(notes(50), { pays: PAYOUT })).toMatch(/^`site.pays` bc1q/);
});

test('counts what the field has no room for', () => {
  const text = besides({ ...notes(200), payout_address: PAYOUT });
  expect(text).toMatch(/^`payout_address`.*\n… and \d+ more$/s);
  expect(text.length).toBeLessThanOrEqual(MAX_FIELD_LENGTH);
  expect(text.split('\n').length).toBeGreaterThan(15);
});

const siteField = (present: string, sites: { id: string; name: string }[] = []) =>
  subaccountMoveFields(
    { name: 'main', site: { id: 's-2', name: 'HaII 1' } },
    { id: '7', site: { id: 's-1', name: present } },
    { lookalikes: { addresses: [], names: [], sites, areAll: true } },
  ).find(({ name }) => name === 'Site')?.value ?? '';

test.each([
  ['Nоrth', 'Unusual letters in the name of the present site: U+043E (character 2)'],
  ['No\u200Brth', 'Unusual letters in the name of the present site: U+200B (character 3)'],
  ['North ', 'Extra spaces in the name of the present site: character 6'],
])('marks the name of the site that is left, as in %j', (name, words) => {
  expect(siteField(name)).toContain(words);
  expect(siteField('North')).not.toContain('the present site');
});

test('says where the names of two sites that look alike differ', () => {
  expect(siteField('North', [{ id: 's-9', name: 'Hall 1' }])).toContain(
    '**Looks like another site** (in this one, character 3 is U+0049): **Hall 1** (`s-9`) (character 3 is U+006C).',
  );
  const same = siteField('North', [{ id: 's-9', name: 'HaII 1' }]);
  expect(same).toContain('**Looks like another site**: **HaII 1** (`s-9`).');
  expect(same).not.toContain('in this one');
});

test('says where two names differ that look the same, because they are cut', () => {
  const fields = subaccountMoveFields(
    { name: 'main', site: { id: 's-2', name: `${'A'.repeat(119)}B` } },
    { id: '7', site: { id: 's-1', name: 'A'.repeat(120) } },
  );
  expect(fields.find(({ name }) => name === 'Site')?.value).toContain(
    'These are different names: in the new one, character 120 is U+0042.',
  );
  expect(siteField('North')).not.toContain('different names');
});

describe('with long names and many that look alike', () => {
  const mixed = (letter: string, end: string) =>
    `${letter.repeat(18)}  ${letter.repeat(20)}  ${letter.repeat(38)}${end} `;
  const named = (letter: string, at: number) => ({
    id: `0b6a1c9e-52f4-4c53-9c0e-7f3c1c2b4a0${at}`,
    name: mixed(letter, `  о${at}`),
  });

  test.each(['A', '#', 'א'])(
    'each warning stays, and the list of other names is cut: %j',
    (letter) => {
      const names = Array.from({ length: 9 }, (_, at) => `${letter.repeat(190)}${at}`);
      const sites = Array.from({ length: 9 }, (_, at) => named(letter, at));
      const lookalikes = { addresses: [], names, sites, areAll: true };
      const wantedHere = { name: letter.repeat(199), site: named(letter, 9) };
      const present = {
        id: 'i'.repeat(60),
        site: { ...named(letter, 8), name: mixed(letter, '  o') },
      };
      const moved = subaccountMoveFields(wantedHere, present, { lookalikes });
      const created = subaccountCreateFields(wantedHere, null, lookalikes);
      const fields = [...moved, ...created];
      const shown = [...fields, ...shortWarnings(warningsIn(fields))];
      expect(shown.filter(({ value }) => value.length > MAX_FIELD_LENGTH)).toEqual([]);
      for (const each of [moved, created]) {
        const text = each.map(({ value }) => value).join('\n');
        expect(text).toMatch(/Looks like another subaccount:.* more\. In this one, /);
        expect(text).toContain('⚠️ Extra spaces in this name: ');
        expect(text).toMatch(/Looks like another site\*\* \(in this one, .*\): .* and \d more\.$/m);
      }
      const text = moved.map(({ value }) => value).join('\n');
      expect(text).toContain('⚠️ Extra spaces in the name of the present site: ');
      expect(text).toContain('⚠️ These are different names: in the new one, ');
    },
  );
});
