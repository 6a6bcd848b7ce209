import { describe, expect, test } from 'vitest';
import { saysExplicitRejection } from '../../../src/domain/pool-answers/explicit-rejection.js';
import { wordsMayMeanDone } from '../../../src/domain/pool-answers/success-words.js';

describe('a plain no', () => {
  test.each<[string, unknown]>([
    [
      'NestJS',
      { statusCode: 400, message: ['day_of_week must be one of FRIDAY'], error: 'Bad Request' },
    ],
    ['Rails', { errors: { name: ['has already been taken'] } }],
    ['Rails, of the record alone', { name: ["can't be blank", 'is too short (minimum is 3)'] }],
    ['Rails, whole sentences', { errors: ['Name has already been taken'] }],
    ['Rails, for a missing parameter', { status: 400, error: 'Bad Request' }],
    [
      'Laravel',
      {
        message: 'The name has already been taken. (and 1 more error)',
        errors: {
          name: ['The name has already been taken.'],
          site_id: ['The site id is invalid.'],
        },
      },
    ],
    ['FastAPI', { detail: [{ loc: ['body', 'name'], msg: 'field required', type: 'missing' }] }],
    [
      'FastAPI with the input',
      {
        detail: [
          {
            type: 'string_too_short',
            loc: ['body', 'name'],
            msg: 'String should have at least 1 character',
            input: 'north',
            ctx: { min_length: 1 },
            url: 'https://errors.pydantic.dev/2.5/v/string_too_short',
          },
        ],
      },
    ],
    [
      'zod',
      {
        success: false,
        error: {
          name: 'ZodError',
          issues: [{ code: 'invalid_type', path: ['site_id'], message: 'Invalid input' }],
        },
      },
    ],
    [
      'zod, an unknown key',
      { issues: [{ code: 'custom', keys: ['a'], message: 'Unrecognized key' }] },
    ],
    ['express-validator', { errors: [{ msg: 'Invalid value', path: 'name', location: 'body' }] }],
    ['Joi', { details: [{ message: '"name" is required', path: ['name'] }] }],
    ['Django', { revenue_allocation: ['Ensure this value is less than or equal to 100.'] }],
    ['Django, an address', { name: ['Enter a valid address.'] }],
    [
      'ASP.NET',
      {
        type: 'https://tools.ietf.org/html/rfc7231#section-6.5.1',
        title: 'One or more validation errors occurred.',
        status: 400,
        traceId: '00-1a2b-3c4d-00',
        errors: { Name: ['The Name field is required.'] },
      },
    ],
    [
      'Spring without a message',
      {
        timestamp: '2026-11-26T00:00:00.000+00:00',
        status: 400,
        error: 'Bad Request',
        path: '/v2/workspace/subaccounts',
      },
    ],
    ['problem details', { type: 'about:blank', title: 'Bad Request', status: 400 }],
    [
      'Google',
      {
        error: {
          code: 400,
          message: 'Validation of the request',
          status: 'INVALID_ARGUMENT',
          details: [{ fieldViolations: [{ field: 'name', description: 'must not be empty' }] }],
        },
      },
    ],
    ['a code in words', { code: 'AddressInvalid', message: 'address 2' }],
    ['a full site', { error: 'Site is full' }],
    ['an amount', { error: 'Payout is below the minimum' }],
    ['the status as text', 'Bad Request'],
    ['axios', { message: 'Request failed with status code 400' }],
  ])('of %s', (_, body) => expect(saysExplicitRejection(body)).toBe(true));

  test.each(['has already been taken', 'The name has already been taken.'])(
    '%s tells of nothing done',
    (words) => expect(wordsMayMeanDone(words)).toBe(false),
  );
});

describe('no plain no', () => {
  const GERMAN = 'Der Auftrag wird bereits bearbeitet';
  test.each<[string, unknown]>([
    ['beside a status', { statusCode: 400, message: GERMAN, error: 'Bad Request' }],
    ['beside codes', { code: 'BAD_REQUEST', error: 'BadRequestException', message: GERMAN }],
    ['beside status words', { status: 'error', success: false, message: GERMAN }],
    ['beside other status words', { status: 'fail', errors: [{ detail: GERMAN }] }],
    ['beside gRPC’s', { error: { code: 400, message: GERMAN, status: 'INVALID_ARGUMENT' } }],
    ['beside OAuth’s', { error: 'invalid_request', error_description: GERMAN }],
    ['as problem details', { type: 'about:blank', title: 'Unprocessable Content', detail: GERMAN }],
    ['behind the status', `Error 400: ${GERMAN}`],
    ['under a name of its own', { error: 'Bad Request', nachricht: 'Umgezogen' }],
    ['in one word with a figure', { error: 'Bad Request', message: '移動済み1' }],
    ['beside what was sent', { message: GERMAN, subaccount: 'closed-site', site: 'no' }],
    ['beside what was sent, within', { errors: [{ param: 'name', value: 'closed', rule: 'x' }] }],
    ['beside another no', { message: GERMAN, cached: 'no', limit: 'none' }],
    ['a record', { id: 'a', name: 'locked', type: 'LIMITED' }],
    ['a list of names', { subaccounts: ['closed', 'locked'] }],
  ])('%s', (_, body) => expect(saysExplicitRejection(body)).toBe(false));

  test.each([
    'The action has already been taken',
    'The name has already been taken over',
    'Done: the name has already been taken',
  ])('%s may tell of something done', (words) => expect(wordsMayMeanDone(words)).toBe(true));

  test('a text of any length is judged at once', () => {
    for (const text of ['1'.repeat(250_000), ' -'.repeat(120_000), 'x '.repeat(120_000)])
      expect(saysExplicitRejection({ error: `${text}ä` })).toBe(false);
  });
});

test.each([
  'Your request has not been approved yet',
  'Changes will not be applied until confirmed by e-mail',
  'Not all were saved',
  'The request was not yet processed',
  'Not fully applied',
  'This change must be confirmed by a second administrator',
  'You must confirm this change by e-mail within 24 hours',
  'Payouts suspended for 72 hours after address change',
])('“%s” may mean that it is done, or will be', (words) => {
  expect(wordsMayMeanDone(words)).toBe(true);
});

test.each([
  'No errors',
  'Nothing failed',
  'Finished without any problems',
  '0 errors',
  'not rejected',
])('“%s” is no plain no', (words) => {
  expect(saysExplicitRejection({ message: words })).toBe(false);
});

test.each([
  'The address was not approved',
  'Nothing was changed',
  'The settings could not be saved',
  'Site not found',
  'No site of that name exists',
  'revenue_allocation must be at most 100',
])('“%s” is still a plain no', (words) => {
  expect([wordsMayMeanDone(words), saysExplicitRejection({ message: words })]).toEqual([
    false,
    true,
  ]);
});
