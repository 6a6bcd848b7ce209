import { assert, constantFrom, integer, property, string, stringMatching } from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  readAuditEntryRef,
  readEntryRef,
  entryRefOf,
  entryRefText,
} from '../../../src/domain/changes/entry-ref.js';

const seq = integer({ min: 1, max: 1_000_000_000 });
const hash = stringMatching(/^[\da-f]{64}$/);

describe('what a footer tells of the trail', () => {
  test('is read as it was written, whatever stands before it', () => {
    const before = constantFrom('', 'Change 3q2-7wAbCdEfGhIjKlMnOp · ', 'entry 7 · 00000000 · ');
    assert(
      property(seq, hash, before, (lastSeq, lastHash, start) => {
        const entryRef = entryRefOf({ lastSeq, lastHash });
        if (entryRef === null) throw new Error('no entryRef');
        expect(lastHash.startsWith(entryRef.head)).toBe(true);
        expect(readEntryRef(start + entryRefText(entryRef))).toEqual({
          seq: lastSeq,
          head: lastHash.slice(0, 8),
        });
      }),
    );
  });

  test('is nothing where a footer says something else', () => {
    assert(
      property(string(), (text) => {
        expect(readEntryRef(`${text} `)).toBeNull();
      }),
    );
    for (const footer of [
      null,
      '',
      'Change 3q2-7wAbCdEfGhIjKlMnOp',
      'entry 0 · 9f3ac2e1',
      'entry 41 · 9f3ac2e',
      'entry 41 · 9F3AC2E1',
      'entry 41 · 9f3ac2e1 and more',
      'my entry 41 · 9f3ac2e1',
      'Read from the pool',
    ])
      expect(readEntryRef(footer), String(footer)).toBeNull();
  });

  test('of an audit post is all there is; a card in that channel is none', () => {
    expect(readAuditEntryRef('entry 41 · 9f3ac2e1')).toEqual({ seq: 41, head: '9f3ac2e1' });
    expect(readAuditEntryRef('Change abc · entry 41 · 9f3ac2e1')).toBeNull();
    expect(readAuditEntryRef(null)).toBeNull();
  });

  test('is nothing of a trail without entries', () => {
    expect(entryRefOf({ lastSeq: 0, lastHash: '0'.repeat(64) })).toBeNull();
  });
});
