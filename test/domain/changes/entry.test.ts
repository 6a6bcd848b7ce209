import { expect, test } from 'vitest';
import { NO_ENTRY, parseEntry, readEntry, readHashed } from '../../../src/domain/changes/entry.js';
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
const stored = (unhashed: object) => canonicalJson({ ...unhashed, hash: hashOf(unhashed) });

test('an entry is read back as it was written', () => {
  const entry = { ...frozen, hash: hashOf(frozen) };
  for (const read of [readEntry(stored(frozen), START), readHashed(stored(frozen))])
    expect(read).toEqual(entry);
  expect(parseEntry(stored(frozen))).toEqual(entry);
});

test.each([
  ['a step that nobody knows', { ...frozen, step: 'thawed' }],
  ['a step without what it records', { ...frozen, details: {} }],
  ['no time', { ...frozen, at: 'noon' }],
  ['nobody who did it', { ...frozen, actor: 'somebody' }],
])('%s is another form, however well it is chained', (_, unhashed) => {
  expect(() => readEntry(stored(unhashed), START)).toThrow('it was written in another form');
  expect(readHashed(stored(unhashed))).toBeNull();
  expect(() => parseEntry(stored(unhashed))).toThrow();
});
