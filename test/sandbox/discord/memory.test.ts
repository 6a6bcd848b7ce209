import { expect, test } from 'vitest';
import { boundedList, setBounded } from '../../../sandbox/discord/state/bounded.js';
import {
  createMessageStore,
  type StoredMessage,
} from '../../../sandbox/discord/state/message-store.js';
import { createSnowflakes } from '../../../sandbox/discord/state/snowflake.js';

test('a bounded list keeps its newest entries', () => {
  const list = boundedList<number>(100);
  for (let count = 1; count <= 10_000; count += 1) list.push(count);
  expect(list.items.length).toBeLessThanOrEqual(125);
  expect(list.items.slice(-100)).toEqual(Array.from({ length: 100 }, (_, index) => 9901 + index));
});

test('a bounded map forgets its oldest keys', () => {
  const map = new Map<number, number>();
  for (let count = 1; count <= 10; count += 1) setBounded(map, [count, count], 3);
  expect([...map.keys()]).toEqual([8, 9, 10]);
});

function message(id: string, bytes: number): StoredMessage {
  const data = new Uint8Array(bytes);
  const file = {
    id: `f${id}`,
    filename: 'f',
    description: null,
    contentType: 'text/plain',
    size: bytes,
    url: '',
    inEmbed: false,
    data,
  };
  return {
    id,
    guildId: 'g',
    channelId: 'c',
    authorId: 'a',
    content: '',
    embeds: [],
    components: [],
    attachments: [file],
    ephemeralFor: null,
    thinking: false,
    edited: false,
    deleted: false,
    pinged: [],
    repliesTo: null,
    createdAt: 0,
    flags: 0,
    nonce: null,
    editedAt: null,
    interaction: null,
  };
}

test('files beyond 128 MiB are forgotten with their messages, oldest first', () => {
  const store = createMessageStore(() => {});
  const bytes = 50 * 1024 * 1024;
  for (const id of ['1', '2', '3']) store.put(message(id, bytes));
  expect(store.list('c').map((each) => each.id)).toEqual(['2', '3']);
  expect(store.attachment('f1')).toBeUndefined();
  store.remove('2');
  store.put(message('4', bytes));
  expect(store.list('c').map((each) => each.id)).toEqual(['3', '4']);
});

test('messages beyond 2,000 are forgotten', () => {
  const store = createMessageStore(() => {});
  for (let count = 1; count <= 2_010; count += 1) store.put(message(String(count), 0));
  expect(store.list('c')).toHaveLength(2_000);
  expect(store.get('10')).toBeUndefined();
});

test('ids have 17 to 19 digits, grow, and never repeat, whatever the clock says', () => {
  for (const now of [() => 0, () => Date.UTC(2026, 10, 20)]) {
    const ids = createSnowflakes(now);
    const some = Array.from({ length: 1_000 }, () => ids.next());
    expect(new Set(some).size).toBe(1_000);
    expect(some.toSorted()).toEqual(some);
    for (const id of [...some, ids.nextGuild()]) expect(id).toMatch(/^\d{17,19}$/);
  }
});
