import { expect, test } from 'vitest';
import { NO_ENTRY, parseEntry, readEntry, readSealed } from '../../../src/domain/changes/entry.js';
import { canonicalJson, hashOf } from '../../../src/domain/json/canonical-json.js';

const START = { lastSeq: 0, lastHash: NO_ENTRY };
const frozen = {
  step: 'frozen',
  details: { reason: 'r' },
  actor: 'pitboss',
  seq: 1,
  at: 5,
  previous: NO_ENTRY,
};
/** As stored, with a hash that fits. */
const stored = (unsealed: object) => canonicalJson({ ...unsealed, hash: hashOf(unsealed) });

test('an entry is read back as it was written', () => {
  const entry = { ...frozen, hash: hashOf(frozen) };
  for (const read of [readEntry(stored(frozen), START), readSealed(stored(frozen))])
    expect(read).toEqual(entry);
  expect(parseEntry(stored(frozen))).toEqual(entry);
});

test.each([
  ['a step that nobody knows', { ...frozen, step: 'thawed' }],
  ['a step without what it records', { ...frozen, details: {} }],
  ['no time', { ...frozen, at: 'noon' }],
  ['nobody who did it', { ...frozen, actor: 'somebody' }],
])('%s is another form, however well it is chained', (_, unsealed) => {
  expect(() => readEntry(stored(unsealed), START)).toThrow('it was written in another form');
  expect(readSealed(stored(unsealed))).toBeNull();
  expect(() => parseEntry(stored(unsealed))).toThrow();
});
