import { beforeEach, expect, test } from 'vitest';
import { gatherBursts } from '../../../src/domain/alerts/alert-bursts.js';
import { evaluateEvents } from '../../../src/domain/alerts/evaluate/evaluate-events.js';
import type { PoolEvent } from '../../../src/domain/alerts/reading.js';
import {
  EXTERNAL_CHANGES_RULE_ID,
  rulesInForce,
  type AlertRule,
} from '../../../src/domain/alerts/rule.js';
import { aRule, AUDIT, CHANNEL, MINUTE, ROLE, withRules } from '../fakes/alert-harness.js';
import { createPostsHarness, OTHER, type PostsHarness } from './posts-harness.js';

let world: PostsHarness;

beforeEach(() => {
  world = createPostsHarness();
});

/** The server's alerts go there from now on. */
async function tellIn(channelId: string): Promise<void> {
  await withRules(world.store, { channelId });
}

/** Its messages go with it; alerts go to the other channel from now on. */
async function deleteChannel(): Promise<void> {
  world.channels.refusing.set(CHANNEL, 'gone');
  world.channels.messages.length = 0;
  await tellIn(OTHER);
}

async function round(events: readonly PoolEvent[] = []): Promise<void> {
  const now = world.clock.at;
  const rule = builtIn();
  await world.change((state) => evaluateEvents(state, rule, { events, now }));
  await world.change((state) => gatherBursts(state, now, [rule]));
  await world.deliver();
}

function builtIn(): AlertRule {
  const found = rulesInForce({ rules: [] }).find(({ id }) => id === EXTERNAL_CHANGES_RULE_ID);
  if (found === undefined) throw new Error('It watches always');
  return found;
}

const changes = (count: number): PoolEvent[] =>
  Array.from({ length: count }, (_, index) => ({
    key: `found-${index}`,
    at: world.clock.at,
    facts: { kind: 'elsewhere' },
  }));

async function pass(minutes: number): Promise<void> {
  for (let passed = 0; passed < minutes; passed++) {
    world.clock.at += MINUTE;
    await round();
  }
}

/** Without the audit channel, which is told of the refusal. */
const channelsOfMessages = () =>
  world.messages().flatMap(({ channelId }) => (channelId === AUDIT ? [] : [channelId]));

test.each(['fails', 'lost'] as const)(
  'an alert whose first post %s is told where alerts go now, once its channel is deleted',
  async (fault) => {
    await tellIn(CHANNEL);
    world.channels.faults.push(fault);
    await round(changes(1));
    await deleteChannel();
    await pass(30);
    expect(channelsOfMessages()).toEqual([OTHER]);
    expect((await world.state()).alerts[0]?.message?.channelId).toBe(OTHER);
  },
);

test('reminders of what was changed elsewhere come where alerts go now', async () => {
  await tellIn(CHANNEL);
  await round(changes(1));
  expect(channelsOfMessages()).toEqual([CHANNEL]);
  await deleteChannel();
  await pass(90);
  expect(channelsOfMessages()).toEqual([OTHER]);
  // It replies to no message, since there is none.
  const reminder = world.messages().find(({ channelId }) => channelId === OTHER);
  expect(reminder?.posted.repliesTo).toBeUndefined();
});

test('reminders of many at once come where alerts go now', async () => {
  await tellIn(CHANNEL);
  await round(changes(30));
  expect(channelsOfMessages()).toEqual([CHANNEL]);
  await deleteChannel();
  await pass(90);
  expect(channelsOfMessages()).toEqual([OTHER]);
});

test('a channel that only refuses keeps its alert', async () => {
  await world.untilFiring();
  const rule = { ...aRule(), channelId: OTHER, roleId: ROLE };
  await withRules(world.store, { rules: [rule] });
  world.channels.refusing.set(CHANNEL, 'forbidden');
  await world.minutes(75, rule, 'breached');
  expect(channelsOfMessages()).not.toContain(OTHER);
  world.channels.refusing.clear();
  await world.minutes(30, rule, 'breached');
  expect(new Set(channelsOfMessages())).toEqual(new Set([CHANNEL]));
});
