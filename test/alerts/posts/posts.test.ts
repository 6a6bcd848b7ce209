import { beforeEach, describe, expect, test } from 'vitest';
import { createAlertStates } from '../../../src/alerts/alert-states.js';
import { acknowledge, setSilence } from '../../../src/domain/alerts/acknowledge-and-silence.js';
import type { GuildAlerts } from '../../../src/domain/alerts/alert.js';
import { closeAlertsOf } from '../../../src/domain/alerts/judge/close-alerts.js';
import { judge } from '../../../src/domain/alerts/judge/judge.js';
import { judgeEvents } from '../../../src/domain/alerts/judge/judge-events.js';
import {
  ELSEWHERE_RULE_ID,
  POOL_RULE_ID,
  rulesInForce,
  type AlertRule,
} from '../../../src/domain/alerts/rule.js';
import { gatherStorms } from '../../../src/domain/alerts/storms.js';
import { createKillableProcess } from '../../changes/fakes/killable-process.js';
import { createClock } from '../../daily/fakes/daily-rig.js';
import { createSharedStore } from '../../daily/fakes/shared-store.js';
import { createAlertChannel, customIds } from '../fakes/alert-channel.js';
import {
  aRule,
  AUDIT,
  CHANNEL,
  createHistory,
  GUILD,
  MINUTE,
  ROLE,
  SECOND_ROLE,
  START,
  startPosts,
  withRules,
} from '../fakes/alert-rig.js';

const OTHER = '900000000000000002';

function createRig() {
  const clock = createClock(START);
  const store = createSharedStore(clock);
  const channels = createAlertChannel(clock);
  const history = createHistory();
  const states = createAlertStates(store);
  const process = startPosts({ store, channels, history, clock });
  return { clock, store, channels, history, states, process };
}

let world: ReturnType<typeof createRig>;
beforeEach(() => {
  world = createRig();
});

const deliver = (): Promise<void> => world.process.posts.deliver(GUILD);
const standing = () => world.channels.standing;
const titles = () => standing().map(({ reply }) => reply.embeds?.[0]?.title ?? reply.content ?? '');
const change = (step: (now: GuildAlerts) => GuildAlerts | null) => world.states.change(GUILD, step);
const state = () => world.states.read(GUILD);

async function read(rule: AlertRule, stands: 'breached' | 'clear', value = '70'): Promise<void> {
  const now = world.clock.at;
  const reading = { at: now, stands, value, limit: '80' };
  await change((before) => judge(before, rule, { reading, now, rests: false }));
}

/** Judges and delivers once a minute. */
async function minutes(
  count: number,
  rule: AlertRule,
  stands: 'breached' | 'clear',
): Promise<void> {
  for (let minute = 0; minute < count; minute++) {
    await read(rule, stands, String(70 - (minute % 5)));
    await deliver();
    world.clock.at += MINUTE;
  }
}

/** The same for many rules, with what a round does about many at once. */
async function rounds(
  rules: readonly AlertRule[],
  count: number,
  standsOf: (index: number) => 'breached' | 'clear',
): Promise<void> {
  for (let minute = 0; minute < count; minute++) {
    for (const [index, rule] of rules.entries()) await read(rule, standsOf(index));
    await change((now) => gatherStorms(now, world.clock.at, rules));
    await deliver();
    world.clock.at += MINUTE;
  }
}

async function untilFiring(rule = aRule()): Promise<void> {
  await withRules(world.store, { rules: [rule] });
  await minutes(rule.forMinutes + 1, rule, 'breached');
}

const alertId = async () => (await state()).alerts[0]?.id ?? '';

describe('what is told of an alert', () => {
  test('one message with the mention of its role, and a reply without one at its end', async () => {
    await untilFiring();
    await minutes(5, aRule(), 'breached');
    await minutes(6, aRule(), 'clear');
    const [first, end] = standing();
    expect(standing()).toHaveLength(2);
    expect(first?.posted.pings).toBe(ROLE);
    expect(first?.reply.pings).toBeUndefined();
    expect(titles()[0]).toMatch(/^Resolved: /);
    expect(end?.posted).toMatchObject({ repliesTo: first?.id });
    expect(end?.posted.pings).toBeUndefined();
    expect(end?.posted.content).toContain('Nobody acknowledged it.');
    expect([...world.history.kept.values()]).toMatchObject([{ phase: 'resolved', worst: '66' }]);
    expect(await state()).toMatchObject({ alerts: [], tells: [] });
  });

  test('reminders are replies to its message, and mention the second role', async () => {
    const rule = aRule({ secondRoleId: SECOND_ROLE });
    await untilFiring(rule);
    await minutes(61, rule, 'breached');
    expect(standing()[1]?.posted).toMatchObject({ pings: SECOND_ROLE, repliesTo: 'message-1' });
    expect(standing()).toHaveLength(2);
    const id = await alertId();
    expect(customIds(standing()[1]?.reply ?? {})).toEqual([
      `alert-ack:${id}`,
      `alert-show:${id}:${id}-reminder-1`,
    ]);
  });

  test('no reminder leaves once somebody has it', async () => {
    const rule = aRule();
    await untilFiring(rule);
    for (let minute = 0; minute < 61; minute++) {
      await read(rule, 'breached');
      world.clock.at += MINUTE;
    }
    const id = await alertId();
    expect((await state()).tells).toHaveLength(1);
    await change((now) => ({
      ...now,
      alerts: now.alerts.map((each) => ({
        ...each,
        acknowledged: { by: '7', at: world.clock.at },
      })),
    }));
    await deliver();
    expect(standing()).toHaveLength(1);
    expect((await state()).tells).toEqual([]);
    expect(id).not.toBe('');
  });

  test('that there is no data, and that there is again, in this order', async () => {
    const rule = aRule();
    await withRules(world.store, { rules: [rule] });
    for (let minute = 0; minute <= 31; minute++) {
      const now = world.clock.at;
      await change((before) => judge(before, rule, { reading: null, now, rests: false }));
      world.clock.at += MINUTE;
    }
    world.channels.faults.push('fails');
    await deliver();
    await read(rule, 'clear');
    await deliver();
    expect(standing()).toEqual([]);
    world.clock.at += 5 * MINUTE;
    await deliver();
    await deliver();
    expect(titles().map((title) => title.split(':')[0])).toEqual(['No data', 'Data is back']);
    expect(standing().every(({ posted }) => posted.pings === undefined)).toBe(true);
  });

  test('nothing of an alert whose rule was removed before it was told', async () => {
    const rule = aRule();
    await withRules(world.store, { rules: [rule] });
    for (let minute = 0; minute <= 10; minute++) {
      await read(rule, 'breached');
      world.clock.at += MINUTE;
    }
    await withRules(world.store, { rules: [] });
    await change((now) => closeAlertsOf(now, { ruleId: rule.id }, world.clock.at));
    await deliver();
    await deliver();
    expect(standing()).toEqual([]);
    expect(await state()).toMatchObject({ alerts: [], tells: [] });
    expect([...world.history.kept.values()]).toMatchObject([{ phase: 'closed' }]);
  });
});

describe('drawing again', () => {
  test('at most once a minute, but at once what people did', async () => {
    await untilFiring();
    world.clock.at -= 50_000;
    await read(aRule(), 'breached', '65');
    await deliver();
    expect(standing()[0]?.edits).toBe(0);
    const id = await alertId();
    await change((now) => acknowledge(now, id, { by: '7', at: world.clock.at }));
    await deliver();
    expect(standing()[0]?.edits).toBe(1);
    expect(titles()[0]).toMatch(/^Acknowledged: /);
    world.clock.at += 1_000;
    const until = world.clock.at + MINUTE;
    await change((now) => setSilence(now, 'rate1', { by: '7', at: world.clock.at, until }));
    await deliver();
    expect(titles()[0]).toMatch(/^Silenced: /);
    await deliver();
    expect(standing()[0]?.edits).toBe(2);
  });

  test('what people did while it was being drawn comes at once, too', async () => {
    await untilFiring();
    await read(aRule(), 'breached', '65');
    const id = await alertId();
    const { channels, clock, process } = world;
    const edit = channels.edit;
    channels.edit = async (...given) => {
      channels.edit = edit;
      await edit(...given);
      await change((now) => acknowledge(now, id, { by: '7', at: clock.at }));
      clock.at += 300;
    };
    await deliver();
    expect(titles()[0]).toMatch(/^Firing: /);
    await deliver();
    expect(titles()[0]).toMatch(/^Acknowledged: /);
    await deliver();
    expect(standing()[0]?.edits).toBe(2);
    expect(process.trouble).toEqual([]);
  });

  test('what people did as soon as it stood there comes at once, too', async () => {
    const { channels, clock } = world;
    const post = channels.post;
    channels.post = async (...given) => {
      const posted = await post(...given);
      const id = await alertId();
      await change((now) => acknowledge(now, id, { by: '7', at: clock.at }));
      clock.at += 300;
      return posted;
    };
    await untilFiring();
    clock.at -= MINUTE;
    await deliver();
    expect(titles()).toEqual([expect.stringMatching(/^Acknowledged: /)]);
  });

  test('a deleted message is not posted again, and what follows stands for itself', async () => {
    await untilFiring();
    standing().splice(0, 1);
    await minutes(70, aRule(), 'breached');
    await minutes(8, aRule(), 'clear');
    const said = standing().map(({ reply }) => [reply.content?.slice(0, 30), reply.repliesTo]);
    expect(said).toEqual([
      [expect.stringContaining('⏰'), undefined],
      [expect.stringContaining('✅ **Resolved**'), undefined],
    ]);
    expect(world.history.kept.size).toBe(1);
    expect(world.process.trouble).toEqual([]);
  });

  test('a channel that refused for hours gets the alert, and no pile of reminders', async () => {
    world.channels.refusing.set(CHANNEL, 'forbidden');
    await untilFiring();
    await minutes(17 * 60, aRule(), 'breached');
    world.channels.refusing.clear();
    await minutes(6 * 60 + 1, aRule(), 'breached');
    const posted = standing().filter(({ channelId }) => channelId === CHANNEL);
    expect(posted[0]?.reply.embeds?.[0]?.title).toContain('Firing');
    expect(posted.slice(1).every(({ reply }) => reply.content?.includes('⏰'))).toBe(true);
    expect(posted.length).toBeGreaterThan(1);
    for (const [at, each] of posted.entries())
      expect(each.at - (posted[at - 1]?.at ?? 0)).toBeGreaterThan(MINUTE);
  });

  test('what can’t be edited is tried again at growing gaps, and said once', async () => {
    await untilFiring();
    world.channels.refusing.set(CHANNEL, 'forbidden');
    const id = await alertId();
    await change((now) => acknowledge(now, id, { by: '7', at: world.clock.at }));
    let tries = 0;
    const edit = world.channels.edit.bind(world.channels);
    world.channels.edit = (...args) => {
      tries++;
      return edit(...args);
    };
    for (let second = 0; second < 3_600; second += 20) {
      await deliver();
      world.clock.at += 20_000;
    }
    expect(tries).toBeGreaterThan(4);
    expect(tries).toBeLessThan(12);
    expect(world.process.trouble).toHaveLength(1);
    world.channels.refusing.clear();
    world.clock.at += 60 * MINUTE;
    await deliver();
    expect(titles()[0]).toMatch(/^Acknowledged: /);
  });

  test('what was found after a crash is drawn as it is by now', async () => {
    const rule = aRule();
    await withRules(world.store, { rules: [rule] });
    for (let minute = 0; minute <= 10; minute++) {
      await read(rule, 'breached');
      world.clock.at += MINUTE;
    }
    world.channels.faults.push('lost');
    await deliver();
    const id = await alertId();
    await change((now) => acknowledge(now, id, { by: '7', at: world.clock.at }));
    world.clock.at += MINUTE;
    await deliver();
    expect(standing()).toHaveLength(1);
    expect(titles()).toEqual([expect.stringMatching(/^Acknowledged: /)]);
  });
});

describe('where it goes', () => {
  const pool = (channelId?: string) =>
    rulesInForce({ rules: [], ...(channelId === undefined ? {} : { channelId }) }).find(
      ({ id }) => id === POOL_RULE_ID,
    ) ?? aRule();

  test('a rule without a channel goes to that of the server’s alerts', async () => {
    const { channelId: _, ...rule } = aRule();
    await withRules(world.store, { rules: [rule], channelId: OTHER });
    await minutes(11, rule, 'breached');
    expect(standing().map(({ channelId }) => channelId)).toEqual([OTHER]);
  });

  test('what is always watched goes to the audit channel where there is no other', async () => {
    await withRules(world.store, { rules: [] });
    await minutes(11, pool(), 'breached');
    expect(standing().map(({ channelId }) => channelId)).toEqual([AUDIT]);
    expect(ELSEWHERE_RULE_ID).not.toBe(POOL_RULE_ID);
  });

  test('without any channel nothing waits, and the log knows it once', async () => {
    const { channelId: _, ...rule } = aRule();
    await withRules(world.store, { rules: [rule] });
    await minutes(11, rule, 'breached');
    await minutes(8, rule, 'clear');
    await minutes(11, rule, 'breached');
    expect(standing()).toEqual([]);
    expect(world.process.trouble).toHaveLength(1);
    expect((await state()).tells).toEqual([]);
    expect(world.history.kept.size).toBe(1);
  });

  test('a post that may stand is looked for where it was sent, whatever its rule says by now', async () => {
    const rule = aRule();
    await withRules(world.store, { rules: [rule] });
    for (let minute = 0; minute <= 10; minute++) {
      await read(rule, 'breached');
      world.clock.at += MINUTE;
    }
    world.channels.faults.push('lost');
    await deliver();
    await withRules(world.store, { rules: [{ ...rule, channelId: OTHER }] });
    await minutes(3, rule, 'breached');
    expect(standing().map(({ channelId }) => channelId)).toEqual([CHANNEL]);
    expect((await state()).alerts[0]?.message).toEqual({
      channelId: CHANNEL,
      messageId: 'message-1',
    });
  });

  test('the audit channel hears once of a channel that refuses, and it is tried again', async () => {
    const rules = [aRule(), aRule({ id: 'rate2' }), aRule({ id: 'rate3' })];
    await withRules(world.store, { rules });
    world.channels.refusing.set(CHANNEL, 'forbidden');
    for (let minute = 0; minute < 60; minute++) {
      for (const rule of rules) await read(rule, 'breached');
      await deliver();
      world.clock.at += MINUTE;
    }
    expect(standing().map(({ channelId }) => channelId)).toEqual([AUDIT]);
    expect(titles()).toEqual(['An alert could not be posted']);
    expect(world.process.trouble).toEqual([]);
    world.channels.refusing.clear();
    for (let minute = 0; minute < 60; minute++) {
      await deliver();
      world.clock.at += MINUTE;
    }
    const told = standing().filter(({ posted }) => posted.pings !== undefined);
    expect(told.filter(({ posted }) => posted.repliesTo === undefined)).toHaveLength(3);
  });
});

test('a storm is one message with the list, which is kept up until all are over', async () => {
  const rules = Array.from({ length: 12 }, (_, index) =>
    aRule({ id: `rate${index}`, remindMinutes: 0 }),
  );
  await withRules(world.store, { rules, roleId: ROLE, channelId: OTHER });
  await rounds(rules, 11, () => 'breached');
  expect(standing()).toHaveLength(1);
  expect(standing()[0]).toMatchObject({ channelId: CHANNEL, posted: { pings: ROLE } });
  expect(titles()).toEqual(['Firing: 12 alerts at once']);
  await rounds(rules, 8, (index) => (index < 5 ? 'clear' : 'breached'));
  expect(titles()).toEqual(['Firing: 7 of 12 alerts at once']);
  expect(world.history.kept.size).toBe(0);
  await rounds(rules, 8, () => 'clear');
  const [title, end] = titles();
  expect(title).toBe('Over: 12 alerts at once');
  expect(end).toMatch(/^✅ \*\*All 12 alerts are over\*\*, after .* Nobody acknowledged them\.$/);
  expect(standing()).toHaveLength(2);
  expect(standing()[1]?.posted).toMatchObject({ repliesTo: 'message-1' });
  expect(world.history.kept.size).toBe(12);
  expect(await state()).toEqual({ alerts: [], tells: [], storms: [], rules: expect.any(Object) });
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
    const rule = rulesInForce({ rules: [] }).find(({ id }) => id === ELSEWHERE_RULE_ID);
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
    await change((now) => judgeEvents(now, rule, { events, now: at, rests: false }));
    await change((now) => gatherStorms(now, at, [rule]));
    await deliver();
  };

  test('is told one by one, each with its addresses', async () => {
    await withRules(world.store, { rules: [], channelId: OTHER });
    await change12(12);
    expect(standing()).toHaveLength(12);
    const all = JSON.stringify(standing().map(({ reply }) => reply.embeds)).replaceAll(' ', '');
    for (let index = 0; index < 12; index++) expect(all).toContain(`bc1qnew${index}`);
  });

  test('has its own message also right after a storm, as has a pool that can’t be read', async () => {
    const rules = Array.from({ length: 12 }, (_, index) => aRule({ id: `rate${index}` }));
    await withRules(world.store, { rules, channelId: CHANNEL, roleId: ROLE });
    await rounds(rules, 11, () => 'breached');
    const [list] = titles();
    expect([list, titles().length]).toEqual(['Firing: 12 alerts at once', 1]);
    await change12(1);
    const pool = rulesInForce({ rules: [] }).find(({ id }) => id === POOL_RULE_ID) ?? aRule();
    await read({ ...pool, forMinutes: 0 }, 'breached');
    await change((now) => gatherStorms(now, world.clock.at, rules));
    await deliver();
    expect(standing().map(({ posted }) => posted.pings)).toEqual([ROLE, ROLE, ROLE]);
  });

  test('beyond twenty-five it is a list that says whose each is', async () => {
    await withRules(world.store, { rules: [], channelId: OTHER });
    await change12(26);
    expect(titles()).toEqual(['Firing: 26 alerts at once']);
    const text = standing()[0]?.reply.embeds?.[0]?.description ?? '';
    expect(text).toContain('A new payout address, not through Pitboss · BTC of **hall\\-3**');
    expect(text).toContain('/changes export');
  });
});

test('what is for another channel or role is told there', async () => {
  const rules = Array.from({ length: 17 }, (_, index) => {
    const others = index < 12 ? {} : { channelId: OTHER, roleId: SECOND_ROLE };
    return aRule({ id: `rate${index}`, remindMinutes: 0, ...others });
  });
  await withRules(world.store, { rules });
  await rounds(rules, 11, () => 'breached');
  const told = standing().map(({ channelId, posted }) => [channelId, posted.pings]);
  expect(told.filter(([channelId]) => channelId === CHANNEL)).toEqual([[CHANNEL, ROLE]]);
  const inOther = told.filter(([channelId]) => channelId === OTHER);
  expect(inOther).toEqual(Array.from({ length: 5 }, () => [OTHER, SECOND_ROLE]));
});

test('many at once in two places are a list in each, both kept up', async () => {
  const rules = Array.from({ length: 24 }, (_, index) => {
    const others = index % 2 === 0 ? {} : { channelId: OTHER, roleId: SECOND_ROLE };
    return aRule({ id: `rate${index}`, remindMinutes: 0, ...others });
  });
  await withRules(world.store, { rules });
  await rounds(rules, 11, () => 'breached');
  expect(titles()).toEqual(['Firing: 12 alerts at once', 'Firing: 12 alerts at once']);
  expect(
    new Set(standing().map(({ channelId, posted }) => `${channelId} ${posted.pings}`)),
  ).toEqual(new Set([`${CHANNEL} ${ROLE}`, `${OTHER} ${SECOND_ROLE}`]));
  await rounds(rules, 8, () => 'clear');
  expect(titles()).toEqual([
    'Over: 12 alerts at once',
    'Over: 12 alerts at once',
    expect.stringContaining('All 12 alerts are over'),
    expect.stringContaining('All 12 alerts are over'),
  ]);
  expect(world.history.kept.size).toBe(24);
  expect((await state()).storms).toEqual([]);
});

describe('many at once that nobody has', () => {
  const rules = Array.from({ length: 12 }, (_, index) =>
    aRule({ id: `rate${index}`, remindMinutes: index < 6 ? 90 : 60 }),
  );
  beforeEach(() => withRules(world.store, { rules }));
  const reminders = () => titles().filter((title) => title.includes('⏰'));

  test('are reminded of in one reply, after the shortest time, then twice as long', async () => {
    await rounds(rules, 70, () => 'breached');
    expect(reminders()).toEqual([]);
    await rounds(rules, 3, () => 'breached');
    expect(reminders()).toEqual([expect.stringContaining('12 alerts still firing after 1 h')]);
    expect(standing()[1]?.posted).toMatchObject({ repliesTo: 'message-1', pings: ROLE });
    await rounds(rules, 117, () => 'breached');
    expect(reminders()).toHaveLength(1);
    await rounds(rules, 5, (index) => (index < 4 ? 'clear' : 'breached'));
    expect(reminders()).toHaveLength(2);
  });

  test('are acknowledged by one click, which ends the reminders', async () => {
    await rounds(rules, 12, () => 'breached');
    const [storm] = (await state()).storms;
    const person = { by: '77', at: world.clock.at };
    await change((now) => acknowledge(now, storm?.id ?? '', person));
    expect(acknowledge(await state(), storm?.id ?? '', person)).toBeNull();
    expect((await state()).alerts.every(({ acknowledged }) => acknowledged?.by === '77')).toBe(
      true,
    );
    await rounds(rules, 200, () => 'breached');
    expect(reminders()).toEqual([]);
    await rounds(rules, 8, () => 'clear');
    expect(titles().at(-1)).toContain('Acknowledged by <@77>.');
  });

  test('end without a reply where that was asked for, or where their rules have gone', async () => {
    await rounds(rules, 12, () => 'breached');
    const until = { by: '1', at: world.clock.at, until: world.clock.at + 60 * MINUTE };
    await change((now) => setSilence(now, 'all', until));
    await rounds(rules, 10, () => 'clear');
    expect(titles()).toEqual(['Over: 12 alerts at once']);
  });

  test('end with a reply though somebody deleted their message', async () => {
    await rounds(rules, 12, () => 'breached');
    standing().splice(0, 1);
    await rounds(rules, 10, () => 'clear');
    expect(titles()).toEqual([expect.stringContaining('All 12 alerts are over')]);
    expect(await state()).toMatchObject({ alerts: [], storms: [], tells: [] });
  });
});

test('a later list is one of its own, and each goes on to its end', async () => {
  const rules = Array.from({ length: 24 }, (_, index) =>
    aRule({ id: `rate${index}`, remindMinutes: 0 }),
  );
  await withRules(world.store, { rules, channelId: OTHER });
  await rounds(rules, 25, (index) => (index < 12 ? 'breached' : 'clear'));
  expect(titles()).toEqual(['Firing: 12 alerts at once']);
  await rounds(rules, 12, () => 'breached');
  expect(titles()).toEqual(['Firing: 12 alerts at once', 'Firing: 12 alerts at once']);
  const [first] = (await state()).storms;
  await change((now) => acknowledge(now, first?.id ?? '', { by: '77', at: world.clock.at }));
  await rounds(rules, 1, () => 'breached');
  expect(titles()).toEqual(['Acknowledged: 12 alerts at once', 'Firing: 12 alerts at once']);
  await rounds(rules, 8, () => 'clear');
  expect(titles()).toEqual([
    'Over: 12 alerts at once',
    'Over: 12 alerts at once',
    expect.stringContaining('Acknowledged by <@77>'),
    expect.stringContaining('Nobody acknowledged them'),
  ]);
  expect(await state()).toMatchObject({ alerts: [], storms: [], tells: [] });
  expect(world.history.kept.size).toBe(24);
});

test('what joins a list after it was acknowledged is told with its role, and is nobody’s', async () => {
  const rules = Array.from({ length: 13 }, (_, index) =>
    aRule({ id: `rate${index}`, remindMinutes: 0, roleId: ROLE }),
  );
  await withRules(world.store, { rules, channelId: OTHER });
  await rounds(rules, 3, (index) => (index < 12 ? 'breached' : 'clear'));
  await rounds(rules, 9, () => 'breached');
  expect(titles()).toEqual(['Firing: 12 alerts at once']);
  await change((now) =>
    acknowledge(now, now.storms[0]?.id ?? '', { by: '77', at: world.clock.at }),
  );
  await rounds(rules, 3, () => 'breached');
  const [, more] = standing();
  expect(more?.reply.content).toContain('More alerts in this list:** 1 alert');
  expect(more?.posted).toMatchObject({ repliesTo: 'message-1', pings: ROLE });
  await rounds(rules, 8, () => 'clear');
  expect(titles().at(-1)).toContain('Acknowledged in part by <@77>.');
});

/** A process whose next edit waits until it is released. */
function slowProcess() {
  const { store, channels, history, clock } = world;
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
  await untilFiring();
  const rule = aRule();
  const slow = slowProcess();
  await read(rule, 'breached', '40');
  world.clock.at += MINUTE;
  const late = slow.process.posts.deliver(GUILD);
  await expect.poll(slow.isHeld).toBe(true);
  // Its claim has expired, and another process takes over.
  world.clock.at += 2 * MINUTE;
  await minutes(10, rule, 'clear');
  expect(await state()).toMatchObject({ alerts: [], tells: [] });
  slow.release();
  await late;
  expect(titles()[0]).toMatch(/^Resolved/);
});

test('nor is one of a list of many alerts', async () => {
  const rules = Array.from({ length: 12 }, (_, index) =>
    aRule({ id: `rate${index}`, remindMinutes: 0 }),
  );
  await withRules(world.store, { rules, channelId: OTHER });
  await rounds(rules, 12, () => 'breached');
  expect(titles()).toEqual(['Firing: 12 alerts at once']);
  const slow = slowProcess();
  await change((now) =>
    acknowledge(now, now.storms[0]?.id ?? '', { by: '77', at: now.storms[0]?.at ?? 0 }),
  );
  world.clock.at += MINUTE;
  const late = slow.process.posts.deliver(GUILD);
  await expect.poll(slow.isHeld).toBe(true);
  world.clock.at += 2 * MINUTE;
  await rounds(rules, 12, () => 'clear');
  expect(await state()).toMatchObject({ alerts: [], storms: [], tells: [] });
  slow.release();
  await late;
  expect(titles()[0]).toBe('Over: 12 alerts at once');
});

test('with nothing to do it reads once, and writes nothing', async () => {
  await untilFiring();
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
