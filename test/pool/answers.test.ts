import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { PoolError } from '../../src/pool/pool-error.js';
import { moveRequest } from '../../src/pool/writes.js';
import { clientOf, KEY, NOW, poolThat, type Scripted } from './support/loopback.js';

const CHALLENGE = {
  text: '<!DOCTYPE html><title>Just a moment...</title>',
  headers: { 'content-type': 'text/html', 'cf-mitigated': 'challenge' },
};
const MOVE = moveRequest('hall-1', 'site-1');

/** Where nothing listens. */
const NOBODY = 'http://127.0.0.1:1';

async function errorOf(read: Promise<unknown>): Promise<PoolError> {
  const error: unknown = await read.catch((reason: unknown) => reason);
  if (error instanceof PoolError) return error;
  throw new Error(`no PoolError: ${inspect(error)}`);
}

const ERRORS: [string, Scripted, Record<string, unknown>][] = [
  ['an unknown key', { status: 401, json: { message: 'No' } }, { kind: 'key', said: 'No' }],
  [
    'a key without access',
    { status: 403, json: { message: 'No access', error: 'Forbidden' } },
    { kind: 'forbidden', said: 'No access' },
  ],
  ['a challenge page', { status: 403, ...CHALLENGE }, { kind: 'foreign', said: undefined }],
  ['403 without JSON', { status: 403, text: 'Forbidden' }, { kind: 'foreign' }],
  ['407 in plain text', { status: 407, text: 'Proxy login' }, { kind: 'foreign' }],
  ['404 in plain text', { status: 404, text: 'Not found' }, { kind: 'missing', said: 'Not found' }],
  ['404 in JSON', { status: 404, json: { detail: 'No such action' } }, { kind: 'missing' }],
  ['a page of 414', { status: 414, ...CHALLENGE }, { kind: 'too-long', said: undefined }],
  ['400', { status: 400, json: { message: ['no', 'x'] } }, { kind: 'refused', said: 'no' }],
  ['a redirect', { status: 302, text: '', headers: { location: '/login' } }, { kind: 'foreign' }],
  ['a page with 200', CHALLENGE, { kind: 'foreign', status: 200 }],
  ['200 without a body', { text: '' }, { kind: 'foreign' }],
  ['200 with a lone word', { json: 'ok' }, { kind: 'unreadable' }],
  ['200 with a list in place of a record', { json: [] }, { kind: 'unreadable' }],
  [
    '429 that asks for a minute',
    { status: 429, ...CHALLENGE, headers: { 'retry-after': '60' } },
    { kind: 'busy', retryAfter: 60 },
  ],
  ['a failing gateway', { status: 502, ...CHALLENGE }, { kind: 'failed', status: 502 }],
  ['a connection that breaks', 'reset', { kind: 'unreachable' }],
];

describe('a read that fails is told by its kind', () => {
  test.each(ERRORS)('%s', async (_, answer, { kind, ...details }) => {
    const { pool } = await poolThat(() => answer);
    const error = await errorOf(pool.balances('BTC'));
    expect(error.kind).toBe(kind);
    expect(error.details).toMatchObject(details);
  });

  test('an answer of more than 32 MB', async () => {
    const text = `{"a":"${'x'.repeat(33 * 1024 * 1024)}"}`;
    const { pool } = await poolThat(() => ({ text }));
    expect((await errorOf(pool.balances('BTC'))).kind).toBe('unreadable');
  });
});

const UNREADABLE = 'the answer can’t be read';
const SAID_NO = 'the pool answered that it failed';
/** What is known of a write after each answer: kind, status, reason, and what the pool said. */
const OUTCOMES: [string, Scripted, string][] = [
  ['a workspace action', { json: { id: 'a', status: 'PENDING', metadata: null } }, 'reported 200'],
  ['an empty error', { json: { id: 'a', error: null } }, 'reported 200'],
  ['success: false', { json: { success: false, message: 'no' } }, `unknown 200 ${SAID_NO}: no`],
  ['an error in a 200', { json: { error: { message: 'no' } } }, `unknown 200 ${SAID_NO}: no`],
  ['a page with 200', CHALLENGE, `unknown 200 ${UNREADABLE}`],
  ['200 without a body', { text: '' }, `unknown 200 ${UNREADABLE}`],
  ['a redirect', { status: 307, json: {} }, `unknown 307 ${UNREADABLE}`],
  [
    '403 in JSON',
    { status: 403, json: { error: { code: 'X', message: 'Not yours' } } },
    'declined 403 the pool declined it (403): Not yours',
  ],
  ['a challenge page', { status: 403, ...CHALLENGE }, `unknown 403 ${UNREADABLE}`],
  ['404 in plain text', { status: 404, text: 'no' }, `unknown 404 ${UNREADABLE}: no`],
  ...[408, 409, 425, 429, 499].map((status): [string, Scripted, string] => [
    String(status),
    { status, json: {}, headers: { 'retry-after': '1' } },
    `unknown ${status} the pool answered ${status}`,
  ]),
  ['500', { status: 500, json: {} }, 'unknown 500 the pool failed (500)'],
  ['a reset', 'reset', 'unknown null the connection broke'],
];

test.each([
  ['60', 60],
  [new Date(NOW + 90_000).toUTCString(), 90],
  [new Date(NOW - 90_000).toUTCString(), undefined],
  ['-5', undefined],
  ['0', undefined],
  ['Infinity', undefined],
  ['soon', undefined],
])('a pool that says "Retry-After: %s" asks for %s s', async (header, retryAfter) => {
  const answer = { status: 400, json: {}, headers: { 'retry-after': header } };
  const { pool } = await poolThat(() => answer);
  expect((await errorOf(pool.balances('BTC'))).details.retryAfter).toBe(retryAfter);
});

describe('a write is sent once, and its outcome is what the answer says', () => {
  test.each(OUTCOMES)('%s', async (_, answer, outcome) => {
    const { pool, requests } = await poolThat(() => answer);
    const { kind, status, reason, message } = await pool.send(MOVE);
    const said = message === null ? '' : `: ${message}`;
    expect(`${kind} ${status} ${reason}${said}`.trim()).toBe(outcome);
    expect(requests).toHaveLength(1);
  });
});

test('where no answer comes in time, a read fails and a write is unknown, each asked once', async () => {
  const { pool, requests } = await poolThat(() => 'hang', { timeoutMs: 50 });
  expect((await errorOf(pool.balances('BTC'))).kind).toBe('unreachable');
  expect(requests).toHaveLength(1);
  const outcome = await pool.send(MOVE);
  expect(outcome).toMatchObject({ kind: 'unknown', reason: 'no answer in time' });
  expect(requests).toHaveLength(2);
});

test('where nothing listens, a read fails and a write was not sent', async () => {
  const { pool } = clientOf({ baseUrl: NOBODY });
  expect((await errorOf(pool.balances('BTC'))).kind).toBe('unreachable');
  const outcome = await pool.send(MOVE);
  expect(outcome).toMatchObject({ kind: 'unsent', reason: 'the pool couldn’t be reached' });
});

const echo = `{ "message": "bad ${KEY.replace('/', String.raw`\/`)}!", "${KEY}": "${KEY}" }`;
test.each<Scripted>([{ status: 400, text: echo }, 'reset'])(
  'the key shows nowhere after %j',
  async (answer) => {
    const { pool, logged } = await poolThat(() => answer);
    const error = await errorOf(pool.balances('BTC'));
    const outcome = await pool.send(MOVE);
    if (answer !== 'reset') expect(outcome.body).toEqual({ message: 'bad •••!', '•••': '•••' });
    const seen = inspect([error, outcome, logged], { depth: 9, showHidden: true });
    expect(seen).not.toContain(KEY);
  },
);

test('each request is counted by operation and outcome', async () => {
  const answers: Scripted[] = [{ status: 500, text: '' }, { json: {} }, { status: 400, json: {} }];
  const { pool, counted } = await poolThat(() => answers.shift() ?? 'reset');
  await pool.balances('BTC');
  await pool.send(MOVE);
  expect(counted).toEqual(['balances failed', 'balances ok', 'moveSubaccount declined']);
});
