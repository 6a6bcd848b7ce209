import { expect, test } from 'vitest';
import { messagesOf, takenMessageId } from '../../../src/discord/messages/shown-as-sent.js';
import { plainWords } from '../../../src/discord/messages/without-embeds.js';

const card = (entry: string, title = 'A change') => ({
  content: '',
  embeds: [{ title, footer: { text: `Change #3 · ${entry}` } }],
});
const NOW = 'entry 41 · 9f3ac2e1';
const EARLIER = 'entry 40 · 9f3ac2e1';
const OTHER_TRAIL = 'entry 41 · 00000000';

const sent = { json: card(NOW), channelId: '1', messageId: '9', nonce: 'n' };
const answer = { id: '9', channel_id: '1', nonce: 'n', ...card(NOW) };

test('the message as it was sent is taken, whatever Discord adds or leaves out', () => {
  expect(takenMessageId(answer, sent)).toBe('9');
  for (const nonce of [undefined, null])
    expect(takenMessageId({ ...answer, nonce, flags: 0 }, sent)).toBe('9');
  expect(takenMessageId({ ...answer, nonce: 12 }, { ...sent, nonce: '12' })).toBe('9');
  expect(takenMessageId(answer, { json: card(NOW), channelId: undefined })).toBe('9');
  // Discord may write a title in another way; the entry stays.
  expect(takenMessageId({ ...answer, ...card(NOW, 'A  change') }, sent)).toBe('9');
  // Without Embed Links the embeds are dropped, and their words follow.
  expect(takenMessageId({ ...answer, embeds: [] }, sent)).toBe('9');
});

test.each([
  ['its own request id', { id: 'de046dfd-0db3-4a8e-95fe-31585cca8794' }],
  ['the id of the message alone', { id: '9' }],
  ['another message of the channel', { ...answer, id: '8' }],
  ['the answer to another post', { ...answer, nonce: 'm' }],
  ['a message of another channel', { ...answer, channel_id: '2' }],
  ['a past state of the message', { ...answer, ...card(EARLIER) }],
  ['the message under another trail', { ...answer, ...card(OTHER_TRAIL) }],
  ['the message without its end', { ...answer, embeds: [{ title: 'A change' }] }],
  ['a past state in plain words', { ...answer, content: plainWords(card(EARLIER)), embeds: [] }],
  ['a list', [answer]],
  ['a page', '<html>'],
  ['nothing', null],
])('%s is not', (_, instead) => {
  expect(takenMessageId(instead, sent)).toBeNull();
});

test('what is sent in plain words is compared by the entry at their end', () => {
  const json = { content: plainWords(card(NOW)) };
  const plain = (entry: string) => ({ ...answer, content: plainWords(card(entry)), embeds: [] });
  expect(takenMessageId(plain(NOW), { ...sent, json })).toBe('9');
  expect(takenMessageId(plain(EARLIER), { ...sent, json })).toBeNull();
});

test('what says nothing of the trail goes by its place alone', () => {
  const json = { content: 'Hello' };
  expect(takenMessageId({ ...answer, content: 'Hello', embeds: [] }, { ...sent, json })).toBe('9');
  expect(takenMessageId({ ...answer, channel_id: '2' }, { ...sent, json })).toBeNull();
});

test('a list is of its channel as a whole', () => {
  expect(messagesOf('1', [])).toEqual([]);
  expect(messagesOf('1', [answer])).toEqual([answer]);
  for (const list of [[answer, { ...answer, channel_id: '2' }], [{}], ['x'], {}, null])
    expect(() => messagesOf('1', list)).toThrow();
});
