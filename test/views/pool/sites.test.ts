import { expect, test } from 'vitest';
import { siteChoices } from '../../../src/views/pool/sites.js';

const names = (...sites: [name: string, id: string][]) =>
  siteChoices(sites.map(([name, id]) => ({ id, name }))).map((choice) => choice.name);

test('sites that look alike are told apart by the ends of their ids, and no others', () => {
  expect(names(['North', 'a-12345678'], ['South', 'b'], ['north', 'c-87654321'])).toEqual([
    'North · …12345678',
    'South',
    'north · …87654321',
  ]);
});

test('where the ends of ids are alike too, more of them is shown', () => {
  expect(names(['North', 'a-1-12345678'], ['North', 'a-2-12345678'])).toEqual([
    'North · …1-12345678',
    'North · …2-12345678',
  ]);
});

test('an id that is the end of another one is shown whole', () => {
  expect(names(['North', '12345678'], ['North', 'x12345678'])).toEqual([
    'North · 12345678',
    'North · x12345678',
  ]);
});

test('names that differ only past what is shown look alike, and stay in its bounds', () => {
  const shown = names([`${'x'.repeat(120)}1`, 'a-12345678'], [`${'x'.repeat(120)}2`, 'b-87654321']);
  expect(shown.map((name) => name.slice(-11))).toEqual(
    [' …12345678', ' …87654321'].map((end) => `·${end}`),
  );
  for (const name of shown) expect(name.length).toBeLessThanOrEqual(100);
});

test('a name of many joined signs leaves its tail whole, as Discord counts', () => {
  const name = '👩‍🚀'.repeat(60);
  const shown = names([name, 'a-12345678'], [name, 'b-87654321']);
  expect(shown.map((each) => each.slice(-8))).toEqual(['12345678', '87654321']);
  for (const each of shown) {
    expect(each.length).toBeLessThanOrEqual(100);
    expect(each.length).toBeGreaterThan(60);
  }
});
