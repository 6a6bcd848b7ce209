import { describe, expect, it } from 'vitest';
import { isCertainRejection } from '../../../src/pool-api/http/certain-rejection.js';

const answered = (status: number, text: string) =>
  isCertainRejection({ status, retryAfter: undefined, text });

describe('an answer to a write that says that nothing was done', () => {
  it.each([400, 401, 403, 404, 405, 413, 415, 422, 429])('%d with nothing', (status) => {
    expect(answered(status, '')).toBe(true);
  });

  it.each([
    'address rejected',
    '"no"',
    '{"message":"no"}',
    '{"statusCode":400,"code":"BAD_REQUEST","error":"Bad request","message":"no"}',
    '{"error":{"code":404,"status":"NOT_FOUND","message":"no"}}',
    '{"type":"about:blank","title":"No","status":400}',
    '{"success":false,"errors":[{"detail":"no"}]}',
    '[{"message":"no"}]',
    'The subaccount was not moved',
    'Nothing was changed.',
    'Expected a UUID, received a number',
    '{"message":"Invalid address; the record wasn’t updated"}',
    '{"error":{"code":"VALIDATION_FAILED","message":"site_id cannot be changed"}}',
    '{"message":"no","request_processed":false}',
    '{"message":"no","applied_at":null,"moved":0,"queued":"no"}',
    'The request can’t be processed',
    'Too many requests',
    'This token is no longer valid',
    'Unknown site',
    'insufficient permissions',
    '{"message":"Unprocessable entity"}',
    '{"message":"site_id must be a UUID"}',
    '{"error":"Site is full"}',
    '{"code":"INVALID_ADDRESS","message":"address 2"}',
    '{"statusCode":400,"message":["day_of_week must be one of …"],"error":"Bad Request"}',
    '{"errors":{"name":["has already been taken"]}}',
    '{"detail":[{"loc":["body","name"],"msg":"field required","type":"missing"}]}',
    '{"success":false,"error":{"issues":[{"path":["site_id"],"message":"Invalid input"}]}}',
    '{"timestamp":"2026-11-26T00:00:00Z","status":400,"error":"Bad Request","path":"/v2/x"}',
  ])('%s', (text) => expect(answered(400, text)).toBe(true));

  it.each(['{}', '[]', '{"error":{"code":-1}}', '{"message":"Umgezogen"}', 'Hecho'])(
    '%s with a status that says why',
    (text) => expect(answered(404, text)).toBe(true),
  );
});

describe('an answer to a write in which nothing can be read', () => {
  it.each([' ', '   ', '\n', '\r\n', '\uFEFF', '\uFEFF\n', '\u00A0'])('%j', (text) => {
    for (const status of [400, 404, 422, 429]) expect(answered(status, text)).toBe(false);
  });

  it.each(['[[]]', '[{}]', '[null]', '""'])('%s with a status that says why', (text) =>
    expect(answered(404, text)).toBe(false),
  );

  it.each([' {}\n', '\uFEFF[]', ' not found\n', '\n{"message":"no"}\n'])(
    'not so %j, which has only spaces around it',
    (text) => expect(answered(404, text)).toBe(true),
  );
});

/** A 400 or 422 says that something was wrong, not what; so the words that come with it decide. */
describe('an answer to a write without a plain no', () => {
  it.each([
    '{}',
    '[]',
    '[[],{}]',
    '{"statusCode":422}',
    '{"success":false}',
    '{"jsonrpc":"2.0","id":1,"result":null,"error":{"code":-1}}',
    '{"statusCode":422,"message":"La transferencia ya está en curso"}',
    '{"error":"Der Auftrag wird bereits bearbeitet"}',
    '{"error":{"code":"E17","detail":"Umzug läuft"}}',
    '{"errors":["go ahead"],"message":"fine"}',
    '{"success":false,"message":"See action a-77, it went live"}',
    '{"message":"This action cannot be undone"}',
    '{"message":"You must wait while we process your move"}',
    'The move can’t be reversed.',
  ])('%s', (text) => {
    expect(answered(400, text)).toBe(false);
    expect(answered(422, text)).toBe(false);
  });
});

describe('an answer to a write that leaves open whether it was done', () => {
  it.each([402, 406, 407, 408, 409, 410, 412, 418, 421, 423, 425, 428, 451, 499])(
    '%d, whatever comes with it',
    (status) => {
      expect(answered(status, '')).toBe(false);
      expect(answered(status, '{"message":"no"}')).toBe(false);
    },
  );

  it.each([
    '<html><title>404</title></html>',
    '<h1>Not Found</h1>',
    '{"message":"no',
    '{"id":"a","status":"COMPLETED"}',
    '{"id":"a","status":"COMPLETED","error":"late"}',
    '{"id":"a","status":{"code":"PENDING"},"message":"no"}',
    '{"message":"no","data":{"id":"a","status":"COMPLETED"}}',
    '{"message":"no","action":[{"id":"a","status":"PENDING"}]}',
    '{"message":"no","actionName":"UPDATE"}',
    '{"id":"a","name":"main"}',
    '{"success":true,"message":"no"}',
    '{"statusCode":200,"message":"no"}',
    '{"status":"COMPLETED","status":"FAILED"}',
    '{"__proto__":{"status":"COMPLETED"},"message":"no"}',
    'OK',
    '"COMPLETED"',
    'true',
    'The subaccount was moved',
    'moved successfully',
    'Request queued',
    'action 4711 created',
    'duplicate request: the first one was applied',
    'No errors. The settings were saved',
    'Moved without errors, and nobody was told',
    'The change was queued, it must not be repeated',
    '{"message":"Request queued"}',
    '{"message":"no","detail":"scheduled for tonight"}',
    '{"error":{"message":"ALREADY_EXISTS"}}',
    '{"message":"late","request_processed":true}',
    '{"message":"late","requestProcessed":true}',
    'Request no longer pending - already executed',
    'This request cannot be repeated as it was applied',
    'No further action needed – the subaccount has been moved',
    'don’t worry it was moved',
    'it cannot be undone once moved',
    'not found at old site as it was moved',
    'Payment settings were replaced',
    'Change registered',
    'Request has been sent to the signer',
    'In flight',
    'Awaiting approval',
    'Approval required: action 4711',
    '{"message":"no","applied_at":"2026-11-22"}',
    '{"message":"no","moved":1}',
    '{"message":"no","moved":"yes"}',
    'Not to worry: your request went through',
    'The site is now Cedar Ridge, not Pecos Flats',
    'Subaccount is no longer at Pecos Flats',
    'Could not notify the owner. New payout address in effect.',
    'Too many requests; yours is in line',
    'Too many requests. This one was let through with a warning',
    'rate limited, retrying in background',
    'Subaccount transferred',
    'Transaction committed',
    'Takes effect tomorrow',
    'Thank you',
    'Check your mail to complete',
    'A workspace action was opened',
    'Ticket #12',
    'Please try again later',
    'Hecho',
    'Готово',
    '{"message":"Umgezogen"}',
    '{"message":"移動しました"}',
    '{"error":"Subaccount transferred"}',
    '{"error":"Needs approval by an owner"}',
    '7',
    '\u001f\uFFFD\u0008 abc',
  ])('%s', (text) => expect(answered(400, text)).toBe(false));

  it('one that is not whole', () => {
    const cut = { bytes: 100 };
    expect(isCertainRejection({ status: 400, retryAfter: undefined, text: 'no', cut })).toBe(false);
  });

  it.each(['', 'no', '{"message":"no"}'])('one that only the closing ended: %s', (text) => {
    const answer = { status: 400, retryAfter: undefined, text };
    expect(isCertainRejection({ ...answer, mayBeCut: true })).toBe(false);
    expect(isCertainRejection({ ...answer, mayBeCut: false })).toBe(true);
  });
});
