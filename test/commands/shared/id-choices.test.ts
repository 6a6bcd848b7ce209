import { expect, test } from 'vitest';
import { idChoices } from '../../../commands/shared/id-choices.js';
import { contractText } from '../../../src/views/derivatives/contract-text.js';
import { fleetActionText } from '../../../src/views/fleet/fleet-action-text.js';
import { fleetActionSchema } from '../../../src/pool-api/resources.js';

const terms = {
  side: 'SELL',
  daily_hashrate_ph: '60',
  start_date: '2026-11-06',
  end_date: '2027-02-04',
  status: 'ACTIVE',
};
const words = contractText(terms);

test('a contract in words, of what the pool gave', () => {
  expect(words).toBe('SELL 60 PH/s · 6 Nov – 4 Feb · active');
  expect(contractText({ ...terms, daily_hashrate_ph: 'n/a', end_date: null })).toBe(
    'SELL · 6 Nov – ? · active',
  );
  expect(contractText({})).toBe('');
});

test('a fleet action in words, of what doesn’t change of it', () => {
  const action = fleetActionSchema.parse({
    id: 'a-1',
    action_type: 'Reboot',
    status: 'RUNNING',
    total_miners: 1200,
    created_at: '2026-11-21T15:03:59+01:00',
  });
  expect(fleetActionText(action)).toBe('Reboot · 1,200 miners · 21 Nov, 14:03 UTC');
  expect(fleetActionText(fleetActionSchema.parse({ created_at: 'soon' }))).toBe('');
});

test.each(['', 'sell', 'active sell', '60 nov', '4 feb', 'c-1', words, 'SELL 60 PH/s ·'])(
  'is found by any of its words, and by its id: %j',
  (typed) => {
    expect(idChoices([{ id: 'C-1', words }], typed)).toEqual([{ name: words, value: 'C-1' }]);
  },
);

test('what says nothing of it finds nothing', () => {
  expect(idChoices([{ id: 'C-1', words }], 'sell settled')).toEqual([]);
});

test('where two say the same, each says its id, and so does one of which nothing is known', () => {
  const known = [
    { id: 'C-1', words },
    { id: 'C-2', words },
    { id: 'C-3', words: '' },
  ];
  expect(idChoices(known, '').map(({ name }) => name)).toEqual([
    `${words} · C-1`,
    `${words} · C-2`,
    'C-3',
  ]);
});
