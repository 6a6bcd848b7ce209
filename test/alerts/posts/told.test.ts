import { beforeEach, describe, expect, test } from 'vitest';
import { closeAlertsOf } from '../../../src/domain/alerts/evaluate/close-alerts.js';
import { evaluate } from '../../../src/domain/alerts/evaluate/evaluate.js';
import { createKillableProcess } from '../../changes/fakes/killable-process.js';
import { customIds } from '../fakes/alert-channel.js';
import {
  aRule,
  GUILD,
  MINUTE,
  ROLE,
  SECOND_ROLE,
  startPosts,
  withRules,
} from '../fakes/alert-harness.js';
import { createPostsHarness, type PostsHarness } from './posts-harness.js';

let world: PostsHarness;

beforeEach(() => {
  world = createPostsHarness();
});

describe('what is told of an alert', () => {
  test('one message with the mention of its role, and a reply without one at its end', async () => {
    await world.untilFiring();
    await world.minutes(5, aRule(), 'breached');
    await world.minutes(6, aRule(), 'clear');
    const [first, end] = world.messages();
    expect(world.messages()).toHaveLength(2);
    expect(first?.posted.pings).toBe(ROLE);
    expect(first?.reply.pings).toBeUndefined();
    expect(world.titles()[0]).toMatch(/^Resolved: /);
    expect(end?.posted).toMatchObject({ repliesTo: first?.id });
    expect(end?.posted.pings).toBeUndefined();
    expect(end?.posted.content).toContain('Nobody acknowledged it.');
    expect([...world.history.kept.values()]).toMatchObject([{ phase: 'resolved', worst: '66' }]);
    expect(await world.state()).toMatchObject({ alerts: [], tells: [] });
  });

  test('reminders are replies to its message, and mention the second role', async () => {
    const rule = aRule({ secondRoleId: SECOND_ROLE });
    await world.untilFiring(rule);
    await world.minutes(61, rule, 'breached');
    expect(world.messages()[1]?.posted).toMatchObject({
      pings: SECOND_ROLE,
      repliesTo: 'message-1',
    });
    expect(world.messages()).toHaveLength(2);
    const id = await world.alertId();
    expect(customIds(world.messages()[1]?.reply ?? {})).toEqual([
      `alert-ack:${id}`,
      `alert-show:${id}:${id}-reminder-1`,
    ]);
  });

  test('no reminder leaves once somebody has it', async () => {
    const rule = aRule();
    await world.untilFiring(rule);
    for (let minute = 0; minute < 61; minute++) {
      await world.read(rule, 'breached');
      world.clock.at += MINUTE;
    }
    const id = await world.alertId();
    expect((await world.state()).tells).toHaveLength(1);
    await world.change((now) => ({
      ...now,
      alerts: now.alerts.map((each) => ({
        ...each,
        acknowledged: { by: '7', at: world.clock.at },
      })),
    }));
    await world.deliver();
    expect(world.messages()).toHaveLength(1);
    expect((await world.state()).tells).toEqual([]);
    expect(id).not.toBe('');
  });

  test('that there is no data, and that there is again, in this order', async () => {
    const rule = aRule();
    await withRules(world.store, { rules: [rule] });
    for (let minute = 0; minute <= 31; minute++) {
      const now = world.clock.at;
      await world.change((before) =>
        evaluate(before, rule, { reading: null, now, isSuppressed: false }),
      );
      world.clock.at += MINUTE;
    }
    world.channels.faults.push('fails');
    await world.deliver();
    await world.read(rule, 'clear');
    await world.deliver();
    expect(world.messages()).toEqual([]);
    world.clock.at += 5 * MINUTE;
    await world.deliver();
    await world.deliver();
    expect(world.titles().map((title) => title.split(':')[0])).toEqual(['No data', 'Data is back']);
    expect(world.messages().every(({ posted }) => posted.pings === undefined)).toBe(true);
  });

  test('nothing of an alert whose rule was removed before it was told', async () => {
    const rule = aRule();
    await withRules(world.store, { rules: [rule] });
    for (let minute = 0; minute <= 10; minute++) {
      await world.read(rule, 'breached');
      world.clock.at += MINUTE;
    }
    await withRules(world.store, { rules: [] });
    await world.change((now) => closeAlertsOf(now, { ruleId: rule.id }, world.clock.at));
    await world.deliver();
    await world.deliver();
    expect(world.messages()).toEqual([]);
    expect(await world.state()).toMatchObject({ alerts: [], tells: [] });
    expect([...world.history.kept.values()]).toMatchObject([{ phase: 'closed' }]);
  });
});

test('with nothing to do it reads once, and writes nothing', async () => {
  await world.untilFiring();
  const killable = createKillableProcess({ atCall: Infinity, when: 'before' });
  const { store, channels, history, clock } = world;
  const { posts } = startPosts({
    store: killable.port(store),
    channels: killable.port(channels),
    history: killable.port(history),
    clock,
  });
  await posts.deliver(GUILD);
  expect(killable.calls).toBe(1);
});
