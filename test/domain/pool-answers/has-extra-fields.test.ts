import { expect, test } from 'vitest';
import { hasExtraFields } from '../../../src/domain/pool-answers/has-extra-fields.js';

const message = (said: string, status = 422) => ({ said, status });

test.each([
  ['{"message":"not allowed"}', message('not allowed')],
  ['{"statusCode":422,"message":"not allowed","error":null}', message('not allowed')],
  ['{"errors":[{"message":"not allowed"}],"code":"422"}', message('not allowed')],
  ['{"message":"line one\\nline two"}', message('line one line two')],
  ['not allowed\n', message('not allowed')],
  ['{"error":{"code":"FORBIDDEN","message":"no access"}}', message('no access', 403)],
  ['{"error":"Unprocessable Entity","message":"no","statusCode":422}', message('no')],
])('%s says no more than its message', (body, said) => {
  expect(hasExtraFields(body, said)).toBe(false);
});

test.each([
  ['{"message":"not allowed","detail":"the limit is 5 a day"}', message('not allowed')],
  ['{"message":"Internal error","success":true}', message('Internal error', 500)],
  ['{"errors":[{"message":"one"},{"message":"two"}]}', message('one')],
  ['{"message":"timed out","action":{"id":"a-1"}}', message('timed out', 503)],
  ['{"message":"not allowed","limit":5}', message('not allowed')],
  ['{"message":"cut off', message('cut')],
  ['{"message":"rejected: not applied","state":"applied"}', message('rejected: not applied')],
  ['{"message":"no","applied":[]}', message('no')],
  ['{"message":"not allowed","detail":"allowed"}', message('not allowed')],
  [`{"message":"no","details":${'['.repeat(900)}${']'.repeat(900)}}`, message('no')],
  [`{"message":"no","details":${'['.repeat(90_000)}${']'.repeat(90_000)}}`, message('no', 500)],
  ['{"message":"no access","code":"FORBIDDEN"}', message('no access', 422)],
])('%s says more', (body, said) => {
  expect(hasExtraFields(body, said)).toBe(true);
});
