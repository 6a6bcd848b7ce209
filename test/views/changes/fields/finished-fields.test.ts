import { expect, test } from 'vitest';
import { reportShown, warningsIn } from '../../../../src/views/changes/fields/finished-fields.js';
import { createdSubaccountFields } from '../../../../src/views/changes/subaccounts/subaccount-change.js';
import { workspaceActionFields } from '../../../../src/views/changes/pool-answer/workspace-action.js';

/** Which of the fields in Details the short card of a finished change keeps. */

const action = {
  id: 'a-1',
  action_name: 'MOVE',
  status: 'PENDING',
  initiated_at: '2026-11-01T00:00:00Z',
  initiated_by: { id: 'u-1', display_name: 'Ada' },
  requires_approval: true,
  url: '/actions/a-1',
  metadata: { new_entity: { id: 'site-b' }, subaccount: { account_name: 'main' } },
};
function shown(answer: object): string[] {
  const whole = { ...action, ...answer };
  const { fields, place } = reportShown(workspaceActionFields(whole, undefined), {
    answer: whole,
    isContradicted: false,
  });
  return [
    ...fields.map(({ name, value }) => `${name}: ${value}`),
    ...(place === null ? [] : [place]),
  ];
}

test('of the answer: what neither the title nor the line below it says, and where to look', () => {
  const place = '-# At the pool: `/actions/a-1`';
  expect(shown({})).toEqual([place]);
  expect(shown({ requires_approval: false })).toEqual([place]);
  // Its title merely quotes the status.
  expect(shown({ status: 'ODD' })).toEqual(['Requires approval: yes', place]);
  expect(shown({ status: undefined })).toEqual([
    'Status: **not given**',
    'Requires approval: yes',
    place,
  ]);
});

test('never leaves out what the pool has to say', () => {
  expect(shown({ requires_approval: false, url: null, note: 'call us', x: 1 })).toEqual([
    'Also in the answer: `note` call us\n`x` 1',
  ]);
  expect(
    shown({ metadata: { ...action.metadata, failure_reason: 'site full', message: 'sorry' } })[0],
  ).toBe('Also in the answer: `metadata.failure_reason` site full\n`metadata.message` sorry');
  const rejected = { rejected_by: [{ id: 'u-2', display_name: 'Bo' }], rejected_at: '2026-11-02' };
  expect(shown(rejected).join('\n')).toMatch(/Rejected by: Bo\nRejected: /);
});

test('of a new subaccount the site, only where it is not known to be the requested one', () => {
  const report = createdSubaccountFields({ name: 'hydro', site: { id: 's-1', name: 'North' } });
  const names = (isContradicted: boolean, fields = report) =>
    reportShown(fields, { answer: {}, isContradicted }).fields.map(({ name }) => name);
  expect(names(false)).toEqual([]);
  expect(names(true)).toEqual(['Site']);
  expect(names(false, createdSubaccountFields({ name: 'hydro', site: null }))).toEqual(['Site']);
});

test('keeps each field that warns, whole', () => {
  const odd = [
    { name: '⚠️ Look again', value: 'Only 90 of 100 is allocated.' },
    { name: '🆕 NEW address', value: '`bc1q`\n⛔ **The checksum is wrong**' },
  ];
  const plain = { name: 'Kept address', value: 'Checksum valid' };
  expect(warningsIn([...odd, plain])).toEqual(odd);
});
