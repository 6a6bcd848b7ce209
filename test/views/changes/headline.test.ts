import { expect, test } from 'vitest';
import { answeredLine, changeHeadline } from '../../../src/views/changes/change-headline.js';

const rule = 'payments' as const;
const reported = { state: 'reported' as const, answer: {}, rule, present: null };
const answered = (status: string) => ({ ...reported, answer: { status } });
const seen = (present: unknown) => ({ at: 0, by: 'pitboss' as const, present });

test('only what the pool lists without a status of its own is done', () => {
  expect(changeHeadline({ ...answered('COMPLETED'), observed: seen(null) })).toBe(
    'Done: the pool lists it',
  );
  const waiting = { ...answered('PENDING'), observed: seen({ status: 'PENDING_APPROVAL' }) };
  expect(changeHeadline(waiting)).toMatch(/^Sent: the pool listed it as “PENDING\\?_APPROVAL”$/);
});

test.each([
  ['ACTIVE', /^Done: the pool lists it as “ACTIVE”$/],
  ['approved', /^Done/],
  ['INACTIVE', /^Sent/],
  ['NOT_APPROVED', /^Sent/],
  ['ACTIVE_PENDING', /^Sent/],
  ['REJECTED', /^Sent/],
])('a listed record that is %s', (status, title) => {
  expect(changeHeadline({ ...answered('PENDING'), observed: seen({ status }) })).toMatch(title);
});

test.each([
  [{ requires_approval: true }, 'Sent: waiting for approval at the pool'],
  [{ requires_approval: true, approved_at: null }, 'Sent: waiting for approval at the pool'],
  [{ requires_approval: true, approved_at: '2026-01-01' }, 'Sent: the pool answered “PENDING”'],
  [{ requires_approval: true, rejected_by: ['Eve'] }, 'Sent: the pool answered “PENDING”'],
  [{ requires_approval: true, rejected_by: [] }, 'Sent: waiting for approval at the pool'],
  [{ requires_approval: true, cancelled_at: '2026-01-01' }, 'Sent: the pool answered “PENDING”'],
  [
    { requires_approval: true, approved_by: [{ id: 'u' }] },
    'Sent: waiting for approval at the pool',
  ],
  [{ requires_approval: 'true' }, 'Sent: the pool answered “PENDING”'],
  [{}, 'Sent: the pool answered “PENDING”'],
])('an answer %j waits for approval only where it says so', (answer, words) => {
  const pending = { status: 'PENDING', ...answer };
  expect(changeHeadline({ ...reported, answer: pending })).toBe(words);
});

test('the end of a long status stands in the line below the title', () => {
  const status = `${'Completed for the schedule of payouts, '.repeat(3)}but NOT the new address`;
  expect(answeredLine(answered(status))).toContain('but NOT the new address');
});

test('a status stands as it came, with the spaces around it', () => {
  expect(changeHeadline(answered(' COMPLETED '))).toBe('Sent: the pool answered “" COMPLETED "”');
  expect(answeredLine(answered('COMPLETED\n'))).toMatch(/: "COMPLETED\\\\n"$/);
});

test.each(['pending', 'PENDING_APPROVAL', 'AWAITING_APPROVAL', 'STATUS_PENDING', 'Waiting for it'])(
  'an action %s that needs an approval waits for it',
  (status) => {
    const answer = { status, requires_approval: true };
    expect(changeHeadline({ ...reported, answer })).toBe('Sent: waiting for approval at the pool');
  },
);

test.each(['CANCELLED', 'EXPIRED', 'COMPLETED', 'APPROVED', 'NO_LONGER_PENDING', 'SUSPENDING'])(
  'one that is %s waits for nothing that the pool said',
  (status) => {
    const answer = { status, requires_approval: true };
    expect(changeHeadline({ ...reported, answer })).toContain('Sent: the pool answered “');
  },
);

test('a status with letters that nobody sees says so', () => {
  expect(changeHeadline(answered('DE\u200bFERRED'))).toBe(
    'Sent: the pool answered “DEFERRED (with invisible characters)”',
  );
});

test('a status of the pool never reads like what was observed', () => {
  expect(changeHeadline(answered('X · Done: the pool lists it'))).toBe(
    'Sent: the pool answered “X · Done\\: the pool lists it”',
  );
});

test('what never left is not called declined', () => {
  const failed = (status?: number) =>
    changeHeadline({ state: 'failed', failure: { why: 'pool', status }, rule, present: null });
  expect(failed(404)).toBe('Declined by the pool');
  expect(failed()).toBe('Not sent');
});

test.each([
  [
    'payments',
    { status: 'ACTIVE', in_force: false },
    'Listed by the pool as “ACTIVE”, with fields to check',
  ],
  [
    'payments',
    { status: 'ACTIVE', addresses: [{ external_address: 'a', state: 'REJECTED' }] },
    'Listed by the pool as “ACTIVE”, with fields to check',
  ],
  ['payments', { note: null }, 'Listed by the pool, with fields to check'],
  ['payments', { status: '' }, 'Listed by the pool, with fields to check'],
  ['payments', { status: null }, 'Listed by the pool, with fields to check'],
  ['payments', { status: 'PENDING', note: 'x' }, 'Sent: the pool listed it as “PENDING”'],
  [
    'payments',
    { status: 'ACTIVE', wallet_id: 7, listed_subaccount_id: '1' },
    'Done: the pool lists it as “ACTIVE”',
  ],
  [
    'others',
    { id: '1', site: null, record: { id: '1', status: 'DELETED' } },
    'Listed by the pool, with fields to check',
  ],
  [
    'others',
    { id: '1', site: null, record: { id: '1', site: { id: 's', closed: true } } },
    'Listed by the pool, with fields to check',
  ],
  [
    'others',
    { id: '1', site: null, record: { id: '1', site: { id: 's', name: 'x' } } },
    'Done: the pool lists it',
  ],
] as const)('a record of %s that reads %j is not called more than it says', (of, record, title) => {
  expect(changeHeadline({ ...reported, rule: of, observed: seen(record) })).toBe(title);
});

test('what the record said before in the same words tells nothing of the change', () => {
  const entry = (address: string, more: object) => ({ external_address: address, ...more });
  const before = { note: { by: ['x'] }, addresses: [entry('a', { label: 'cold' })] };
  const headline = (after: object) =>
    changeHeadline({ ...reported, present: before, observed: seen(after) });
  expect(headline(before)).toBe('Done: the pool lists it');
  const moved = { ...before, addresses: [entry('b', {}), ...before.addresses] };
  expect(headline(moved)).toBe('Done: the pool lists it');
  for (const after of [
    { ...before, note: { by: ['y'] } },
    { ...before, addresses: [entry('a', { label: 'hot' })] },
    { ...before, addresses: [...before.addresses, entry('b', { label: 'cold' })] },
  ])
    expect(headline(after)).toBe('Listed by the pool, with fields to check');
});

test('what names the replaced address tells that it may still be in force, as ever as it said so', () => {
  const before = {
    pays: { to: ['a'] },
    old: { note: 'b' },
    addresses: [{ external_address: 'a' }, { external_address: 'b' }],
  };
  const headline = (...kept: string[]) => {
    const addresses = kept.map((external_address) => ({ external_address }));
    const observed = seen({ ...before, addresses });
    return changeHeadline({ ...reported, present: before, observed });
  };
  expect(headline('a', 'b', 'c')).toBe('Done: the pool lists it');
  for (const kept of [['a'], ['b'], ['c']])
    expect(headline(...kept)).toBe('Listed by the pool, with fields to check');
});

test('so does the site that a move left', () => {
  const at = (id: string, name: string) => ({ site: { id, name } });
  const row = { record: { effective_site: 'Earth', site_name: 'Mars' } };
  const headline = (from: object, to: object) => {
    const present = { ...from, ...row };
    const observed = seen({ ...to, ...row });
    return changeHeadline({ ...reported, rule: 'others', present, observed });
  };
  expect(headline(at('3', 'Venus'), at('2', 'Mars'))).toBe('Done: the pool lists it');
  for (const [from, to] of [
    [at('1', 'Earth'), at('2', 'Mars')],
    [at('1', 'Earth'), at('1', 'Luna')],
  ] as const)
    expect(headline(from, to)).toBe('Listed by the pool, with fields to check');
});

test('a move to a site that another row had in the same words is done', () => {
  const present = {
    record: { id: '1', tag: 'x', site: { id: 's', zone: 1 } },
    targetRecord: { id: 't', zone: 2 },
  };
  const headline = (record: object) =>
    changeHeadline({ ...reported, rule: 'others', present, observed: seen({ record }) });
  expect(headline({ id: '1', tag: 'x', site: { id: 't', zone: 2 } })).toBe(
    'Done: the pool lists it',
  );
  expect(headline({ id: '1', tag: 'x', site: { id: 't', zone: 3 } })).toContain('fields to check');
  expect(headline({ id: '1', tag: 'y', site: { id: 't', zone: 2 } })).toContain('fields to check');
});
