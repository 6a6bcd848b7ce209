import { describe, expect, test } from 'vitest';
import { paymentSettingsChange } from '../../../src/changes/kinds/payment-settings/payment-settings.js';
import { subaccountCreateChange } from '../../../src/changes/kinds/subaccounts/subaccount-create.js';
import { subaccountMoveChange } from '../../../src/changes/kinds/subaccounts/subaccount-move.js';
import type { Contradiction } from '../../../src/domain/changes/contradiction.js';
import {
  contradictionLines,
  contradictionsDetail,
  contradictionsText,
} from '../../../src/views/changes/pool-answer/contradictions.js';
import { usualLength } from '../../../src/views/changes/text/fit-text.js';
import { COLD, HOT, OTHER, REQUESTED } from '../kinds/requested-payments.js';

/** Where the pool's answer describes something other than what was requested. */

describe('an answer to new payment settings', () => {
  const input = REQUESTED;
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
      'with addresses of another shape',
      {
        payment_addresses: [
          { ...cold, address: { value: OTHER } },
          { ...hot, address: null },
        ],
      },
    ],
    ['with an entry that says nothing', { payment_addresses: [cold, hot, {}, { address: '' }] }],
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

  test('takes a plain text that is an address for an entry', () => {
    expect(withAddresses([cold, hot, OTHER])).toEqual([{ what: 'extra address', address: OTHER }]);
    expect(withAddresses([COLD, HOT])).toEqual([]);
    expect(withAddresses([COLD])).toEqual([{ what: 'missing address', address: HOT }]);
    expect(withAddresses([cold, hot, 'none'])).toEqual([]);
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
  });

  describe('that tells of removals', () => {
    const gone = { address: OTHER, split: '60', action: 'REMOVE' };
    const nameless = { address: '', split: '5', action: 'REMOVE' };
    const listed = (...entries: [address: string, id: number | null][]) => ({
      subaccount: { id: '7', name: 'main' },
      addresses: entries.map(([external_address, address_id]) => ({
        address_id,
        external_address,
        address_name: 'x',
        revenue_allocation: 10,
      })),
    });
    const removing = (present: object | null, ...entries: object[]) => {
      const metadata = { payment_settings: { payment_addresses: [cold, hot, ...entries] } };
      return paymentSettingsChange.contradictions({ input, present }, { metadata });
    };
    const before = listed([COLD, 7], [OTHER, 8]);

    test('contradicts nothing where the record had the address and the request drops it', () => {
      expect(removing(before, gone)).toEqual([]);
      expect(removing(listed([HOT.toUpperCase(), 9]), { ...hot, action: 'REMOVE' })).toEqual([]);
      // One that may stand for it.
      expect(removing(before, nameless)).toEqual([]);
      expect(removing(listed([COLD, 7], [COLD, 8]), { ...cold, action: 'REMOVE' })).toEqual([]);
    });

    test('tells of one of a kept address whose entry has no id', () => {
      const [one, other] = input.settings.addresses;
      const { address_id: _, ...kept } = { ...one, address_id: 0, external_address: COLD };
      const without = { ...input, settings: { ...input.settings, addresses: [kept, other] } };
      const present = listed([COLD, null]);
      const tell = (...entries: object[]) => {
        const metadata = { payment_settings: { payment_addresses: [cold, hot, ...entries] } };
        return paymentSettingsChange.contradictions({ input: without, present }, { metadata });
      };
      expect(tell()).toEqual([]);
      const removed = { what: 'removed address', address: COLD };
      expect(tell({ ...cold, action: 'REMOVE' })).toEqual([removed]);
      expect(tell(nameless)).toEqual([{ what: 'other removal' }]);
    });

    test('contradicts nothing where the record has spaces around what goes or stays', () => {
      expect(removing(listed([COLD, 7], [`${OTHER} `, 8]), gone)).toEqual([]);
      const [one, other] = input.settings.addresses;
      const addresses = [{ ...one, external_address: `${COLD} ` }, other];
      const spaced = { ...input, settings: { ...input.settings, addresses } };
      const metadata = { payment_settings: { payment_addresses: [cold, hot] } };
      expect(
        paymentSettingsChange.contradictions({ input: spaced, present: before }, { metadata }),
      ).toEqual([]);
    });

    test.each([
      ['a record without it', listed([COLD, 7])],
      ['no record', { noneForSubaccount: '7' }],
      ['nothing known', null],
    ])('tells of one that nobody asked for: %s', (_, present) => {
      expect(removing(present, gone)).toEqual([{ what: 'other removal', address: OTHER }]);
      for (const entry of [nameless, { action: 'REMOVE' }])
        expect(removing(present, entry)).toEqual([{ what: 'other removal' }]);
    });

    test('contradicts nothing where what goes has no address, as a wallet', () => {
      expect(removing(listed([COLD, 7], ['', 9]), nameless)).toEqual([]);
      expect(removing(listed([COLD, 7], ['', 9]), nameless, nameless)).toHaveLength(1);
    });

    test('tells of more removals without an address than can be of those that go', () => {
      expect(removing(before, gone, nameless)).toEqual([{ what: 'other removal' }]);
      expect(removing(before, nameless, nameless)).toHaveLength(1);
    });

    test('tells of a requested one that is removed, also where it is kept beside that', () => {
      const removed = { what: 'removed address', address: COLD };
      expect(removing(before, { ...cold, action: 'REMOVE' })).toEqual([removed]);
      expect(removing(null, { ...cold, action: 'REMOVE' })).toEqual([removed]);
    });

    test('is in words', () => {
      expect(contradictionsText(removing(null, gone, nameless))).toBe(
        `tells of the removal of a payout address, which nobody requested: "${OTHER}"; tells of the removal of a payout address, which nobody requested, and doesn’t say which`,
      );
    });
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
    { metadata: { site: 'Mars' } },
    { id: 7, name: 'main', site: { id: 's-2', name: 'Mars' }, site_id: 's-2' },
    { name: 'update subaccount' },
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
    [{ metadata: { site: 'Venus' } }, 'site'],
    [{ name: 'main', site: { id: 's-3', name: 'Venus' }, site_id: 's-3' }, 'site'],
    [{ name: 'main', site: { id: 's-2', name: 'Mars' }, site_id: 's-3' }, 'site'],
    [{ name: 'spare', site: { id: 's-2', name: 'Mars' } }, 'name'],
  ])('%j tells of another %s', (answer, what) => {
    expect(found(answer)).toMatchObject([{ what }]);
  });
});

describe('what the metadata of an action holds besides', () => {
  const site = { id: 's-2', name: 'Mars' };
  const earth = { id: 's-1', name: 'Earth' };
  const settings = { payment_frequency: 'DAILY', addresses: [] };
  const asked = { currency: 'BTC', subaccount: 'main', settings };
  const listed = { subaccount: { id: '7', name: 'main', site: earth } };
  const moved = (metadata: object) =>
    subaccountMoveChange.contradictions(
      { input: { name: 'main', site }, present: { id: '7', site: earth } },
      { metadata },
    );
  const paid = (metadata: object, present: object | null = listed) =>
    paymentSettingsChange.contradictions({ input: asked, present }, { metadata });

  const member = { scope: 'WORKSPACE', is_delete: false, id: 0 };
  test.each<[field: string, metadata: object, told: string]>([
    ['target', { target: { email: 'a@b.example', is_api_key: false } }, 'email: a@b.example'],
    ['new_role', { old_role: 'ROLE_UNSPECIFIED', new_role: 'OWNER' }, 'OWNER'],
    ['change_2fa', { change_2fa: { enable: true } }, 'enable: true'],
    ['email', { email: 'a, b' }, '"a, b"'],
    ['new_name', { old_name: 'main', new_name: 'Phobos' }, 'Phobos'],
    [
      'update_role',
      { update_role: { old_memberships: [], new_memberships: [{}, { ...member, role: 'OWNER' }] } },
      'new_memberships.1.role: OWNER, new_memberships.1.scope: WORKSPACE',
    ],
    ['old_order', { old_order: { size: '0', hashprice: 1.5 } }, 'hashprice: 1.5'],
    ['referral_code', { referralCode: { code: 'x' } }, 'code: x'],
  ])('tells of %s', (field, metadata, told) => {
    expect(moved(metadata)).toEqual([{ what: 'field', field, told }]);
    expect(paid(metadata)).toEqual([{ what: 'field', field, told }]);
  });

  test('tells of payments in the answer to a move, each address whole', () => {
    const payment_addresses = [{ address: OTHER, split: '100', action: 'ADD' }];
    expect(moved({ payment_settings: { payment_addresses } })).toEqual([
      { what: 'extra address', address: OTHER, told: '100' },
      {
        what: 'field',
        field: 'payment_settings',
        told: `payment_addresses.0.address: ${OTHER}, payment_addresses.0.split: 100, payment_addresses.0.action: ADD`,
      },
    ]);
    expect(moved({ payment_settings: { currency: 'BTC' } })).toHaveLength(1);
  });

  test('tells of each other subaccount, once', () => {
    const other = { what: 'subaccount', told: 'EVIL', requested: 'main' };
    const metadata = {
      subaccount: { account_name: 'EVIL' },
      subaccounts: [{ account_name: 'main' }, { account_name: 'EVIL' }, {}, null],
    };
    for (const found of [moved, paid]) {
      expect(found(metadata)).toEqual([other]);
      expect(found({ subaccounts: [{ account_name: 'EVIL' }] })).toEqual([other]);
      expect(found({ subaccounts: [{ account_name: 'main', progressive_user_id: 1 }] })).toEqual(
        [],
      );
    }
  });

  test('tells of a site or an entity that the change isn’t about', () => {
    const venus = { id: 's-3', name: 'Venus' };
    expect(moved({ site: venus })).toEqual([
      { what: 'site', told: 'Venus (s-3)', requested: 'Mars (s-2)' },
    ]);
    for (const its of [site, earth, { id: 'S-2' }, { name: 'Earth', operating_min: '5' }])
      expect(moved({ site: its })).toEqual([]);
    expect(paid({ site: venus })).toMatchObject([{ what: 'site', requested: 'Earth (s-1)' }]);
    expect(paid({ site: venus }, null)).toEqual([]);
    expect(paid({ site: earth })).toEqual([]);
    expect(paid({ new_entity: venus })).toEqual([
      { what: 'field', field: 'new_entity', told: 'id: s-3, name: Venus' },
    ]);
    expect(paid({ new_entity: { id: '8' } })).toHaveLength(1);
    for (const its of [{ id: '7' }, { id: 'x', name: 'main' }, null, {}])
      expect(paid({ old_entity: its, new_entity: its })).toEqual([]);
  });

  test.each([
    { target: null, old_role: '', new_role: ' ', email: null, change_2fa: { enable: false } },
    { target: { id: '', email: '', is_api_key: 'false' }, new_member: [], subaccounts: [] },
    { update_role: { old_memberships: [{ ...member, scope: 'SCOPE_UNSPECIFIED' }] } },
    { new_member: [{ site_id: '00000000-0000-0000-0000-000000000000', workspace_id: '0' }, null] },
    { derivatives_orders: { cancel_existing_orders: false, items: [] }, old_order: { size: 0.0 } },
    { is_api_key: true, api_key_name: 'Pitboss', workspace: { id: 'w', name: 'Northwind' } },
    { product: { id: 'p', type: 'POOL' }, entities_modified: [{ scope: 'SITE', site_id: 's-2' }] },
    { old_name: 'main', new_name: 'main', unheard_of: { email: 'x' }, new_member: 'nobody' },
    { target: 'a@b.example', referral_code: [{ code: 'x' }], email: { of: 'x' } },
  ])('contradicts nothing that says nothing or is about any action: %j', (metadata) => {
    expect(moved(metadata)).toEqual([]);
    expect(paid(metadata)).toEqual([]);
  });

  test('may have the names of both sites of a move', () => {
    expect(moved({ old_name: 'Earth', new_name: 'Mars' })).toEqual([]);
    expect(paid({ new_name: 'Mars' })).toHaveLength(1);
  });

  test.each(['TRANSFER_OWNERSHIP_OF_WORKSPACE', 'UPDATE_WORKSPACE', 'CHANGE_ROLES'])(
    'is told beside the action %s',
    (action_name) => {
      const input = { name: 'main', site };
      const found = (name: string) =>
        subaccountMoveChange.contradictions({ input, present: null }, { action_name: name });
      expect(found(action_name)).toEqual([{ what: 'action', told: action_name }]);
      expect(found('UPDATE_WORKSPACE_SUBACCOUNT')).toEqual([]);
    },
  );

  test('is told in words', () => {
    const found = moved({ change_2fa: { enable: true } });
    expect(contradictionLines(found)[0]).toBe(
      '⚠️ **The pool’s answer also tells of `change_2fa`, which is no part of this change: “enable\\: true”**',
    );
    expect(contradictionsText(found)).toBe(
      'also tells of change_2fa, which is no part of this change: "enable: true"',
    );
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

  test('tells of another site in either place', () => {
    const venus = { what: 'site', told: 's-3', requested: 'Mars (s-2)' };
    expect(found({ site: { id: 's-2' }, site_id: 's-3' })).toEqual([venus]);
    expect(found({ site: { id: '', name: '' }, site_id: 's-3' })).toEqual([venus]);
    expect(found({ site: { id: 's-3' }, site_id: 's-3' })).toEqual([venus]);
    expect(found({ site: { id: 's-3' }, site_id: 's-2' })).toEqual([venus]);
    expect(found({ site: { id: 's-3' }, site_id: 's-4' })).toHaveLength(2);
    expect(found({ site: { id: 's-2', name: 'Mars' }, site_id: 'S-2' })).toEqual([]);
    expect(found({ site: { id: 's-2' }, site_id: '' })).toEqual([]);
  });

  test('has its site on the card where an empty one stands beside it', () => {
    const shown = (answer: object) => JSON.stringify(subaccountCreateChange.report(answer, ''));
    expect(shown({ site: { id: '', name: '' }, site_id: 's-3' })).toContain('`s-3`');
  });

  test('tells of another name or site', () => {
    expect(found({ name: 'evil' })).toEqual([{ what: 'name', told: 'evil', requested: 'new' }]);
    expect(found({ site: { id: 's-3' } })).toMatchObject([{ what: 'site', told: 's-3' }]);
    expect(found({ site_id: 's-3' })).toMatchObject([{ what: 'site' }]);
    expect(found({ site: { id: 's-2', name: 'Venus' } })).toMatchObject([{ what: 'site' }]);
  });
});

describe('a name that differs in what nobody sees', () => {
  const names: [told: string, shown: string][] = [
    ['hall-x\u00a0', String.raw`"hall-x\u00a0"`],
    ['hall-x\n', String.raw`"hall-x\n"`],
    ['\ufeffhall-x', String.raw`"\ufeffhall-x"`],
    ['hall-x\u200b', String.raw`"hall-x\u200b"`],
    [' hall-x ', '" hall-x "'],
  ];
  const site = { id: 's-2', name: 'Mars' };
  const present = { id: '7', site: { id: 's-1', name: 'Earth' } };
  const settings = { payment_frequency: 'DAILY', addresses: [] };

  const created = (name: string) =>
    subaccountCreateChange.contradictions(
      { input: { name: 'hall-x', site }, present: null },
      { name },
    );
  const moved = (metadata: object) =>
    subaccountMoveChange.contradictions({ input: { name: 'hall-x', site }, present }, { metadata });
  const paid = (metadata: object) =>
    paymentSettingsChange.contradictions(
      { input: { currency: 'BTC', subaccount: 'hall-x', settings }, present: null },
      { metadata },
    );

  test.each(names)('is another one: %j', (told, shown) => {
    const differs = { told, requested: 'hall-x' };
    expect(created(told)).toEqual([{ what: 'name', ...differs }]);
    const found = [
      moved({ subaccount: { account_name: told } }),
      paid({ subaccount: { account_name: told } }),
      paid({ payment_settings: { progressive_username: told } }),
    ];
    for (const each of found) expect(each).toEqual([{ what: 'subaccount', ...differs }]);
    for (const text of everywhere(created(told))) expect(text).toContain(shown);
  });

  test('is the same one with the spaces that were requested', () => {
    const input = { name: ' hall-x', site };
    const metadata = { subaccount: { account_name: ' hall-x' } };
    expect(subaccountMoveChange.contradictions({ input, present }, { metadata })).toEqual([]);
  });

  /** On the card, in the audit channel and in the CSV; without the backslashes of Markdown. */
  function everywhere(all: readonly Contradiction[]): string[] {
    const fit = { told: usualLength, address: usualLength, mostItems: 3 };
    const onDiscord = [contradictionLines(all).join('\n'), contradictionsDetail(all, fit)];
    return [...onDiscord.map((text) => text.replaceAll(/\\(\W)/g, '$1')), contradictionsText(all)];
  }
});
