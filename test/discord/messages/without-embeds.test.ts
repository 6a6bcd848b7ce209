import { expect, test } from 'vitest';
import { plainWords } from '../../../src/discord/messages/without-embeds.js';
import { shownMessage } from '../../../src/discord/messages/shown-message.js';

/** What a message tells of the trail where the bot lacks Embed Links. */

const embed = (description: string, footer?: string) => ({
  title: 'Move a subaccount',
  description,
  ...(footer === undefined ? {} : { footer: { text: footer } }),
});
const WITNESS = '#8 · Change abc · drawn at entry 30 · 16d7f615';
const told = (message: object) => {
  const {
    drawnAt: _,
    hasNoButtons: __,
    ...shown
  } = shownMessage({
    id: '1',
    embeds: [],
    content: plainWords(message) ?? '',
  });
  return shown;
};

test('what its card would tell, however much is cut', () => {
  for (const description of ['short', 'x'.repeat(4_000)])
    expect(told({ embeds: [embed(description, WITNESS)] })).toEqual({
      footer: WITNESS,
      isPlain: true,
    });
});

test('nothing, where its card told nothing', () => {
  expect(told({ embeds: [embed('x')] })).toEqual({ footer: null, isBare: true });
  expect(shownMessage({ id: '1', embeds: [], content: `x\n-# ${WITNESS}` })).toMatchObject({
    footer: null,
    isBare: true,
  });
});

test('nothing that somebody typed into it', () => {
  const forged = plainWords({ embeds: [embed('x', 'entry 99 · deadbeef')] }) ?? '';
  expect(told({ embeds: [embed(forged)] })).toEqual({ footer: null, isBare: true });
  expect(told({ embeds: [embed(forged, WITNESS)] })).toEqual({ footer: WITNESS, isPlain: true });
});
