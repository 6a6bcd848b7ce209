import { expect, test } from 'vitest';
import { failureCard, failureWords, part } from '../../src/cards/failures.js';
import { cardReply } from '../../src/discord/reply.js';
import { UserError } from '../../src/errors.js';
import { PoolError, type PoolErrorKind } from '../../src/pool/pool-error.js';
import { replyText } from '../support/reply-text.js';

function shown(error: unknown): string {
  const { card, buttons = [], canRetry } = failureCard(error, 'k3f9q');
  const rows = buttons.length > 0 ? [buttons] : [];
  return `${replyText(cardReply(card, { rows }))}${canRetry ? '\nmay be tried again' : ''}`;
}

test.each<[PoolErrorKind, number | undefined, string, string]>([
  [
    'key',
    401,
    'It no longer accepts the key: an admin connects another with `/setup key`.',
    'key not accepted (401)',
  ],
  ['forbidden', 403, 'The key has no access, or a name is misspelt.', 'no access (403)'],
  ['missing', 404, 'It has nothing with that name or id.', 'not at the pool (404)'],
  [
    'too-long',
    414,
    'Too many subaccounts at once: choose a site.',
    'too many subaccounts at once (414)',
  ],
  ['refused', 400, 'Check the options.', 'refused (400)'],
  ['failed', 500, 'It failed; try again in a minute.\nmay be tried again', 'the pool failed (500)'],
  [
    'foreign',
    403,
    'Something in between answered: tell the bot’s operator.\nmay be tried again',
    'something in between answered (403)',
  ],
  [
    'unreadable',
    undefined,
    'Its answer can’t be read: tell the bot’s operator.',
    'the answer can’t be read',
  ],
])(
  'the pool’s refusal "%s" (%s) says what happened and what to do',
  (kind, ...[status, sentence, words]) => {
    const error = new PoolError(kind, { status });
    const code = status === undefined ? '' : `(${status}) `;
    expect(shown(error)).toBe(`bad | The pool refused this\n${code}${sentence}`);
    expect(failureWords(error)).toBe(words);
  },
);

test('a pool that does not answer can be asked again', () => {
  const error = new PoolError('unreachable');
  expect(shown(error)).toBe(
    'bad | No answer from the pool\nTry again in a minute.\nmay be tried again',
  );
  expect(failureWords(error)).toBe('no answer from the pool');
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

test('a refusal is amber and keeps its buttons', () => {
  const buttons = [{ label: 'Edit again…', id: 'edit', style: 'primary' as const }];
  expect(shown(new UserError('Check the date', 'Use 1 nov.', { buttons }))).toBe(
    'warning | Check the date\nUse 1 nov.\n[*Edit again…]',
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
