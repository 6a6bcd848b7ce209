import { beforeEach, expect, test } from 'vitest';
import type { Change } from '../../../src/domain/changes/change.js';
import { typedNumber } from '../../../src/domain/changes/typed-change-number.js';
import {
  createChangesHarness,
  GUILD,
  PEOPLE,
  type ChangesHarness,
  pressOn,
} from '../fakes/changes-harness.js';

/** Each change has a number in its server, which follows from the trail alone. */

let world: ChangesHarness;
let asked: Change[];

beforeEach(async () => {
  world = createChangesHarness({ checkpointEvery: 4 });
  asked = [];
  for (let each = 0; each < 5; each++) {
    const { change } = await world.askToMove();
    asked.push(change);
    await pressOn(world.changes).cancel(world.click(change, PEOPLE.manager));
  }
  await world.changes.idle();
});

const notes = () => world.store.notes<{ text: string; signature: string }>('trail-checkpoints');
const numbersOf = async (changes: ChangesHarness['changes']) =>
  (await changes.list(GUILD)).map(({ id, number }) => [id, number]);
const inOrder = () => asked.map(({ id }, at) => [id, at + 1]).toReversed();

test('counts what was asked for, refusals and other steps aside', async () => {
  expect(asked.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
  expect(await numbersOf(world.changes)).toEqual(inOrder());
});

test('is the same for a process that starts on a checkpoint, and for one that reads all', async () => {
  expect(await numbersOf(world.start())).toEqual(inOrder());
  await notes().delete(GUILD);
  expect(await numbersOf(world.start())).toEqual(inOrder());
});

test('is given on by what a checkpoint holds, in which no number stands', async () => {
  const { text = '{}' } = (await notes().get(GUILD)) ?? {};
  const { traces } = JSON.parse(text);
  expect(JSON.stringify(traces)).not.toContain('number');
  const next = world.start();
  const { change } = await world.askToMove();
  expect((await next.find(GUILD, change.id))?.number).toBe(6);
});

test('is what a change that takes the place of another gets too', async () => {
  const { change } = await world.askToMove();
  world.workspace.siteOf.set('main', 'site-c');
  const { replacedBy = '' } = await pressOn(world.changes).confirm(
    world.click(change, PEOPLE.manager),
  );
  expect((await world.changes.find(GUILD, replacedBy))?.number).toBe(7);
});

test('finds a change, with and without its sign, among those that ended long ago', async () => {
  const next = world.start();
  for (const typed of ['1', '#1', ' #1 ']) {
    expect((await next.find(GUILD, typed))?.id).toBe(asked[0]?.id);
  }
  expect((await next.find(GUILD, asked[2]?.id ?? ''))?.number).toBe(3);
  for (const typed of ['0', '6', '#', '1.0', '']) expect(await next.find(GUILD, typed)).toBeNull();
});

test('reads the entries of that one change alone', async () => {
  const next = world.start();
  await next.current(GUILD);
  const reads: number[] = [];
  const entryAt = world.store.entryAt.bind(world.store);
  world.store.entryAt = (stream, seq) => {
    reads.push(seq);
    return entryAt(stream, seq);
  };
  await next.find(GUILD, '#1');
  expect(reads).toEqual([1, 2]);
});

test.each([
  ['14', 14],
  ['#14', 14],
  ['014', null],
  ['14a', null],
  ['１４', null],
  ['9'.repeat(16), null],
])('%s is typed for the number %s', (typed, number) => {
  expect(typedNumber(typed)).toBe(number);
});
