import { expect, test } from 'vitest';
import { valueFields } from '../../../../src/views/changes/pool-answer/answer-fields.js';
import { workspaceActionFields } from '../../../../src/views/changes/pool-answer/workspace-action.js';
import { compactFields } from '../../../../src/views/changes/fields/compact-fields.js';
import { wideField } from '../../../../src/views/kit/card.js';

/** What "Details" makes of its fields on a phone. */

const listed = (value: unknown) =>
  compactFields(
    valueFields(value, {
      title: 'Details the pool gave',
      continued: 'Details, continued',
      mostFields: 3,
      mostOfValue: 160,
    }),
  ).map((each) => each.value);

test('short fields are lines of one, and keep their order', () => {
  const fields = workspaceActionFields(
    { id: 'a-1', action_name: 'MOVE', status: 'PENDING', url: '/actions/a-1' },
    undefined,
  );
  const [answer = expect.unreachable(), ...others] = compactFields(fields);
  expect(others).toEqual([]);
  expect(answer.value).toMatch(
    /^Status: \*\*PENDING\*\*\nAction: MOVE\nRequires approval: .*\nInitiated by: .*\nInitiated: .*\nId: `a-1`\nAt the pool: `\/actions\/a-1`$/,
  );
});

test('values of one record share a line, in the order in which they came', () => {
  const addresses = [
    { action: 'KEEP', split: 60 },
    { action: 'ADD', split: 40 },
  ];
  expect(listed({ currency: 'BTC', day: null, payment: { addresses, user: 'main' } })).toEqual([
    [
      '-# `currency` BTC · `day` null \\(no value\\)',
      '-# `payment.addresses.0` · `action` KEEP · `split` 60',
      '-# `payment.addresses.1` · `action` ADD · `split` 40',
      '-# `payment.user` main',
    ].join('\n'),
  ]);
});

test('a name or value that could pass for another has a line of its own, as it was', () => {
  const odd = { 'a.b': { c: 1, d: 2 }, е: 3, x: 'plain` · `y` 1', z: 4 };
  const before = valueFields(odd, {
    title: 'Details the pool gave',
    continued: '',
    mostFields: 3,
    mostOfValue: 160,
  })[0]?.value.split('\n');
  const after = listed(odd)[0]?.split('\n');
  expect(after?.slice(0, 3)).toEqual(before?.slice(0, 3));
  expect(after?.slice(3).join('\n')).not.toContain('· `z` 4 ·');
});

test('no other field is touched, and none that would not fit', () => {
  const others = [wideField('What changed', '`a.b` `1` → `2`', '`a.c` `3` → `4`')];
  expect(compactFields(others)).toEqual(others);
  const [long = ''] = listed({
    record: Object.fromEntries('abcdefgh'.split('').map((n) => [n, n.repeat(120)])),
  });
  expect(long.length).toBeLessThanOrEqual(1_024);
});
