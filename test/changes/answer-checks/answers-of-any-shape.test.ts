import { describe, expect, test } from 'vitest';
import { paymentSettingsChange } from '../../../src/changes/kinds/payment-settings/payment-settings.js';
import { subaccountCreateChange } from '../../../src/changes/kinds/subaccounts/subaccount-create.js';
import { subaccountMoveChange } from '../../../src/changes/kinds/subaccounts/subaccount-move.js';
import { contradictionLines } from '../../../src/views/changes/pool-answer/contradictions.js';
import { COLD, HOT, OTHER, REQUESTED } from '../kinds/requested-payments.js';

/** A pool may answer any change with a workspace action, a subaccount or payment settings. */

const earth = { id: 's-1', name: 'Earth' };
const mars = { id: 's-2', name: 'Mars' };
const venus = { id: 's-3', name: 'Venus' };
const entry = (external_address: string, revenue_allocation: unknown = 100) => ({
  address_id: 9,
  address_name: 'x',
  external_address,
  revenue_allocation,
});

describe('a creation that is answered', () => {
  const input = { name: 'new', site: mars };
  const lookalikes = { addresses: [], ids: ['41206'], areAll: true };
  const asked = { input, present: null, lookalikes };
  const found = (answer: object) => subaccountCreateChange.contradictions(asked, answer);
  const whats = (answer: object) => found(answer).map(({ what, field }) => field ?? what);

  test.each<object>([
    { id: 'a-1', action_name: 'CREATE_SUBACCOUNT', status: 'PENDING', metadata: null },
    { id: 'a-1', action_name: 'ADD_SUBACCOUNT', name: 'Create a subaccount', metadata: {} },
    { id: '41206', requires_approval: true, initiated_at: '2026-11-27T00:00:00Z' },
    { id: 41_206, metadata: { subaccount: { account_name: 'new', progressive_user_id: 41_206 } } },
    { metadata: { site: mars, new_entity: mars, old_entity: null } },
    { metadata: { site: 'Mars', new_entity: { id: 'S-2' } } },
    { metadata: { new_entity: { id: 'x', name: 'new' } } },
    { metadata: { new_entity: { id: '41207' }, old_name: '', new_name: 'new' } },
    { metadata: { payment_settings: { progressive_username: '', payment_addresses: [] } } },
    { metadata: { payment_settings: null, subaccounts: [{ account_name: 'new' }] } },
    {
      id: 7,
      name: 'new',
      site: mars,
      currency_type: 'BTC',
      addresses: [],
      requires_approval: false,
    },
    { currency_type: 'BTC', subaccount: { id: 8, name: 'new', site: mars }, addresses: [] },
  ])('is told as it came: %j', (answer) => {
    expect(found(answer)).toEqual([]);
  });

  test.each<[object, string[]]>([
    [{ action_name: 'DELETE_SUBACCOUNT' }, ['action']],
    [{ actionName: 'createPaymentSettings' }, ['action']],
    [{ action_name: 'UPDATE_SUBACCOUNT' }, ['action']],
    [{ action_name: 'MOVE_SUBACCOUNT' }, ['action']],
    [
      {
        action_name: 'RENAME_SUBACCOUNT',
        metadata: { old_name: 'main', new_name: 'evil' },
      },
      ['action', 'old_name', 'new_name'],
    ],
    [{ metadata: { subaccount: { account_name: 'evil' } } }, ['subaccount']],
    [{ metadata: { subaccounts: [{ accountName: 'evil' }] } }, ['subaccount']],
    [
      { metadata: { subaccount: { id: '41206', name: 'evil', site: venus } } },
      ['subaccount', 'site'],
    ],
    [{ metadata: { site: venus } }, ['site']],
    [{ metadata: { site: 'Venus' } }, ['site']],
    [{ metadata: { newEntity: venus } }, ['new_entity']],
    [{ metadata: { old_entity: { id: '41206' } } }, ['old_entity']],
    [{ metadata: { change_2fa: { enable: true } } }, ['change_2fa']],
    [
      { metadata: { payment_settings: { payment_addresses: [{ address: OTHER, split: '1' }] } } },
      ['extra address', 'payment_settings'],
    ],
    [
      { metadata: { payment_settings: { addresses: [entry(OTHER)] } } },
      ['extra address', 'payment_settings'],
    ],
    [{ action_name: 'CREATE_SUBACCOUNT', site_id: 's-3' }, ['site']],
    [{ name: 'evil', site: mars, requires_approval: false }, ['name']],
    [
      { subaccount: { id: 41_206, name: 'evil', site: venus }, payment_frequency: 'DAILY' },
      ['subaccount', 'id', 'site', 'payment_frequency'],
    ],
    [{ name: 'new', addresses: [entry(OTHER)] }, ['extra address', 'addresses']],
  ])('with another thing tells of it: %j', (answer, expected) => {
    expect(whats(answer)).toEqual(expected);
  });

  test('with an action has no id to be observed by', () => {
    const { isKnown } = subaccountCreateChange;
    expect(isKnown(null, { id: 'a-1', action_name: 'CREATE_SUBACCOUNT' })).toBe(false);
    expect(isKnown(null, { id: 'a-1', metadata: { site: mars } })).toBe(false);
    expect(isKnown(null, { id: '7', name: 'new', site: mars, requires_approval: true })).toBe(true);
  });

  test.each([
    [{ id: 'a-1', action_name: 'ADD_SUBACCOUNT', status: 'PENDING' }, 'Action', 'Status'],
    [{ id: '41206', name: 'new', site: mars }, 'Subaccount', 'Created'],
  ])('has the names of what it is on its card: %j', (answer, ...names) => {
    const report = subaccountCreateChange.report(answer, undefined);
    expect(report.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
  });
});

describe('new payment settings that are answered', () => {
  const input = REQUESTED;
  const present = { subaccount: { id: '7', name: 'main', site: earth }, addresses: [entry(OTHER)] };
  const record = {
    currency_type: 'LTC_DOGE',
    subaccount: { id: '7', name: 'main', site: earth },
    balance: 1,
    status: 'ACTIVE',
    wallet_id: 5,
    payment_frequency: 'WEEKLY',
    day_of_week: 'FRIDAY',
    addresses: [entry(COLD, 33.33), entry(HOT, '66.670')],
  };
  const found = (answer: object) =>
    paymentSettingsChange.contradictions({ input, present }, answer);
  /** The record itself, beside an action's own fields, and in its metadata. */
  const everywhere = (given: object) => [
    found(given),
    found({ id: 'a-1', action_name: 'CREATE_PAYMENT_SETTINGS', metadata: {}, ...given }),
    found({ id: 'a-1', metadata: { payment_settings: given } }),
    found({ id: 'a-1', metadata: { payment_settings: [given] } }),
    found({ payment_settings: [given] }),
  ];

  test.each<[string, object]>([
    ['as it was requested', record],
    ['in another spelling', { ...record, currency_type: 'LTC', day_of_week: 'fri' }],
    ['with a prefix', { payment_frequency: 'PAYMENT_FREQUENCY_WEEKLY', day_of_week: 5 }],
    ['in camelCase', { currencyType: 'LTC_DOGE', paymentFrequency: 'WEEKLY', dayOfWeek: 'FRIDAY' }],
    ['in part', { currency_type: 'ltc_doge', subaccount: { id: 7, site_id: 'S-1' } }],
    ['with nothing in it', { currency_type: null, subaccount: null, addresses: null }],
    ['with ids that nobody set', { subaccount: { id: 0, name: '', site: { id: '', name: '' } } }],
    ['in another order', { addresses: record.addresses.toReversed() }],
    ['by the names of an action', { addresses: [{ address: COLD }, { address: HOT }] }],
    [
      'in both names',
      { addresses: record.addresses.map((each) => ({ ...each, address: each.external_address })) },
    ],
  ])('are told as they came: %s', (_, given) => {
    for (const each of everywhere(given)) expect(each).toEqual([]);
  });

  test.each<[string, object]>([
    ['subaccount', { ...record, subaccount: { id: '7', name: 'spare' } }],
    ['id', { ...record, subaccount: { id: '8', name: 'main' } }],
    ['site', { ...record, subaccount: { id: '7', name: 'main', site: venus } }],
    ['site', { ...record, subaccount: { id: '7', name: 'main', site_id: 's-3' } }],
    ['currency', { ...record, currency_type: 'BTC' }],
    ['frequency', { ...record, payment_frequency: 'DAILY' }],
    ['frequency', { ...record, payment_frequency: 'UNSPECIFIED' }],
    ['frequency', { paymentFrequency: 'DAILY' }],
    ['day', { ...record, day_of_week: 'SUNDAY' }],
    ['extra address', { ...record, addresses: [...record.addresses, entry(OTHER)] }],
    ['missing address', { ...record, addresses: [entry(COLD, 33.33)] }],
    ['split', { ...record, addresses: [entry(COLD, 33.33), entry(HOT, 1)] }],
    ['repeated address', { ...record, addresses: [...record.addresses, entry(HOT, 1)] }],
    [
      'extra address',
      { addresses: [entry(COLD, 33.33), { ...entry(HOT, 66.67), address: OTHER }] },
    ],
  ])('with another %s tell of it in each place: %j', (what, given) => {
    for (const each of everywhere(given)) expect(each).toMatchObject([{ what }]);
  });

  test('tell of the settings before the change as of others', () => {
    const [{ length } = [], ...others] = everywhere({ ...record, addresses: present.addresses });
    expect(length).toBe(3);
    expect(others.map((each) => each.length)).toEqual([3, 3, 3, 3]);
  });

  test('are compared in each of two places, and what both tell is told once', () => {
    const payment_addresses = [{ address: COLD }, { address: HOT }];
    const twice = {
      ...record,
      metadata: { payment_settings: { payment_addresses, day: 'SUNDAY' } },
    };
    expect(found(twice)).toMatchObject([{ what: 'day', told: 'SUNDAY' }]);
    expect(found({ ...twice, day_of_week: 'SUNDAY' })).toHaveLength(1);
    expect(found({ ...twice, day_of_week: 'MONDAY' })).toHaveLength(2);
    expect(found({ ...twice, addresses: [entry(OTHER)] })).toMatchObject([
      { what: 'extra address' },
      { what: 'missing address' },
      { what: 'missing address' },
      { what: 'day' },
    ]);
  });

  test('tell of no address in a record, but not beside a list or an action', () => {
    const missing = [{ what: 'missing address' }, { what: 'missing address' }];
    expect(found({ ...record, addresses: [] })).toMatchObject(missing);
    expect(found({ action_name: 'CHANGE_PAYMENTS', addresses: [] })).toEqual([]);
    const payment_addresses = [{ address: COLD }, { address: HOT }];
    expect(found({ metadata: { payment_settings: { payment_addresses, addresses: [] } } })).toEqual(
      [],
    );
  });

  test('with a subaccount’s record are compared with it', () => {
    expect(found({ id: 7, name: 'main', site: earth })).toEqual([]);
    expect(found({ id: 'a-1', name: 'main', status: 'PENDING' })).toEqual([]);
    expect(found({ id: 'p-1', name: 'main', created_at: '2026-11-27', addresses: null })).toEqual(
      [],
    );
    expect(found({ id: 8, name: 'main', site: earth })).toEqual([
      { what: 'id', told: '8', requested: '7' },
    ]);
    expect(found({ id: 7, name: 'spare', site: earth })).toMatchObject([{ what: 'name' }]);
    expect(found({ id: 7, name: 'main', site_id: 's-3' })).toMatchObject([{ what: 'site' }]);
    expect(found({ name: 'ValidationError', message: 'no', site: null })).toEqual([]);
  });
});

describe('a move that is answered', () => {
  const input = { name: 'main', site: mars };
  const asked = { input, present: { id: 'Ab-7', site: earth } };
  const found = (answer: object) => subaccountMoveChange.contradictions(asked, answer);

  test.each<object>([
    { id: 'AB-7', name: 'main', site: mars },
    { id: 'ab-7', site_id: 's-2' },
    { id: 'Ab-7', name: 'main', created_at: '2026-11-27T00:00:00Z' },
    { id: 'a-1', name: 'Move main', action_name: 'MOVE_SUBACCOUNT', site: mars },
    { id: 'a-1', name: 'Move main', site: mars, metadata: { new_entity: mars } },
    { id: 'a-1', name: 'Move main', created_at: '2026-11-27T00:00:00Z' },
    { id: 'a-1', status: 'PENDING', site: mars },
    { id: 0, name: 'main', site: mars },
    { id: 'a-1', requires_approval: true, name: 'main' },
    { name: 'ValidationError', message: 'no', site: null },
    { currency_type: 'BTC', subaccount: { id: 'Ab-7', name: 'main', site: mars }, addresses: [] },
    { subaccounts: [{ id: 'Ab-7', name: 'main', site: mars }] },
    // Where an action begins, and a list that may be of others too.
    { action_name: 'MOVE_SUBACCOUNT', site: earth, metadata: { site: earth } },
    {
      subaccounts: [
        { id: 'Ab-7', name: 'main', site: mars },
        { name: 'spare', site: earth },
      ],
    },
  ])('is told as it came: %j', (answer) => {
    expect(found(answer)).toEqual([]);
  });

  test.each<[object, string[]]>([
    [{ id: 'Ab-7', name: 'main', site: earth }, ['site']],
    [{ id: 'Ab-7', name: 'main', site_id: 's-1' }, ['site']],
    [{ subaccount: { id: 'Ab-7', name: 'main', site: earth }, addresses: [] }, ['site']],
    [{ subaccounts: [{ id: 'Ab-7', name: 'main', site: earth }] }, ['site']],
    [{ paymentSettings: [{ subaccount: { id: '8', name: 'spare' } }] }, ['subaccount', 'id']],
    [{ payment_settings: [{ addresses: [entry(OTHER)] }] }, ['extra address']],
    [{ id: '8', name: 'main', site: mars }, ['id']],
    [{ id: '8', name: 'main', created_at: '2026-11-27T00:00:00Z' }, ['id']],
    [{ id: '8', site: mars }, ['id']],
    [{ id: '8', name: 'main', siteId: 's-3' }, ['id', 'site']],
    [{ subaccount: { id: '8', name: 'spare', site: venus } }, ['subaccount', 'id', 'site']],
    [{ addresses: [entry(OTHER)] }, ['extra address', 'field']],
    [{ action_name: 'MOVE_SUBACCOUNT', addresses: [entry(OTHER)] }, ['extra address', 'field']],
    [{ metadata: { payment_settings: { addresses: [entry(OTHER)] } } }, ['extra address', 'field']],
    [{ currency_type: 'BTC', payment_frequency: 'DAILY' }, ['field', 'field']],
  ])('with another thing tells of it: %j', (answer, expected) => {
    expect(found(answer).map(({ what }) => what)).toEqual(expected);
  });

  test('has no id to compare where the pool’s list gave none', () => {
    const present = { id: null, site: earth };
    const answer = { id: '8', name: 'main', site: mars };
    expect(subaccountMoveChange.contradictions({ input, present }, answer)).toEqual([]);
  });

  test('is told in words', () => {
    expect(contradictionLines(found({ id: '8', name: 'main', site: mars }))[0]).toBe(
      '⚠️ **The pool’s answer tells of another id of the subaccount than “Ab\\-7”: “8”**',
    );
  });
});
