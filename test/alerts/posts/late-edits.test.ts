import { beforeEach, expect, test } from 'vitest';
import { acknowledge } from '../../../src/domain/alerts/acknowledge-and-silence.js';
import {
  aRule,
  type History,
  GUILD,
  MINUTE,
  startPosts,
  withRules,
} from '../fakes/alert-harness.js';
import { createPostsHarness, OTHER, type PostsHarness } from './posts-harness.js';

let world: PostsHarness;

beforeEach(() => {
  world = createPostsHarness();
});

/** A process whose next edit waits until it is released. */
function slowProcess(history = world.history) {
  const { channels, store, clock } = world;
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  let isHeld = false;
  const process = startPosts({
    store,
    history,
    clock,
    channels: {
      ...channels,
      async edit(...edit) {
        if (!isHeld) {
          isHeld = true;
          await held;
        }
        return channels.edit(...edit);
      },
    },
  });
  return { process, isHeld: () => isHeld, release: () => release() };
}

test('an edit that a process held for hours is not the last that people see', async () => {
  await world.untilFiring();
  const rule = aRule();
  const slow = slowProcess();
  await world.read(rule, 'breached', '40');
  world.clock.at += MINUTE;
  const late = slow.process.posts.deliver(GUILD);
  await expect.poll(slow.isHeld).toBe(true);
  // Its claim has expired, and another process takes over.
  world.clock.at += 2 * MINUTE;
  await world.minutes(10, rule, 'clear');
  expect(await world.state()).toMatchObject({ alerts: [], tells: [] });
  slow.release();
  await late;
  expect(world.titles()[0]).toMatch(/^Resolved/);
});

test('nor where the store is away just then', async () => {
  await world.untilFiring();
  const rule = aRule();
  let fails = 0;
  const history: History = {
    ...world.history,
    async ended(...which) {
      if (fails > 0) throw new Error(`away, ${fails--} times more`);
      return world.history.ended(...which);
    },
  };
  const slow = slowProcess(history);
  await world.read(rule, 'breached', '40');
  world.clock.at += MINUTE;
  const late = slow.process.posts.deliver(GUILD);
  await expect.poll(slow.isHeld).toBe(true);
  world.clock.at += 2 * MINUTE;
  await world.minutes(10, rule, 'clear');
  fails = 2;
  slow.release();
  await late;
  expect(fails).toBe(0);
  expect(world.titles()[0]).toMatch(/^Resolved/);
});

test('nor is one of a list of many alerts', async () => {
  const rules = Array.from({ length: 12 }, (_, index) =>
    aRule({ id: `rate${index}`, remindMinutes: 0 }),
  );
  await withRules(world.store, { rules, channelId: OTHER });
  await world.rounds(rules, 12, () => 'breached');
  expect(world.titles()).toEqual(['Firing: 12 alerts at once']);
  const slow = slowProcess();
  await world.change((now) =>
    acknowledge(now, now.storms[0]?.id ?? '', { by: '77', at: now.storms[0]?.at ?? 0 }),
  );
  world.clock.at += MINUTE;
  const late = slow.process.posts.deliver(GUILD);
  await expect.poll(slow.isHeld).toBe(true);
  world.clock.at += 2 * MINUTE;
  await world.rounds(rules, 12, () => 'clear');
  expect(await world.state()).toMatchObject({ alerts: [], storms: [], tells: [] });
  slow.release();
  await late;
  expect(world.titles()[0]).toBe('Over: 12 alerts at once');
});
