import { beforeEach, describe, expect, test } from 'vitest';
import {
  EXTERNAL_CHANGES_RULE_ID,
  POOL_RULE_ID,
  rulesInForce,
} from '../../../src/domain/alerts/rule.js';
import { evaluateEvents } from '../../../src/domain/alerts/evaluate/evaluate-events.js';
import {
  aRule,
  AUDIT,
  CHANNEL,
  MINUTE,
  ROLE,
  SECOND_ROLE,
  withRules,
} from '../fakes/alert-harness.js';
import { createPostsHarness, OTHER, type PostsHarness } from './posts-harness.js';

let world: PostsHarness;

beforeEach(() => {
  world = createPostsHarness();
});

describe('where it goes', () => {
  const pool = (channelId?: string) =>
    rulesInForce({ rules: [], ...(channelId === undefined ? {} : { channelId }) }).find(
      ({ id }) => id === POOL_RULE_ID,
    ) ?? aRule();

  test('a rule without a channel goes to that of the server’s alerts', async () => {
    const { channelId: _, ...rule } = aRule();
    await withRules(world.store, { rules: [rule], channelId: OTHER });
    await world.minutes(11, rule, 'breached');
    expect(world.messages().map(({ channelId }) => channelId)).toEqual([OTHER]);
  });

  test('what is always watched goes to the audit channel where there is no other', async () => {
    await withRules(world.store, { rules: [] });
    await world.minutes(11, pool(), 'breached');
    expect(world.messages().map(({ channelId }) => channelId)).toEqual([AUDIT]);
    expect(EXTERNAL_CHANGES_RULE_ID).not.toBe(POOL_RULE_ID);
  });

  test('without any channel nothing waits, and the log knows it once', async () => {
    const { channelId: _, ...rule } = aRule();
    await withRules(world.store, { rules: [rule] });
    await world.minutes(11, rule, 'breached');
    await world.minutes(8, rule, 'clear');
    await world.minutes(11, rule, 'breached');
    expect(world.messages()).toEqual([]);
    expect(world.process.trouble).toHaveLength(1);
    expect((await world.state()).tells).toEqual([]);
    expect(world.history.kept.size).toBe(1);
  });

  test('a post that may stand is looked for where it was sent, whatever its rule says by now', async () => {
    const rule = aRule();
    await withRules(world.store, { rules: [rule] });
    for (let minute = 0; minute <= 10; minute++) {
      await world.read(rule, 'breached');
      world.clock.at += MINUTE;
    }
    world.channels.faults.push('lost');
    await world.deliver();
    await withRules(world.store, { rules: [{ ...rule, channelId: OTHER }] });
    await world.minutes(3, rule, 'breached');
    expect(world.messages().map(({ channelId }) => channelId)).toEqual([CHANNEL]);
    expect((await world.state()).alerts[0]?.message).toEqual({
      channelId: CHANNEL,
      messageId: 'message-1',
    });
  });

  test('what was changed elsewhere goes where the rule that watches for it now sends it', async () => {
    const own = aRule({ id: 'own', condition: 'changed-elsewhere' });
    const event = { key: 'one', at: world.clock.at, facts: { kind: 'elsewhere' } };
    await world.change((now) => evaluateEvents(now, own, { events: [event], now: world.clock.at }));
    // Removed in the moment in which it was judged.
    await withRules(world.store, { rules: [], channelId: OTHER });
    await world.deliver();
    expect(world.messages().map(({ channelId }) => channelId)).toEqual([OTHER]);
  });

  test('the audit channel hears once of a channel that refuses, and it is tried again', async () => {
    const rules = [aRule(), aRule({ id: 'rate2' }), aRule({ id: 'rate3' })];
    await withRules(world.store, { rules });
    world.channels.refusing.set(CHANNEL, 'forbidden');
    for (let minute = 0; minute < 60; minute++) {
      for (const rule of rules) await world.read(rule, 'breached');
      await world.deliver();
      world.clock.at += MINUTE;
    }
    expect(world.messages().map(({ channelId }) => channelId)).toEqual([AUDIT]);
    expect(world.titles()).toEqual(['An alert could not be posted']);
    expect(world.process.trouble).toEqual([]);
    world.channels.refusing.clear();
    for (let minute = 0; minute < 60; minute++) {
      await world.deliver();
      world.clock.at += MINUTE;
    }
    const told = world.messages().filter(({ posted }) => posted.pings !== undefined);
    expect(told.filter(({ posted }) => posted.repliesTo === undefined)).toHaveLength(3);
  });
});

test('what is for another channel or role is told there', async () => {
  const rules = Array.from({ length: 17 }, (_, index) => {
    const others = index < 12 ? {} : { channelId: OTHER, roleId: SECOND_ROLE };
    return aRule({ id: `rate${index}`, remindMinutes: 0, ...others });
  });
  await withRules(world.store, { rules });
  await world.rounds(rules, 11, () => 'breached');
  const told = world.messages().map(({ channelId, posted }) => [channelId, posted.pings]);
  expect(told.filter(([channelId]) => channelId === CHANNEL)).toEqual([[CHANNEL, ROLE]]);
  const inOther = told.filter(([channelId]) => channelId === OTHER);
  expect(inOther).toEqual(Array.from({ length: 5 }, () => [OTHER, SECOND_ROLE]));
});
