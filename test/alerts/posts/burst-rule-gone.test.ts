import { beforeEach, expect, test } from 'vitest';
import { afterRuleChange } from '../../../src/domain/alerts/rule-changes.js';
import type { AlertRule } from '../../../src/domain/alerts/rule.js';
import { aRule, CHANNEL, MINUTE, ROLE, withRules } from '../fakes/alert-harness.js';
import { createPostsHarness, OTHER, type PostsHarness } from './posts-harness.js';

const RULES = Array.from({ length: 14 }, (_, index) =>
  aRule({ id: `rate${index}`, forMinutes: 0, remindMinutes: 0 }),
);
const [FIRST = aRule(), ...REST] = RULES;

let world: PostsHarness;

beforeEach(async () => {
  world = createPostsHarness();
  await withRules(world.store, { rules: RULES });
});

async function changeRules(rules: readonly AlertRule[]): Promise<void> {
  const [before, after] = [{ rules: RULES }, { rules: [...rules] }];
  await withRules(world.store, after);
  const now = world.clock.at;
  await world.change((state) => afterRuleChange(state, { before, after, now }));
}

/** What Discord has after the channel refused a burst, and the rules were changed meanwhile. */
async function toldAfter(rules: readonly AlertRule[]) {
  world.channels.refusing.set(CHANNEL, 'forbidden');
  await world.rounds(RULES, 1, () => 'breached');
  await changeRules(rules);
  world.channels.refusing.clear();
  world.channels.messages.length = 0;
  await world.rounds(rules, 10, () => 'breached');
  return world.messages().map(({ channelId, posted }) => [channelId, posted.pings]);
}

test('a burst that waits for Discord is told where the rule of its first alert is removed', async () => {
  expect(await toldAfter(REST)).toEqual([[CHANNEL, ROLE]]);
  expect(world.titles()).toEqual(['Firing: 13 of 14 alerts at once']);
});

test('a burst that waits for Discord is told where that rule is edited to watch and tell others', async () => {
  const threshold = { unit: 'percent', value: '70' } as const;
  const told = await toldAfter([{ ...FIRST, threshold, channelId: OTHER }, ...REST]);
  // The edited rule has a new alert of its own, which needn't wait.
  expect(told).toEqual([
    [OTHER, ROLE],
    [CHANNEL, ROLE],
  ]);
});

test('a burst that waits for Discord is told to nobody where all its rules are removed', async () => {
  expect(await toldAfter([])).toEqual([]);
  expect(await world.state()).toMatchObject({ alerts: [], tells: [], storms: [] });
});

test('the end of a burst is told where the rule of its last alert is removed before it could be', async () => {
  await world.rounds(RULES, 2, () => 'breached');
  world.channels.refusing.set(CHANNEL, 'forbidden');
  await world.rounds(RULES, 7, () => 'clear');
  await changeRules(RULES.slice(0, -1));
  world.channels.refusing.clear();
  world.clock.at += 5 * MINUTE;
  await world.rounds(RULES.slice(0, -1), 3, () => 'clear');
  expect(world.titles().at(-1)).toContain('All 14 alerts are over');
});
