import { expect, test } from 'vitest';
import { failureCard, failureWords, part } from '../../src/cards/failures.js';
import { cardReply } from '../../src/discord/reply.js';
import { UserError } from '../../src/errors.js';
import { PoolError, type PoolErrorKind } from '../../src/pool/pool-error.js';
import { replyText } from '../support/reply-text.js';

function shown(error: unknown): string {
  const mayPass = error instanceof PoolError && error.mayPass;
  const text = replyText(cardReply(failureCard(error, 'k3f9q')));
  return `${text}${mayPass ? '\nmay be tried again' : ''}`;
}

test.each<[PoolErrorKind, number, string]>([
  ['key', 401, 'It no longer accepts the key: an admin connects another with `/setup key`.'],
  ['forbidden', 403, 'The key has no access, or a name is misspelt.'],
  ['missing', 404, 'It has nothing with that name or id.'],
  ['too-long', 414, 'Too many subaccounts at once: choose a site.'],
  ['refused', 400, 'Check the options.'],
  ['failed', 500, 'It failed; try again in a minute.\nmay be tried again'],
  ['unreadable', 200, 'Its answer can’t be read: tell the bot’s operator.'],
])('the pool’s refusal "%s" (%s) says what to do', (kind, status, sentence) => {
  const card = `bad | The pool refused this\n(${status}) ${sentence}`;
  expect(shown(new PoolError(kind, { status }))).toBe(card);
});

test('the pool refused nothing that it was not asked', () => {
  expect(shown(new PoolError('too-long'))).toMatch(/^bad \| Not possible\n/);
});

test('a failed part is named in a few words', () => {
  expect(failureWords(new PoolError('forbidden', { status: 403 }))).toBe('no access (403)');
  expect(failureWords(new PoolError('unreachable'))).toBe('no answer from the pool');
});

test('a pool that does not answer can be asked again', () => {
  const error = new PoolError('unreachable');
  expect(shown(error)).toBe(
    'bad | No answer from the pool\nTry again in a minute.\nmay be tried again',
  );
});

test('what answers in place of the pool is not called the pool', () => {
  expect(shown(new PoolError('foreign', { status: 407 }))).toBe(
    'bad | No answer from the pool\n(407) A proxy answered instead of the pool: tell the bot’s operator.\nmay be tried again',
  );
});

test('a busy pool says when to try again', () => {
  expect(shown(new PoolError('busy', { status: 429, retryAfter: 20 }))).toContain(
    '(429) Try again in 20 s.',
  );
});

test('what the pool said is quoted once and formats nothing', () => {
  const error = new PoolError('refused', { status: 400, said: 'no **such** day\n@everyone' });
  expect(shown(error)).toContain('\n> no \\*\\*such\\*\\* day \\@everyone');
});

test('a web page that came instead is not quoted', () => {
  expect(shown(new PoolError('foreign', { said: '<html>' }))).not.toContain('html');
});

test('a refusal is amber', () => {
  expect(shown(new UserError('Check the date', 'Use 1 nov.'))).toBe(
    'warning | Check the date\nUse 1 nov.',
  );
});

test('a fault of ours names the incident and nothing of the error', () => {
  expect(shown(new Error('secret'))).toBe(
    'bad | Something went wrong\nGive the bot’s operator incident `k3f9q`; check `/changes list` before you try again.',
  );
});

test('only a failed read can be a missing part: a bug is none', async () => {
  const error = new PoolError('failed');
  expect(await part(Promise.reject(error))).toBe(error);
  await expect(part(Promise.reject(new TypeError('bug')))).rejects.toThrow('bug');
});
