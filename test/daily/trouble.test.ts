import { describe, expect, test } from 'vitest';
import type { PostState } from '../../src/domain/daily/post-state.js';
import { clearFailures } from '../../src/daily/posts/post-transitions.js';
import { createCalendar } from '../../src/daily/schedule/due-times.js';
import { createDuePosts } from '../../src/daily/due-posts.js';
import { createSchedules } from '../../src/daily/schedule/schedules.js';
import { yieldToOthers } from '../../src/domain/async/yield-to-others.js';
import { UserError } from '../../src/domain/errors/user-errors.js';
import { createChannels } from './fakes/channel.js';
import {
  aSchedule,
  CHANNEL,
  composeMark,
  createClock,
  startProcess,
  step,
  type ProcessParts,
} from './fakes/daily-harness.js';
import { openDailyHouse } from './fakes/daily-world.js';
import { createSharedStore } from './fakes/shared-store.js';

const GUILD = '800000000000000001';
const MINUTE = 60_000;
const DAY = 86_400_000;
const START = Date.parse('2026-05-01T07:00Z');

async function world(parts: Partial<ProcessParts> = {}) {
  const clock = createClock(START);
  const store = createSharedStore(clock);
  const channels = createChannels(clock);
  const told: { failures: number; off: boolean; said: string }[] = [];
  const schedules = createSchedules(store);
  await schedules.change(GUILD, () => [aSchedule({ since: START })]);
  const bot = startProcess({
    store,
    clock,
    channels,
    onRefused: async (_post, state: PostState, said) => {
      told.push({ failures: state.failures, off: state.offSince !== undefined, said });
    },
    ...parts,
  });
  const state = () => bot.states.read(`${GUILD}:first`);
  /** Steps through time, as the runner would look. */
  async function until(at: number): Promise<void> {
    for (; clock.at <= at; clock.at += 5 * MINUTE) await step(bot);
  }
  return { clock, store, channels, schedules, told, bot, state, until };
}

const DUE = Date.parse('2026-05-01T08:00Z');

test.each([
  ['no list', { time: '08:00' }],
  ['a zone that there is no more', [aSchedule({ timeZone: 'Mars/Olympus' })]],
])(
  'a stored schedule that is %s stops the posts of its own guild alone',
  async (_what, damaged) => {
    const { store, channels, bot, until } = await world();
    await store.namespace<unknown>('daily-schedules').set('1', damaged);
    await until(DUE + MINUTE);
    expect(channels.messages).toHaveLength(1);
    expect(bot.trouble.length).toBeGreaterThan(0);
  },
);

describe('a channel that refuses', () => {
  test('is tried with growing gaps, then once a day, then switched off after five days', async () => {
    const { channels, told, state, until } = await world();
    channels.refusing.set(CHANNEL, 'forbidden');
    await until(DUE + 7 * DAY);
    const tries = told.length;
    // 5, 15, 45 and 135 minutes apart on the first day, then once a day.
    expect(tries).toBe(10);
    expect(told.filter(({ off }) => off)).toHaveLength(1);
    expect(told.at(-1)).toEqual({
      failures: 10,
      off: true,
      said: 'The bot can’t post in the channel.',
    });
    const { offSince, failingSince, lastPost } = await state();
    expect(failingSince).toBe(DUE);
    expect(offSince).toBe(DUE + 5 * DAY);
    expect(lastPost).toBeUndefined();
    expect(channels.messages).toEqual([]);
  });

  test('that is switched off, and set anew after the time of the day, gets its post', async () => {
    const { channels, bot, state, until } = await world();
    channels.refusing.set(CHANNEL, 'forbidden');
    await until(DUE + 6 * DAY + 60 * MINUTE);
    expect(channels.messages).toEqual([]);
    channels.refusing.clear();
    await bot.states.change(`${GUILD}:first`, clearFailures);
    await until(DUE + 6 * DAY + 2 * 60 * MINUTE);
    expect(channels.messages).toHaveLength(1);
    expect((await state()).lastPost).toMatchObject({ date: '2026-05-07', late: true });
  });

  test('that is switched off is not tried at every look', async () => {
    const { schedules, clock } = await world();
    let tries = 0;
    const runner = createDuePosts({
      schedules,
      calendar: createCalendar(0),
      clock,
      onError: () => undefined,
      perSecond: Infinity,
      attempt: async () => {
        tries++;
        return 'off';
      },
    });
    for (clock.at = DUE; clock.at < DUE + 60 * MINUTE; clock.at += MINUTE / 3)
      await step({ runner });
    expect(tries).toBe(12);
  });

  test('that is mended gets the post of the day late, and nothing is left of it', async () => {
    const { channels, state, until, clock } = await world();
    channels.refusing.set(CHANNEL, 'gone');
    await until(DUE + 30 * MINUTE);
    expect((await state()).lastError?.said).toBe('The channel no longer exists.');
    channels.refusing.clear();
    await until(DUE + 3 * 60 * MINUTE);
    expect(channels.messages).toHaveLength(1);
    const after = await state();
    expect(after.lastPost).toMatchObject({ date: '2026-05-01', late: true });
    expect(after.failingSince).toBeUndefined();
    expect(after.failures).toBe(0);
    clock.at = DUE + DAY;
    await until(clock.at);
    expect(channels.messages).toHaveLength(2);
    expect((await state()).lastPost).toMatchObject({ date: '2026-05-02', late: false });
  });

  test('posts that are due together are begun one by one', async () => {
    const { schedules, clock } = await world();
    const three = ['first', 'second', 'third'];
    await schedules.change(GUILD, () => three.map((id) => aSchedule({ id, since: START })));
    clock.at = DUE;
    const begun: string[] = [];
    const runner = createDuePosts({
      schedules,
      calendar: createCalendar(0),
      clock,
      onError: () => undefined,
      perSecond: 0.001,
      attempt: async ({ schedule }) => {
        begun.push(schedule.id);
        return 'closed';
      },
    });
    await runner.look();
    while (begun.length === 0) await yieldToOthers();
    for (let turn = 0; turn < 100; turn++) await yieldToOthers();
    expect(begun).toEqual(['first']);
    await runner.stop();
  });

  test('one guild that fails holds up no other', async () => {
    const { channels, schedules, until } = await world();
    await schedules.change('800000000000000002', () => [
      aSchedule({ since: START, channelId: '900000000000000002' }),
    ]);
    channels.refusing.set(CHANNEL, 'gone');
    await until(DUE);
    expect(channels.messages.map(({ channelId }) => channelId)).toEqual(['900000000000000002']);
  });
});

describe('an answer that does not come', () => {
  test('to a post that stands is found in the channel, not posted again', async () => {
    const { channels, state, until } = await world();
    channels.faults.push('lost');
    await until(DUE + 20 * MINUTE);
    expect(channels.messages).toHaveLength(1);
    expect((await state()).lastPost?.messageId).toBe('message-1');
  });

  test('to a post that never came is no post, and it is sent again', async () => {
    const { channels, state, until } = await world();
    channels.faults.push('fails', 'fails');
    await until(DUE + 60 * MINUTE);
    expect(channels.messages).toHaveLength(1);
    expect((await state()).lastPost?.date).toBe('2026-05-01');
  });
});

describe('late', () => {
  test('within six hours it is sent, and the next one comes at its time', async () => {
    const { channels, clock, until, state } = await world();
    clock.at = DUE + 5 * 60 * MINUTE;
    await until(clock.at);
    expect(channels.messages).toHaveLength(1);
    expect((await state()).lastPost?.late).toBe(true);
  });

  test('after six hours it is not sent any more', async () => {
    const { channels, clock, until } = await world();
    clock.at = DUE + 6 * 60 * MINUTE + 1;
    await until(clock.at);
    expect(channels.messages).toEqual([]);
    clock.at = DUE + DAY;
    await until(clock.at);
    expect(channels.messages.map(({ mark }) => mark.split(':')[2])).toEqual(['2026-05-02']);
  });

  test('a time set after it has passed begins on the next day', async () => {
    const { channels, schedules, clock, until } = await world();
    await schedules.change(GUILD, () => [aSchedule({ since: DUE + 1 })]);
    await until(DUE + 60 * MINUTE);
    expect(channels.messages).toEqual([]);
    clock.at = DUE + DAY;
    await until(clock.at);
    expect(channels.messages).toHaveLength(1);
  });

  test('a post moved to another time of the same day comes once on it', async () => {
    const { channels, schedules, until } = await world();
    await until(DUE + 5 * MINUTE);
    await schedules.change(GUILD, () => [aSchedule({ time: '09:00', since: DUE + 6 * MINUTE })]);
    await until(DUE + 3 * 60 * MINUTE);
    expect(channels.messages).toHaveLength(1);
  });

  test('a post that was removed does not come', async () => {
    const { channels, schedules, until } = await world();
    await schedules.change(GUILD, () => []);
    await until(DUE + 60 * MINUTE);
    expect(channels.messages).toEqual([]);
  });
});

describe('a pool that gives nothing', () => {
  test('is waited for: at most an hour, while the post is asked to be patient', async () => {
    const patience: (boolean | undefined)[] = [];
    const { channels, until, state } = await world({
      compose: async (occurrence, how) => {
        patience.push(how.patient);
        if (how.patient === true)
          throw new UserError({ title: 'Nothing', sentence: 'The pool gave nothing at all.' });
        return composeMark(occurrence, how);
      },
    });
    await until(DUE + 50 * MINUTE);
    expect(channels.messages).toEqual([]);
    expect((await state()).lastError?.said).toBe('The pool gave nothing at all.');
    await until(DUE + 2 * 60 * MINUTE);
    expect(patience).toEqual([true, true, true, false]);
    expect(channels.messages).toHaveLength(1);
  });
});

test('a post asked for now that Discord does not confirm is told as that, and no bug', async () => {
  const house = openDailyHouse({ startsAt: START, poolUrl: 'http://127.0.0.1:1' });
  house.channels.post = () => Promise.reject(new Error('asked to wait for more than a minute'));
  await expect(house.daily.postNow(CHANNEL, { embeds: [] })).rejects.toMatchObject({
    title: 'Discord didn’t confirm the post',
    message: expect.stringContaining('Check whether the post is there'),
  });
  await house.close();
});
