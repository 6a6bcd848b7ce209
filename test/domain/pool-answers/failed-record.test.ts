import { describe, expect, test } from 'vitest';
import { answeredFailure } from '../../../src/domain/pool-answers/answered-failure.js';
import { isFailedRecord } from '../../../src/domain/pool-answers/failed-record.js';
import { isFailedWrite } from '../../../src/domain/pool-answers/failed-write.js';

describe('a record that says that it failed', () => {
  test.each([
    { status: 'error' },
    { status: 'FAILED', id: 'a-1' },
    { Status: 'Validation_Error' },
    { status: 'addressInvalid' },
    { status: false },
    { status: 400 },
    { result: 'rejected' },
    { success: false },
    { success: 'false' },
    { isSuccess: 0 },
    { ok: false, message: 'no' },
    { error: 'no quota', status: 'PENDING' },
    { error: { code: 7 } },
    { errors: [{ detail: 'x' }] },
    { errorMessage: 'x' },
    { statusCode: 422 },
    { status_code: '500' },
    { code: 'ERR_INVALID' },
    { data: { success: false } },
    { data: [{ success: false }] },
    { status: { code: 'FAILED' } },
    { status: { Name: 'FAILED' } },
    { status: [{ value: ['FAILED'] }] },
    { status: ['FAILED'] },
    { status: '{"code":"FAILED"}' },
  ])('%j', (record) => expect(isFailedRecord(record)).toBe(true));

  test.each([
    {},
    { status: 'PENDING' },
    { status: 'AWAITING_APPROVAL' },
    { status: 'NO_ERROR' },
    { status: 'CANCELLED' },
    { status: 0 },
    { status: 200, code: 0 },
    { success: true, error: null },
    { ok: 'true', errors: [] },
    { error: '', failed: false, failures: 0 },
    { error: 'none', errors: {} },
    { code: 'ACCEPTED', message: 'no error' },
    { metadata: { error: 'of somebody else' } },
    { message: 'failed' },
    { status: { code: 'PENDING', message: 'none failed' } },
    { status: '{"message":"none failed"}' },
    { status: '{broken' },
    null,
    ['error'],
    'error',
  ])('not %j', (record) => expect(isFailedRecord(record)).toBe(false));
});

test('of a change it is what the pool answered, also in an older trail', () => {
  expect(answeredFailure({ state: 'reported', answer: { status: 'error' } })).toBe(true);
  expect(answeredFailure({ state: 'reported', answer: { status: 'PENDING' } })).toBe(false);
  expect(answeredFailure({ state: 'unknown', failure: { answer: { ok: false } } })).toBe(true);
  expect(answeredFailure({ state: 'unknown', failure: {} })).toBe(false);
  expect(answeredFailure({ state: 'failed', failure: {} })).toBe(false);
});

describe('an answer to a write', () => {
  test.each([
    { id: 'a-1', action_name: 'MOVE', status: 'FAILED' },
    { id: 'a-1', actionName: 'MOVE', status: 'Declined' },
    { id: 'a-1', status: 'REJECTED', rejected_by: [{ id: 'u-1' }], rejected_at: 'x' },
    { id: 7, requires_approval: false, status: 'rejected', metadata: { error: 'x' } },
    { id: 'a-1', action_name: 'MOVE', status: 'FAILED', failure_reason: 'no quota' },
  ])('%j is about an action that ended badly', (record) => {
    expect(isFailedWrite(record)).toBe(false);
    expect(isFailedRecord(record)).toBe(true);
    expect(answeredFailure({ state: 'reported', answer: record })).toBe(true);
  });

  test.each([
    { id: 'a-1', status: 'FAILED' },
    { action_name: 'MOVE', status: 'FAILED' },
    { id: '', action_name: 'MOVE', status: 'FAILED' },
    { id: 'a-1', action_name: null, status: 'FAILED' },
    { id: 'a-1', action_name: 'MOVE', status: 'error' },
    { id: 'a-1', action_name: 'MOVE', status: 400 },
    { id: 'a-1', action_name: 'MOVE', status: 'FAILED', error: 'no quota' },
    { id: 'a-1', action_name: 'MOVE', status: 'FAILED', success: false },
    { id: 'a-1', action_name: 'MOVE', status: 'FAILED', statusCode: 422 },
    { id: 'a-1', status: 'NOT_COMPLETED' },
    { id: 'a-1', action_name: 'MOVE', status: 'PENDING', failure_reason: 'no quota ' },
    { id: 'a-1', action_name: 'MOVE', failureReason: { code: 'NO_QUOTA' } },
    { id: 'a-1', status: 'COMPLETED', rejectionReason: 'policy' },
    { id: 'a-1', status: 'COMPLETED', rejected_by: [{ id: 'u-1' }], approved_by: [] },
    { id: 'a-1', status: 'Completed', rejectedAt: '2026-11-22T10:00:00Z', approved_at: null },
  ])('%j says that the request failed', (record) => expect(isFailedWrite(record)).toBe(true));
});

test.each([
  'NOT_COMPLETED',
  'Not completed',
  'notAccepted',
  'COULD_NOT_COMPLETE',
  'not-successful',
])('an action that is %s ended badly', (status) => {
  const action = { id: 'a-1', action_name: 'MOVE', status };
  expect(isFailedWrite(action)).toBe(false);
  expect(answeredFailure({ state: 'reported', answer: action })).toBe(true);
});

const COMPLETED = { id: 'a-1', action_name: 'MOVE', status: 'COMPLETED' };
const ACTOR = { id: 'u-1', display_name: 'Ada', type: 'USER' };
const WHEN = '2026-11-22T10:00:00Z';

describe('an ordinary answer stays what it is', () => {
  test.each([
    ...[
      'PENDING PROCESSING AWAITING_APPROVAL AWAITING_INVITATION_ACCEPTANCE COMPLETED EXPIRED',
      'CANCELLED NOT_APPROVED NOT_YET_COMPLETED NOT_STARTED NOT_PROCESSED NOT_REQUIRED',
    ].flatMap((words) => words.split(' ').map((status) => ({ ...COMPLETED, status }))),
    { ...COMPLETED, rejected_by: [], rejected_at: null, approved_by: [ACTOR], approved_at: WHEN },
    { ...COMPLETED, rejected_by: [null, {}, { id: '' }], rejected_at: '' },
    { ...COMPLETED, rejected_at: '0001-01-01T00:00:00Z' },
    { ...COMPLETED, rejected_at: '1970-01-01T00:00:00.000Z' },
    { ...COMPLETED, rejected_by: [ACTOR], approved_by: [ACTOR] },
    { ...COMPLETED, rejected_by: [ACTOR], rejected_at: WHEN, approved_at: WHEN },
    { ...COMPLETED, status: 'PENDING', rejected_by: [ACTOR], rejected_at: WHEN },
    ...[
      null,
      '',
      'none',
      'N/A',
      'UNSPECIFIED',
      'FAILURE_REASON_UNSPECIFIED',
      'unknown',
      0,
      [],
      {},
    ].map((failure_reason) => ({
      ...COMPLETED,
      failure_reason,
      failure_code: { code: 0, text: '' },
    })),
    { id: 7, name: 'NOT_COMPLETED', site: { id: 's', name: 'not found' } },
  ])('%j', (record) => {
    expect(isFailedWrite(record)).toBe(false);
    expect(answeredFailure({ state: 'reported', answer: record })).toBe(false);
  });
});
