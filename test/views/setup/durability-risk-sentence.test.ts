import { expect, test } from 'vitest';
import { DURABILITY_RISKS } from '../../../src/domain/durability-risks.js';
import { durabilityRiskSentence } from '../../../src/views/setup/durability-risk-sentence.js';

test('a store that keeps everything is said nothing of', () => {
  expect(durabilityRiskSentence([])).toBeNull();
});

test('each loss is named once', () => {
  expect(durabilityRiskSentence(['appendfsync-everysec'])).toBe(
    'The bot’s store may lose saved entries: the last second after a crash. The bot’s operator allowed this.',
  );
  expect(durabilityRiskSentence(DURABILITY_RISKS)).toMatchInlineSnapshot(
    `"The bot’s store may lose saved entries: everything since its last snapshot, the last second, the last half minute and any of them after a crash; any of them when its memory is full; what its replica has not received yet when that takes over; an unknown part because its settings can’t be read; any of them after a failed sync; any of them where a page is damaged. The bot’s operator allowed this."`,
  );
});
