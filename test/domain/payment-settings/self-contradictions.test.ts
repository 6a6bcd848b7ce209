import { expect, test } from 'vitest';
import { selfContradiction } from '../../../src/domain/payment-settings/self-contradictions.js';

const COLD = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const OTHER = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2';
const entry = { address_id: 7, external_address: COLD };
const subaccount = { id: '41', name: 'main' };
const record = (more: object, ofEntry: object = {}) => ({
  subaccount,
  addresses: [{ ...entry, ...ofEntry }],
  ...more,
});

test.each([
  record({}),
  record({ subaccount_id: 41, subaccountName: 'main' }),
  record({ subaccount_id: null, subaccount_name: '' }),
  record({}, { addressId: '7', address: COLD.toUpperCase(), externalAddress: COLD }),
  // Beside an id of its own it may be the row's.
  record({}, { id: 3, uuid: 'x' }),
  record({ addresses: [null, 'text', { address_id: null, id: null, external_address: COLD }] }),
  record({ subaccount: { name: 'main' }, subaccount_id: 41 }),
  record({ subaccount: { ...subaccount, account_name: 'main' } }),
  record({}, { address: { type: 'p2wpkh', value: COLD.toUpperCase() } }),
  record({}, { address: [], label: [OTHER] }),
  {},
])('%j says nothing twice and not alike', (given) => {
  expect(selfContradiction(given)).toBeNull();
});

test.each([
  [record({ subaccount_id: 5 }), 'subaccount_id', '5'],
  [record({ SubaccountName: 'MAIN' }), 'SubaccountName', 'MAIN'],
  [record({}, { addressId: 5 }), 'addressId', '5'],
  [record({}, { 'Address-ID': '8' }), 'Address-ID', '8'],
  [record({}, { address_id: null, id: 8 }), 'id', '8'],
  [record({}, { address_id: undefined, address_uuid: 'x' }), 'address_uuid', 'x'],
  [record({}, { address: OTHER }), 'address', OTHER],
  [record({}, { address: [COLD, OTHER] }), 'address', OTHER],
  [record({}, { Address: { of: { value: ` ${OTHER}` } } }), 'Address', OTHER],
  [record({ subaccount: { ...subaccount, account_name: 'mine' } }), 'account_name', 'mine'],
  [record({}, { externalAddress: OTHER.toLowerCase() }), 'externalAddress', OTHER.toLowerCase()],
])('%j contradicts itself', (given, field, value) => {
  expect(selfContradiction(given)).toMatchObject({ field, value });
});
