import { beforeEach, describe, expect, test } from 'vitest';
import { acknowledge, setSilence } from '../../../src/domain/alerts/acknowledge-and-silence.js';
import { evaluateEvents } from '../../../src/domain/alerts/evaluate/evaluate-events.js';
import { aRule, CHANNEL, MINUTE, withRules } from '../fakes/alert-harness.js';
import { createPostsHarness, type PostsHarness } from './posts-harness.js';

let world: PostsHarness;

beforeEach(() => {
  world = createPostsHarness();
});

describe('drawing again', () => {
  test('at most once a minute, but at once what people did', async () => {
    await world.untilFiring();
    world.clock.at -= 50_000;
    await world.read(aRule(), 'breached', '65');
    await world.deliver();
    expect(world.messages()[0]?.edits).toBe(0);
    const id = await world.alertId();
    await world.change((now) => acknowledge(now, id, { by: '7', at: world.clock.at }));
    await world.deliver();
    expect(world.messages()[0]?.edits).toBe(1);
    expect(world.titles()[0]).toMatch(/^Acknowledged: /);
    world.clock.at += 1_000;
    const until = world.clock.at + MINUTE;
    await world.change((now) => setSilence(now, 'rate1', { by: '7', at: world.clock.at, until }));
    await world.deliver();
    expect(world.titles()[0]).toMatch(/^Silenced: /);
    await world.deliver();
    expect(world.messages()[0]?.edits).toBe(2);
  });

  test('what people did while it was being drawn comes at once, too', async () => {
    await world.untilFiring();
    await world.read(aRule(), 'breached', '65');
    const id = await world.alertId();
    const { channels, clock, process } = world;
    const edit = channels.edit;
    channels.edit = async (...given) => {
      channels.edit = edit;
      await edit(...given);
      await world.change((now) => acknowledge(now, id, { by: '7', at: clock.at }));
      clock.at += 300;
    };
    await world.deliver();
    expect(world.titles()[0]).toMatch(/^Firing: /);
    await world.deliver();
    expect(world.titles()[0]).toMatch(/^Acknowledged: /);
    await world.deliver();
    expect(world.messages()[0]?.edits).toBe(2);
    expect(process.trouble).toEqual([]);
  });

  test('what people did as soon as it stood there comes at once, too', async () => {
    const { channels, clock } = world;
    const post = channels.post;
    channels.post = async (...given) => {
      const posted = await post(...given);
      const id = await world.alertId();
      await world.change((now) => acknowledge(now, id, { by: '7', at: clock.at }));
      clock.at += 300;
      return posted;
    };
    await world.untilFiring();
    clock.at -= MINUTE;
    await world.deliver();
    expect(world.titles()).toEqual([expect.stringMatching(/^Acknowledged: /)]);
  });

  test('a deleted message is not posted again, and what follows stands for itself', async () => {
    await world.untilFiring();
    world.messages().splice(0, 1);
    await world.minutes(70, aRule(), 'breached');
    await world.minutes(8, aRule(), 'clear');
    const said = world
      .messages()
      .map(({ reply }) => [reply.content?.slice(0, 30), reply.repliesTo]);
    expect(said).toEqual([
      [expect.stringContaining('⏰'), undefined],
      [expect.stringContaining('✅ **Resolved**'), undefined],
    ]);
    expect(world.history.kept.size).toBe(1);
    expect(world.process.trouble).toEqual([]);
  });

  test('a channel that refused for hours gets the alert, and no pile of reminders', async () => {
    world.channels.refusing.set(CHANNEL, 'forbidden');
    await world.untilFiring();
    await world.minutes(17 * 60, aRule(), 'breached');
    world.channels.refusing.clear();
    await world.minutes(6 * 60 + 1, aRule(), 'breached');
    const posted = world.messages().filter(({ channelId }) => channelId === CHANNEL);
    expect(posted[0]?.reply.embeds?.[0]?.title).toContain('Firing');
    expect(posted.slice(1).every(({ reply }) => reply.content?.includes('⏰'))).toBe(true);
    expect(posted.length).toBeGreaterThan(1);
    for (const [at, each] of posted.entries())
      expect(each.at - (posted[at - 1]?.at ?? 0)).toBeGreaterThan(MINUTE);
  });

  test.each([
    ['changed-elsewhere', 2],
    ['contracts', 0],
  ] as const)(
    'a channel that refused for two days gets: %s, %i messages',
    async (condition, count) => {
      const rule = aRule({ condition, forMinutes: 0, remindMinutes: 60 });
      await withRules(world.store, { rules: [rule] });
      world.channels.refusing.set(CHANNEL, 'forbidden');
      const event = { key: 'theft', at: world.clock.at, facts: {} };
      const pass = async (hours: number) => {
        for (let tenth = 0; tenth < 6 * hours; tenth++) {
          await world.change((now) =>
            evaluateEvents(now, rule, { events: [event], now: world.clock.at }),
          );
          await world.deliver();
          world.clock.at += 10 * MINUTE;
        }
      };
      await pass(48);
      world.channels.refusing.clear();
      await pass(12);
      const posted = world.messages().filter(({ channelId }) => channelId === CHANNEL);
      expect(posted.slice(0, 2)).toHaveLength(count);
    },
  );

  test('what can’t be edited is tried again at growing gaps, and said once', async () => {
    await world.untilFiring();
    world.channels.refusing.set(CHANNEL, 'forbidden');
    const id = await world.alertId();
    await world.change((now) => acknowledge(now, id, { by: '7', at: world.clock.at }));
    let tries = 0;
    const edit = world.channels.edit.bind(world.channels);
    world.channels.edit = (...args) => {
      tries++;
      return edit(...args);
    };
    for (let second = 0; second < 3_600; second += 20) {
      await world.deliver();
      world.clock.at += 20_000;
    }
    expect(tries).toBeGreaterThan(4);
    expect(tries).toBeLessThan(12);
    expect(world.process.trouble).toHaveLength(1);
    world.channels.refusing.clear();
    world.clock.at += 60 * MINUTE;
    await world.deliver();
    expect(world.titles()[0]).toMatch(/^Acknowledged: /);
  });

  test.each([-360 * MINUTE, 1_560 * MINUTE])(
    'what can’t be edited is drawn later, also where the clock is set by %d ms',
    async (by) => {
      await world.untilFiring();
      world.channels.faults.push('fails');
      await world.read(aRule(), 'clear');
      world.clock.at += MINUTE;
      await world.deliver();
      expect(world.messages()[0]?.edits).toBe(0);
      world.setClock(by);
      world.channels.faults.push('fails');
      world.clock.at += 2 * MINUTE;
      await world.deliver();
      world.clock.at += 10 * MINUTE;
      await world.deliver();
      expect(world.messages()[0]?.edits).toBe(1);
    },
  );

  test('what was posted in plain words, once the bot may show more', async () => {
    world.channels.plain.add(CHANNEL);
    await world.untilFiring();
    const edits = () => world.messages()[0]?.edits ?? 0;
    for (let minute = 0; minute < 5; minute++) {
      world.clock.at += MINUTE;
      await world.deliver();
    }
    const tried = edits();
    expect(tried).toBeGreaterThan(0);
    world.channels.plain.clear();
    for (let minute = 0; minute < 20; minute++) {
      world.clock.at += MINUTE;
      await world.deliver();
    }
    expect(edits()).toBe(tried + 1);
    expect(world.messages()).toHaveLength(1);
  });

  test('what was found after a crash is drawn as it is by now', async () => {
    const rule = aRule();
    await withRules(world.store, { rules: [rule] });
    for (let minute = 0; minute <= 10; minute++) {
      await world.read(rule, 'breached');
      world.clock.at += MINUTE;
    }
    world.channels.faults.push('lost');
    await world.deliver();
    const id = await world.alertId();
    await world.change((now) => acknowledge(now, id, { by: '7', at: world.clock.at }));
    world.clock.at += MINUTE;
    await world.deliver();
    expect(world.messages()).toHaveLength(1);
    expect(world.titles()).toEqual([expect.stringMatching(/^Acknowledged: /)]);
  });
});
