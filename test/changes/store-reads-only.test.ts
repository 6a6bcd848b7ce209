import { beforeEach, expect, test } from 'vitest';
import { askForNobody, heardIn, moveAudit, OTHER_CHANNEL } from './fakes/settings-harness.js';
import {
  AUDIT_CHANNEL,
  createChangesHarness,
  PEOPLE,
  reconcileFor,
  type ChangesHarness,
} from './fakes/changes-harness.js';

/**
 * A store that can be read but accepts nothing, as Redis when full or a replica: what was told
 * can't be noted, yet must not be told again. Discord forgets nonces within minutes, so here it
 * remembers none.
 */

let world: ChangesHarness;
let back: () => void;

beforeEach(() => {
  world = createChangesHarness();
  const post = world.chat.post.bind(world.chat);
  world.chat.post = (channelId, reply) => post(channelId, reply);
  const spaces = ['audit-posted', 'audit-farewells'].map((name) => world.store.namespace(name));
  const sets = spaces.map((space) => space.set.bind(space));
  for (const space of spaces)
    space.set = async () => {
      throw new Error('OOM command not allowed');
    };
  back = () => {
    for (const [index, set] of sets.entries()) Object.assign(spaces[index] ?? {}, { set });
  };
});

async function timesHeard(words: string): Promise<number> {
  return (await heardIn(world, AUDIT_CHANNEL)).split(words).length - 1;
}

test('an entry is posted once', async () => {
  await world.askToMove(PEOPLE.manager);
  await reconcileFor(world, 60 * 60_000);
  expect(await timesHeard(' requested ')).toBe(1);
  back();
  await reconcileFor(world, 10 * 60_000);
  expect(await timesHeard(' requested ')).toBe(1);
  expect(await timesHeard('nobody confirmed in time')).toBe(1);
});

test('a replaced channel is told once', async () => {
  askForNobody(world);
  await moveAudit(world, OTHER_CHANNEL);
  await reconcileFor(world, 60 * 60_000);
  back();
  await reconcileFor(world, 10 * 60_000);
  expect(await timesHeard(`→ <#${OTHER_CHANNEL}>`)).toBe(1);
});
