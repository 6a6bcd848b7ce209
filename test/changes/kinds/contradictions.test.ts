import { describe, expect, test } from 'vitest';
import { paymentSettingsChange } from '../../../src/changes/kinds/payments/payment-settings.js';
import { subaccountCreateChange } from '../../../src/changes/kinds/subaccounts/subaccount-create.js';
import { subaccountMoveChange } from '../../../src/changes/kinds/subaccounts/subaccount-move.js';
import { contradictionLines } from '../../../src/views/changes/answer/contradictions.js';

/** Where the pool's answer describes something other than what was requested. */

const COLD = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const HOT = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const OTHER = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2';

describe('an answer to new payment settings', () => {
  const input = {
    currency: 'LTC_DOGE',
    subaccount: 'main',
    settings: {
      payment_frequency: 'WEEKLY',
      day_of_week: 'FRIDAY',
      addresses: [
        { address_id: 7, address_name: 'cold', external_address: COLD, revenue_allocation: 33.33 },
        { address_name: 'hot', external_address: HOT, revenue_allocation: 66.67 },
      ],
    },
  };
  const cold = { name: 'cold', address: COLD, split: '33.33', action: 'KEEP' };
  const hot = { name: 'hot', address: HOT, split: '66.67', action: 'ADD' };
  const told = {
    progressive_username: 'main',
    currency: 'LTC_DOGE',
    frequency: 'WEEKLY',
    day: 'FRIDAY',
    payment_addresses: [cold, hot],
  };

  function found(payment_settings: unknown, more: object = {}) {
    const answer = {
      action_name: 'CREATE_PAYMENT_SETTINGS',
      metadata: { subaccount: { account_name: 'main' }, payment_settings },
      ...more,
    };
    return paymentSettingsChange.contradictions({ input, present: null }, answer);
  }
  const withAddresses = (payment_addresses: unknown) => found({ ...told, payment_addresses });

  test.each<[string, unknown]>([
    ['as it was requested', told],
    ['in another spelling', { ...told, currency: 'ltc_doge', frequency: 'Weekly', day: 'fri' }],
    ['with the name of the field', { ...told, frequency: 'PAYMENT_FREQUENCY_WEEKLY' }],
    ['of one of the two coins', { ...told, currency: 'LTC' }],
    ['in numbers', { ...told, currency: 3, frequency: 2, day: '5' }],
    [
      'in an address of capitals',
      { payment_addresses: [cold, { ...hot, address: HOT.toUpperCase() }] },
    ],
    [
      'in other numbers',
      {
        payment_addresses: [
          { ...cold, split: '33.330000' },
          { ...hot, split: 66.67 },
        ],
      },
    ],
    [
      'as a float of 32 bits',
      { payment_addresses: [{ ...cold, split: '33.33000183105469' }, hot] },
    ],
    ['in percent', { payment_addresses: [{ ...cold, split: '33.33 %' }, hot] }],
    ['in another order', { payment_addresses: [hot, cold] }],
    [
      'with one that was removed',
      { payment_addresses: [hot, cold, { address: OTHER, action: 'REMOVE' }] },
    ],
    [
      'with addresses of another shape',
      {
        payment_addresses: [
          { ...cold, address: { value: OTHER } },
          { ...hot, address: null },
        ],
      },
    ],
    ['with an entry that says nothing', { payment_addresses: [cold, hot, {}, { address: '' }] }],
    [
      'with one that names no address and was removed',
      { payment_addresses: [cold, hot, { address: '', split: '5', action: 'REMOVE' }] },
    ],
    ['with nothing in it', { payment_addresses: null, currency: null, frequency: '', day: {} }],
    ['not at all', null],
  ])('contradicts nothing that is told %s', (_, given) => {
    expect(found(given)).toEqual([]);
  });

  test.each([
    'REMOVE',
    'deleted',
    'PAYMENT_ADDRESS_ACTION_REMOVED',
    'ACTION_DISABLE',
    'actionRemoved',
    'remove-address',
  ])('says that an address is removed where its action is %s', (action) => {
    expect(found({ payment_addresses: [{ ...cold, action }, hot] })).toEqual([
      { what: 'removed address', address: cold.address },
    ]);
  });

  test.each<unknown>([
    'ADD',
    'addressAdded',
    'NOT_REMOVED',
    'PAYMENT_ADDRESS_ACTION_KEEP',
    'unchanged',
    'No-Op',
    'ACTION_UNSPECIFIED',
    'UPDATE',
    '',
    '  ',
    '2',
    2,
    null,
    {},
  ])('and nothing where it is %j', (action) => {
    expect(found({ payment_addresses: [{ ...cold, action }, hot] })).toEqual([]);
  });

  test.each([
    'DROP',
    'ARCHIVED',
    'REJECTED',
    'REM\u041eVE',
    'удалить',
    '削除',
    '?',
    '---',
    'ADDED_OR_REMOVED',
    'NOT_ADDED',
    'KEEP_UNTIL_FRIDAY',
  ])('tells the action %j as it came', (action) => {
    const differs = { what: 'address action', address: COLD, told: action };
    expect(found({ payment_addresses: [{ ...cold, action }, hot] })).toEqual([differs]);
    const extra = { ...hot, address: OTHER, action };
    expect(found({ payment_addresses: [cold, hot, extra] })).toEqual([
      { what: 'extra address', address: OTHER, told: '66.67' },
      { ...differs, address: OTHER },
    ]);
  });

  test('tells of an entry that names no address as of an extra or a missing one', () => {
    const missing = [{ what: 'missing address', address: HOT }];
    for (const address of ['', ' ', '\n', null, undefined, { value: OTHER }])
      expect(withAddresses([cold, { ...hot, address }])).toEqual(missing);
    expect(withAddresses([{ address: '', split: '100' }])).toHaveLength(2);
    expect(withAddresses([cold, null])).toEqual(missing);
    const blank = { address: ' ', split: '50', action: 'ADD' };
    expect(withAddresses([cold, hot, blank])).toEqual([{ what: 'extra address', told: '50' }]);
    expect(withAddresses([cold, blank, blank])).toEqual([
      { what: 'extra address', told: '50' },
      ...missing,
    ]);
    expect(withAddresses([cold, hot, { address: '', name: 'x' }])).toEqual([
      { what: 'extra address' },
    ]);
  });

  test('calls a requested address that is listed twice no other one', () => {
    const again = [{ what: 'repeated address' as const, address: HOT, told: '66.67' }];
    expect(withAddresses([cold, hot, hot])).toEqual(again);
    expect(contradictionLines(again)[0]).toMatch(/lists a payout address twice that was requested/);
    expect(contradictionLines(again)[0]).toMatch(/, once more with allocation “66\\.67”/);
    expect(withAddresses([cold, hot, { ...hot, action: 'REMOVE' }])).toEqual([]);
  });

  test('UNSPECIFIED is another value, but the described day where payouts are not weekly', () => {
    const differs = (settings: object, given: object) => {
      const asked = { ...input, settings: { ...input.settings, ...settings } };
      const answer = { metadata: { payment_settings: { ...given } } };
      return paymentSettingsChange
        .contradictions({ input: asked, present: null }, answer)
        .map(({ what }) => what);
    };
    const none = { frequency: 'UNSPECIFIED', day: 'DAY_OF_WEEK_UNSPECIFIED' };
    expect(differs({}, none)).toEqual(['frequency', 'day']);
    expect(differs({ payment_frequency: 'DAILY' }, none)).toEqual(['frequency']);
    expect(differs({ payment_frequency: 'UNSPECIFIED' }, none)).toEqual([]);
    const noDay = { payment_frequency: 'DAILY', day_of_week: 'UNSPECIFIED' };
    expect(differs(noDay, { day: 'unspecified' })).toEqual([]);
    expect(differs(noDay, { day: 'MONDAY' })).toEqual(['day']);
  });

  test('contradicts nothing without metadata, in camelCase or under an unknown name', () => {
    const contradictions = (answer: object) =>
      paymentSettingsChange.contradictions({ input, present: null }, answer);
    expect(contradictions({ status: 'PENDING', metadata: null })).toEqual([]);
    expect(contradictions({ actionName: 'X_CREATE_PAYMENT_SETTINGS_2' })).toEqual([]);
    const camel = { paymentSettings: { paymentAddresses: [{ address: OTHER }] } };
    expect(contradictions({ metadata: camel })).toHaveLength(3);
  });

  test('tells of an extra, a missing and a removed address, and of another split', () => {
    const another = [{ what: 'extra address', address: OTHER, told: '66.67' }];
    const missing = [{ what: 'missing address', address: HOT }];
    expect(withAddresses([cold, { ...hot, address: OTHER }])).toEqual([...another, ...missing]);
    expect(withAddresses([cold, hot, { ...hot, address: OTHER }])).toEqual(another);
    expect(withAddresses([cold])).toEqual(missing);
    expect(withAddresses([])).toHaveLength(2);
    expect(withAddresses([cold, { ...hot, action: 'REMOVE' }])).toEqual([
      { what: 'removed address', address: HOT },
    ]);
    // Both are the same double.
    const almost = '66.67000000000000001';
    expect(withAddresses([cold, { ...hot, split: almost }])).toEqual([
      { what: 'split', address: HOT, told: almost, requested: '66.67' },
    ]);
    expect(withAddresses([cold, { ...hot, split: '1' }])).toEqual([
      { what: 'split', address: HOT, told: '1', requested: '66.67' },
    ]);
    expect(withAddresses([cold, hot, hot])).toHaveLength(1);
  });

  test.each<[string, unknown, object?]>([
    ['currency', { ...told, currency: 'BTC' }],
    ['frequency', { ...told, frequency: 'MONTHLY' }],
    ['frequency', { ...told, frequency: 'BI_WEEKLY' }],
    ['frequency', { ...told, frequency: 'PAYMENT_FREQUENCY_UNSPECIFIED' }],
    ['frequency', { ...told, frequency: 'PAYMENT_FREQUENCY' }],
    ['frequency', { ...told, frequency: '?' }],
    ['frequency', { ...told, frequency: '---' }],
    ['frequency', { ...told, frequency: `WEEKLY${' '.repeat(250)}NEVER` }],
    ['currency', { ...told, currency: '₿?' }],
    ['currency', { ...told, currency: 'UNSPECIFIED' }],
    ['day', { ...told, day: 'SUNDAY' }],
    ['day', { ...told, day: 'UNSPECIFIED' }],
    ['subaccount', { ...told, progressive_username: 'spare' }],
    ['subaccount', told, { metadata: { subaccount: { account_name: 'spare' } } }],
    ['action', told, { action_name: 'DELETE_WORKSPACE' }],
    ['action', told, { action_name: 'UPDATE_SUBACCOUNT' }],
    ['action', told, { action_name: 'DELETE_PAYMENT_SETTINGS' }],
  ])('tells of another %s', (what, given, more) => {
    expect(found(given, more)).toMatchObject([{ what }]);
  });
});

describe('an answer to a move', () => {
  const input = { name: 'main', site: { id: 'S-2', name: 'Mars' } };
  const present = { id: '7', site: { id: 's-1', name: 'Earth' } };
  const found = (answer: object) => subaccountMoveChange.contradictions({ input, present }, answer);

  test.each([
    { action_name: 'UPDATE_SUBACCOUNT' },
    { action_name: 'X_MOVE_2' },
    { metadata: { subaccount: { account_name: 'main', progressive_user_id: 1 } } },
    { metadata: { old_entity: { id: 's-1', name: 'Earth' }, new_entity: { id: 's-2' } } },
    { metadata: { old_entity: null, new_entity: { name: 'Mars' } } },
    { metadata: { new_entity: { id: 'Mars', name: 's-2' } } },
  ])('contradicts nothing: %j', (answer) => {
    expect(found(answer)).toEqual([]);
  });

  test.each([
    [{ action_name: 'DELETE_SUBACCOUNT' }, 'action'],
    [{ action_name: 'createPaymentSettings' }, 'action'],
    [{ metadata: { subaccount: { account_name: 'spare' } } }, 'subaccount'],
    [{ metadata: { new_entity: { id: 's-3', name: 'Mars' } } }, 'site'],
    [{ metadata: { new_entity: { id: 's-2', name: 'Venus' } } }, 'site'],
    [{ metadata: { old_entity: { id: 's-2', name: 'Mars' } } }, 'old site'],
  ])('%j tells of another %s', (answer, what) => {
    expect(found(answer)).toMatchObject([{ what }]);
  });
});

describe('a subaccount that is answered', () => {
  const input = { name: 'new', site: { id: 's-2', name: 'Mars' } };
  const lookalikes = { addresses: [], ids: ['41206'], areAll: true };
  const found = (answer: object) =>
    subaccountCreateChange.contradictions({ input, present: null, lookalikes }, answer);

  test('contradicts nothing where it is the one requested, or says less', () => {
    const id = 41_207;
    for (const site of [{ id: 's-2', name: 'Mars' }, { id: 'S-2' }, null])
      expect(found({ id, name: 'new', site })).toEqual([]);
    expect(found({ id, site_id: 's-2' })).toEqual([]);
    expect(found({ id, action_name: 'CREATE_SUBACCOUNT', metadata: {} })).toEqual([]);
  });

  test('contradicts nothing with the name of an error', () => {
    expect(found({ name: 'ValidationError', message: 'no' })).toEqual([]);
    expect(found({ name: 'ValidationError', success: false })).toEqual([]);
    expect(found({ name: 'error-hall' })).toHaveLength(1);
    expect(found({ name: 'evil', message: 'no', success: false })).toHaveLength(1);
  });

  test('is compared as far as it can be read', () => {
    expect(found({ success: false, name: 'evil', site: 'Mars' })).toMatchObject([{ what: 'name' }]);
    expect(found({ success: false, site: 'Mars' })).toEqual([]);
  });

  test('tells of the id of another one that was there before', () => {
    expect(found({ id: 41_206, name: 'new' })).toEqual([{ what: 'id', told: '41206' }]);
  });

  test('tells of another name or site', () => {
    expect(found({ name: 'evil' })).toEqual([{ what: 'name', told: 'evil', requested: 'new' }]);
    expect(found({ site: { id: 's-3' } })).toMatchObject([{ what: 'site', told: 's-3' }]);
    expect(found({ site_id: 's-3' })).toMatchObject([{ what: 'site' }]);
    expect(found({ site: { id: 's-2', name: 'Venus' } })).toMatchObject([{ what: 'site' }]);
  });
});
