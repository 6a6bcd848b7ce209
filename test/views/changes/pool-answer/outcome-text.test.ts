import { describe, expect, test } from 'vitest';
import type { FailureNote } from '../../../../src/domain/changes/change.js';
import { outcomeLines } from '../../../../src/views/changes/pool-answer/outcome-text.js';

const by = { by: 'pitboss', at: 1 } as const;
const CHECKED = { resolved: { ...by, note: 'looked' } };
const SEEN = { observed: { ...by, present: {} } };

function lines(failure: Omit<FailureNote, 'why'>, later = {}): string {
  const change = { state: 'unknown', failure: { why: 'pool', ...failure }, ...later } as const;
  return outcomeLines(change).filter(Boolean).join('\n');
}

describe('an unknown outcome says of the answer what is known', () => {
  const TOO_LONG = { error: 'PoolUnreadable', status: 200, size: 300_102, sha256: 'ab' };
  const FAILED = { error: 'PoolUnreadable', status: 200, answer: { status: 'FAILED' } };
  const TIMEOUT = { error: 'PoolTimeout' };
  const CONFLICT = { error: 'PoolUnclear', status: 409, said: 'already there' };
  test.each([
    {
      name: 'too long',
      failure: TOO_LONG,
      later: CHECKED,
      words: 'Its answer leaves open whether it was done.',
    },
    {
      name: 'a conflict',
      failure: CONFLICT,
      later: CHECKED,
      words: 'Its answer leaves open whether it was done.',
    },
    {
      name: 'a failed record',
      failure: FAILED,
      later: CHECKED,
      words: 'Its answer says that it failed.',
    },
    { name: 'none', failure: TIMEOUT, later: CHECKED, words: 'Its answer isn’t known.' },
    {
      name: 'none after a 103',
      failure: { error: 'PoolUnreachable', status: 103 },
      later: CHECKED,
      words: 'Its answer isn’t known.',
    },
    {
      name: 'a conflict',
      failure: CONFLICT,
      later: SEEN,
      words: 'Its answer left that open, but the pool has since listed',
    },
    {
      name: 'none',
      failure: TIMEOUT,
      later: SEEN,
      words: 'The pool’s answer isn’t known, but it has since listed',
    },
    {
      name: 'too long',
      failure: TOO_LONG,
      later: {},
      words: 'Nobody knows whether the pool did it.',
    },
  ])('$name: $words', ({ failure, later, words }) => {
    expect(lines(failure, later).split('\n')[0]).toContain(words);
  });
});

describe('what the pool said beside its message', () => {
  const broken = (body: string, said: string) =>
    lines({ error: 'PoolBroken', status: 500, said, body });

  test('is shown', () => {
    const body = '{"message":"Internal error","detail":"the addresses were replaced"}';
    expect(broken(body, 'Internal error')).toContain(`> Its answer: \`${body}\``);
  });

  test('is nothing if there is only the message', () => {
    expect(broken('{"message":"Internal error"}', 'Internal error')).not.toContain('Its answer:');
  });

  test('is counted where it is long, and named where it is a page', () => {
    const long = broken(JSON.stringify({ message: 'm', more: 'x'.repeat(400) }), 'm');
    expect(long).toContain('Its answer: ');
    expect(long).toContain('The pool said more.');
    const page = broken('<html><title>Bad gateway</title><p>nginx</p></html>', 'Bad gateway');
    expect(page).not.toContain('nginx');
    expect(page).toContain('The pool said more.');
  });
});
