import { beforeEach, describe, expect, test } from 'vitest';
import { acknowledge, setSilence } from '../../../src/domain/alerts/acknowledge-and-silence.js';
import { evaluateEvents } from '../../../src/domain/alerts/evaluate/evaluate-events.js';
import {
  EXTERNAL_CHANGES_RULE_ID,
  POOL_RULE_ID,
  rulesInForce,
} from '../../../src/domain/alerts/rule.js';
import { gatherBursts } from '../../../src/domain/alerts/alert-bursts.js';
import { aRule, CHANNEL, MINUTE, ROLE, SECOND_ROLE, withRules } from '../fakes/alert-harness.js';
import { createPostsHarness, OTHER, type PostsHarness } from './posts-harness.js';

let world: PostsHarness;

beforeEach(() => {
  world = createPostsHarness();
});

test('a burst is one message with the list, which is kept up until all are over', async () => {
  const rules = Array.from({ length: 12 }, (_, index) =>
    aRule({ id: `rate${index}`, remindMinutes: 0 }),
  );
  await withRules(world.store, { rules, roleId: ROLE, channelId: OTHER });
  await world.rounds(rules, 11, () => 'breached');
  expect(world.messages()).toHaveLength(1);
  expect(world.messages()[0]).toMatchObject({ channelId: CHANNEL, posted: { pings: ROLE } });
  expect(world.titles()).toEqual(['Firing: 12 alerts at once']);
  await world.rounds(rules, 8, (index) => (index < 5 ? 'clear' : 'breached'));
  expect(world.titles()).toEqual(['Firing: 7 of 12 alerts at once']);
  expect(world.history.kept.size).toBe(0);
  await world.rounds(rules, 8, () => 'clear');
  const [title, end] = world.titles();
  expect(title).toBe('Over: 12 alerts at once');
  expect(end).toMatch(/^✅ \*\*All 12 alerts are over\*\*, after .* Nobody acknowledged them\.$/);
  expect(world.messages()).toHaveLength(2);
  expect(world.messages()[1]?.posted).toMatchObject({ repliesTo: 'message-1' });
  expect(world.history.kept.size).toBe(12);
  expect(await world.state()).toEqual({
    alerts: [],
    tells: [],
    storms: [],
    rules: expect.any(Object),
  });
});

describe('changed elsewhere, many at once', () => {
  const address = (text: string) => [{ id: '5', name: 'cold', address: text, share: '100' }];
  const settings = (index: number, text: string) => ({
    what: 'payments',
    currency: 'BTC',
    subaccount: `hall-${index}`,
    subaccountId: `${index}`,
    status: null,
    frequency: null,
    day: null,
    wallet: null,
    addresses: address(text),
  });
  const change12 = async (count: number) => {
    const at = world.clock.at;
    const rule = rulesInForce({ rules: [] }).find(({ id }) => id === EXTERNAL_CHANGES_RULE_ID);
    if (!rule) throw new Error('It watches always');
    const events = Array.from({ length: count }, (_, index) => ({
      key: `found-${index}`,
      at,
      facts: {
        kind: 'elsewhere',
        key: `found-${index}`,
        seenAt: at - MINUTE,
        readAt: at,
        before: settings(index, `bc1qold${index}`),
        after: settings(index, `bc1qnew${index}`),
      },
    }));
    await world.change((now) =>
      evaluateEvents(now, rule, { events, now: at, isSuppressed: false }),
    );
    await world.change((now) => gatherBursts(now, at, [rule]));
    await world.deliver();
  };

  test('is told one by one, each with its addresses', async () => {
    await withRules(world.store, { rules: [], channelId: OTHER });
    await change12(12);
    expect(world.messages()).toHaveLength(12);
    const all = JSON.stringify(world.messages().map(({ reply }) => reply.embeds)).replaceAll(
      ' ',
      '',
    );
    for (let index = 0; index < 12; index++) expect(all).toContain(`bc1qnew${index}`);
  });

  test('has its own message also right after a burst, as has a pool that can’t be read', async () => {
    const rules = Array.from({ length: 12 }, (_, index) => aRule({ id: `rate${index}` }));
    await withRules(world.store, { rules, channelId: CHANNEL, roleId: ROLE });
    await world.rounds(rules, 11, () => 'breached');
    const [list] = world.titles();
    expect([list, world.titles().length]).toEqual(['Firing: 12 alerts at once', 1]);
    await change12(1);
    const pool = rulesInForce({ rules: [] }).find(({ id }) => id === POOL_RULE_ID) ?? aRule();
    await world.read({ ...pool, forMinutes: 0 }, 'breached');
    await world.change((now) => gatherBursts(now, world.clock.at, rules));
    await world.deliver();
    expect(world.messages().map(({ posted }) => posted.pings)).toEqual([ROLE, ROLE, ROLE]);
  });

  test('beyond twenty-five it is a list that says whose each is', async () => {
    await withRules(world.store, { rules: [], channelId: OTHER });
    await change12(26);
    expect(world.titles()).toEqual(['Firing: 26 alerts at once']);
    const text = world.messages()[0]?.reply.embeds?.[0]?.description ?? '';
    expect(text).toContain('A new payout address, not through Pitboss · BTC of **hall\\-3**');
    expect(text).toContain('/changes export');
  });
});

test('many at once in two places are a list in each, both kept up', async () => {
  const rules = Array.from({ length: 24 }, (_, index) => {
    const others = index % 2 === 0 ? {} : { channelId: OTHER, roleId: SECOND_ROLE };
    return aRule({ id: `rate${index}`, remindMinutes: 0, ...others });
  });
  await withRules(world.store, { rules });
  await world.rounds(rules, 11, () => 'breached');
  expect(world.titles()).toEqual(['Firing: 12 alerts at once', 'Firing: 12 alerts at once']);
  expect(
    new Set(world.messages().map(({ channelId, posted }) => `${channelId} ${posted.pings}`)),
  ).toEqual(new Set([`${CHANNEL} ${ROLE}`, `${OTHER} ${SECOND_ROLE}`]));
  await world.rounds(rules, 8, () => 'clear');
  expect(world.titles()).toEqual([
    'Over: 12 alerts at once',
    'Over: 12 alerts at once',
    expect.stringContaining('All 12 alerts are over'),
    expect.stringContaining('All 12 alerts are over'),
  ]);
  expect(world.history.kept.size).toBe(24);
  expect((await world.state()).storms).toEqual([]);
});

describe('many at once that nobody has', () => {
  const rules = Array.from({ length: 12 }, (_, index) =>
    aRule({ id: `rate${index}`, remindMinutes: index < 6 ? 90 : 60 }),
  );
  beforeEach(() => withRules(world.store, { rules }));
  const reminders = () => world.titles().filter((title) => title.includes('⏰'));

  test('are reminded of in one reply, after the shortest time, then twice as long', async () => {
    await world.rounds(rules, 70, () => 'breached');
    expect(reminders()).toEqual([]);
    await world.rounds(rules, 3, () => 'breached');
    expect(reminders()).toEqual([expect.stringContaining('12 alerts still firing after 1 h')]);
    expect(world.messages()[1]?.posted).toMatchObject({ repliesTo: 'message-1', pings: ROLE });
    await world.rounds(rules, 117, () => 'breached');
    expect(reminders()).toHaveLength(1);
    await world.rounds(rules, 5, (index) => (index < 4 ? 'clear' : 'breached'));
    expect(reminders()).toHaveLength(2);
  });

  test('are acknowledged by one click, which ends the reminders', async () => {
    await world.rounds(rules, 12, () => 'breached');
    const [burst] = (await world.state()).storms;
    const person = { by: '77', at: world.clock.at };
    await world.change((now) => acknowledge(now, burst?.id ?? '', person));
    expect(acknowledge(await world.state(), burst?.id ?? '', person)).toBeNull();
    expect(
      (await world.state()).alerts.every(({ acknowledged }) => acknowledged?.by === '77'),
    ).toBe(true);
    await world.rounds(rules, 200, () => 'breached');
    expect(reminders()).toEqual([]);
    await world.rounds(rules, 8, () => 'clear');
    expect(world.titles().at(-1)).toContain('Acknowledged by <@77>.');
  });

  test('end without a reply where that was asked for, or where their rules have gone', async () => {
    await world.rounds(rules, 12, () => 'breached');
    const until = { by: '1', at: world.clock.at, until: world.clock.at + 60 * MINUTE };
    await world.change((now) => setSilence(now, 'all', until));
    await world.rounds(rules, 10, () => 'clear');
    expect(world.titles()).toEqual(['Over: 12 alerts at once']);
  });

  test('end with a reply though somebody deleted their message', async () => {
    await world.rounds(rules, 12, () => 'breached');
    world.messages().splice(0, 1);
    await world.rounds(rules, 10, () => 'clear');
    expect(world.titles()).toEqual([expect.stringContaining('All 12 alerts are over')]);
    expect(await world.state()).toMatchObject({ alerts: [], storms: [], tells: [] });
  });
});

test('a later list is one of its own, and each goes on to its end', async () => {
  const rules = Array.from({ length: 24 }, (_, index) =>
    aRule({ id: `rate${index}`, remindMinutes: 0 }),
  );
  await withRules(world.store, { rules, channelId: OTHER });
  await world.rounds(rules, 25, (index) => (index < 12 ? 'breached' : 'clear'));
  expect(world.titles()).toEqual(['Firing: 12 alerts at once']);
  await world.rounds(rules, 12, () => 'breached');
  expect(world.titles()).toEqual(['Firing: 12 alerts at once', 'Firing: 12 alerts at once']);
  const [first] = (await world.state()).storms;
  await world.change((now) => acknowledge(now, first?.id ?? '', { by: '77', at: world.clock.at }));
  await world.rounds(rules, 1, () => 'breached');
  expect(world.titles()).toEqual(['Acknowledged: 12 alerts at once', 'Firing: 12 alerts at once']);
  await world.rounds(rules, 8, () => 'clear');
  expect(world.titles()).toEqual([
    'Over: 12 alerts at once',
    'Over: 12 alerts at once',
    expect.stringContaining('Acknowledged by <@77>'),
    expect.stringContaining('Nobody acknowledged them'),
  ]);
  expect(await world.state()).toMatchObject({ alerts: [], storms: [], tells: [] });
  expect(world.history.kept.size).toBe(24);
});

test('what joins a list after it was acknowledged is told with its role, and is nobody’s', async () => {
  const rules = Array.from({ length: 13 }, (_, index) =>
    aRule({ id: `rate${index}`, remindMinutes: 0, roleId: ROLE }),
  );
  await withRules(world.store, { rules, channelId: OTHER });
  await world.rounds(rules, 3, (index) => (index < 12 ? 'breached' : 'clear'));
  await world.rounds(rules, 9, () => 'breached');
  expect(world.titles()).toEqual(['Firing: 12 alerts at once']);
  await world.change((now) =>
    acknowledge(now, now.storms[0]?.id ?? '', { by: '77', at: world.clock.at }),
  );
  await world.rounds(rules, 3, () => 'breached');
  const [, more] = world.messages();
  expect(more?.reply.content).toContain('More alerts in this list:** 1 alert');
  expect(more?.posted).toMatchObject({ repliesTo: 'message-1', pings: ROLE });
  await world.rounds(rules, 8, () => 'clear');
  expect(world.titles().at(-1)).toContain('Acknowledged in part by <@77>.');
});

test('what joined since the list was drawn is not acknowledged with it', async () => {
  const rules = Array.from({ length: 13 }, (_, index) => aRule({ id: `rate${index}` }));
  await withRules(world.store, { rules, channelId: OTHER });
  await world.rounds(rules, 12, (index) => (index < 12 ? 'breached' : 'clear'));
  const isAcknowledged = async () =>
    (await world.state()).alerts.map(({ acknowledged }) => acknowledged !== undefined);
  await world.change((now) => ({
    ...now,
    alerts: now.alerts.map((each, index) =>
      index === 0 ? { ...each, firedAt: world.clock.at + 1 } : each,
    ),
  }));
  const [burst] = (await world.state()).storms;
  await world.change((now) => acknowledge(now, burst?.id ?? '', { by: '77', at: world.clock.at }));
  expect((await isAcknowledged()).filter((each) => !each)).toHaveLength(1);
});
