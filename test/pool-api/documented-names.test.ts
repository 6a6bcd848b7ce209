import { expect, test } from 'vitest';
import { WORKSPACE_ACTION } from '../../src/domain/pool-answers/documented-action.js';
import { workspaceActionSchema } from '../../src/pool-api/resources.js';

const read = (action: object) => workspaceActionSchema.parse(action);

test('the description and the schema have the same names', () => {
  expect(Object.keys(workspaceActionSchema.out.shape)).toEqual(Object.keys(WORKSPACE_ACTION));
});

test('described names in camelCase are read as described, at every depth', () => {
  const action = {
    actionName: 'UPDATE',
    approvedBy: [{ displayName: 'Ada' }],
    metadata: {
      newEntity: { id: 'a' },
      paymentSettings: { paymentAddresses: [{ address: 'b' }], progressiveUsername: 'c' },
      inviteMemberMultipleProducts: { permissions: [{ productName: 'd' }] },
    },
  };
  expect(read(action)).toStrictEqual({
    action_name: 'UPDATE',
    approved_by: [{ display_name: 'Ada' }],
    metadata: {
      new_entity: { id: 'a' },
      payment_settings: { payment_addresses: [{ address: 'b' }], progressive_username: 'c' },
      invite_member_multiple_products: { permissions: [{ product_name: 'd' }] },
    },
  });
});

test.each([
  ['names nobody described', { metadata: { aB_c: 1, a_bC: 2, aBC: { dE: [{ fG: 3 }] } } }],
  ['described names elsewhere', { metadata: { displayName: 1, newEntity2: { oldName: 2 } } }],
  ['what is within a plain value', { metadata: { email: { oldName: [{ aB: 1 }] } } }],
  [
    'names within other shapes',
    { metadata: { subaccounts: { accountName: 1 }, site: [{ aB: 2 }] } },
  ],
  ['other spellings', { action_Name: 1, ActionName: 2, metadata: { isApi_key: 3, Site: 4 } }],
  ['names of the language', { constructor: { aB: 1 }, metadata: { toString: { aB: 2 } } }],
  ['people’s other fields', { initiated_by: { id: 'a', lastSeen: { atTime: 1 } } }],
  ['a null among people', { approved_by: [null, { id: 'u' }], rejected_by: [null] }],
])('%s stay as they came', (_, action) => {
  expect(read(action)).toStrictEqual(action);
});

test('of two spellings of one described name nothing is lost, in either order', () => {
  const site = { name: 'A', operatingMin: 1 };
  const lateOne = { metadata: { newEntity: site, new_entity: { id: 'b' } } };
  expect(read(lateOne)).toStrictEqual(lateOne);
  const twice = { action_name: 'A', actionName: 'B', metadata: { old_name: 'a', oldName: 'b' } };
  expect(read(twice)).toStrictEqual(twice);
});
