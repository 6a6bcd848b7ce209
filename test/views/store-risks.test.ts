import { expect, test } from 'vitest';
import { STORE_RISKS } from '../../src/domain/store-risks.js';
import { storeRiskSentence } from '../../src/views/store-risks.js';

test('a store that keeps everything is said nothing of', () => {
  expect(storeRiskSentence([])).toBeNull();
});

test('each loss is named once', () => {
  expect(storeRiskSentence(['appendfsync-everysec'])).toBe(
    'The bot’s store may lose saved entries: the last second after a crash. Whoever runs the bot allowed this.',
  );
  expect(storeRiskSentence(STORE_RISKS)).toMatchInlineSnapshot(
    `"In a crash the store may lose everything since its last snapshot, the last second, the last half minute, entries when its memory is full, what its replica has not received yet and an unknown part, because its settings can’t be read of what it acknowledged. Whoever runs the bot allowed that."`,
  );
});
