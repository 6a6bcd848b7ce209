import { describe, expect, test } from 'vitest';
import {
  answeredFailure,
  saysFailed,
  saysRequestFailed,
} from '../../../src/domain/json/says-failed.js';

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
  ])('%j', (record) => expect(saysFailed(record)).toBe(true));

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
  ])('not %j', (record) => expect(saysFailed(record)).toBe(false));
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
  ])('%j is about an action that ended badly', (record) => {
    expect(saysRequestFailed(record)).toBe(false);
    expect(saysFailed(record)).toBe(true);
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
  ])('%j says that the request failed', (record) => expect(saysRequestFailed(record)).toBe(true));
});
