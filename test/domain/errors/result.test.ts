import { describe, expect, test } from 'vitest';
import { requireOne, toResult } from '../../../src/domain/errors/result.js';

describe('toResult', () => {
  test('makes a failure data', async () => {
    const error = new Error('gone');
    expect(await toResult(Promise.resolve(undefined))).toEqual({ ok: true, value: undefined });
    expect(await toResult(Promise.reject(error))).toEqual({ ok: false, error });
  });
});

describe('requireOne', () => {
  const good = { ok: true, value: 1 } as const;
  const [first, second] = [new Error('first'), new Error('second')];

  test('lets a part that stands be shown', () => {
    expect(() => requireOne([{ ok: false, error: first }, good])).not.toThrow();
    expect(() => requireOne([good])).not.toThrow();
    expect(() => requireOne([])).not.toThrow();
  });

  test('throws the first failure when nothing stands', () => {
    const failed = [first, second].map((error) => ({ ok: false as const, error }));
    expect(() => requireOne(failed)).toThrow(first);
  });
});
