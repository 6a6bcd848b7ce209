import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createGathering } from '../../../src/changes/posts/audit/batch-entries.js';
import { parseEntry, type Entry } from '../../../src/domain/changes/entry.js';
import {
  AUDIT_CHANNEL,
  CHANNEL,
  createChangesHarness,
  GUILD,
  PEOPLE,
  type ChangesHarness,
  pressOn,
} from '../fakes/changes-harness.js';

/** Several entries of one moment make one post in the audit channel. */

let world: ChangesHarness;

beforeEach(() => {
  world = createChangesHarness();
});

afterEach(() => {
  vi.useRealTimers();
});

const { manager, viewer } = PEOPLE;
const posts = () => world.chat.inChannel(AUDIT_CHANNEL).map((id) => world.chat.text(id));

test('a confirmed change is one post: confirmed, sent, answered, each linked to its card', async () => {
  const { change, messageId } = await world.askToMove();
  await world.changes.idle();
  expect(posts()).toHaveLength(1);
  await pressOn(world.changes).confirm(world.click(change, manager));
  await world.changes.idle();
  expect(posts()).toHaveLength(2);
  const words = posts()[1]
    ?.split('\n')
    .filter((line) => line.startsWith('<@') || /^\S+ /.test(line));
  const card = `[card](https://discord.com/channels/${GUILD}/${CHANNEL}/${messageId})`;
  const told = words?.filter((line) => line.includes(card)) ?? [];
  expect(told.map((line) => /confirmed|sent|answer/.exec(line)?.[0])).toEqual([
    'confirmed',
    'sent',
    'answer',
  ]);
});

test('what nothing follows is told at once, with what waited', async () => {
  vi.useFakeTimers();
  const { change } = await world.askToMove();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(posts()).toHaveLength(0);
  await expect(pressOn(world.changes).confirm(world.click(change, viewer))).rejects.toThrow();
  await vi.advanceTimersByTimeAsync(0);
  expect(posts()).toHaveLength(1);
  expect(posts()[0]).toMatch(/requested[^]*couldn’t confirm/);
});

test('what waits for something that doesn’t come is told after two seconds', async () => {
  vi.useFakeTimers();
  await world.askToMove();
  await vi.advanceTimersByTimeAsync(1_900);
  expect(posts()).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(200);
  expect(posts()).toHaveLength(1);
});

test('nothing waits where the process ends', async () => {
  vi.useFakeTimers();
  await world.askToMove();
  await world.changes.close();
  expect(posts()).toHaveLength(1);
});

test('entries that were taken wait no longer', async () => {
  const gathering = createGathering();
  await world.askToMove();
  const entries: Entry[] = [];
  for await (const text of world.changes.exportTrail(GUILD)) entries.push(parseEntry(text));
  const [asked] = entries;
  if (asked === undefined) throw new Error('nothing was entered');
  gathering.add(GUILD, asked);
  expect(gathering.take(GUILD)).toEqual([asked]);
  await gathering.wait(GUILD);
  expect(gathering.take(GUILD)).toEqual([]);
});
