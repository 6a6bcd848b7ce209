import { expect, test } from 'vitest';
import { createSchedules } from '../../src/daily/schedule/schedules.js';
import { ChannelRefused } from '../../src/domain/errors/channel-refused.js';
import { createChannels } from './fakes/channel.js';
import { aSchedule, composeMark, createClock, startProcess, step } from './fakes/daily-harness.js';
import { createSharedStore } from './fakes/shared-store.js';

const MINUTE = 60_000;
const DUE_AT = Date.parse('2026-03-01T08:00Z');

/** What is counted for one date's post, with looks at each of these minutes after its time. */
async function counted(
  minutes: readonly number[],
  fault: { readonly compose?: Error; readonly post?: Error } = {},
): Promise<readonly string[]> {
  const clock = createClock(DUE_AT - MINUTE);
  const store = createSharedStore(clock);
  const channels = createChannels(clock);
  const since = clock.at;
  await createSchedules(store).change('800000000000000001', () => [aSchedule({ since })]);
  const bot = startProcess({
    store,
    clock,
    channels: {
      find: (...wanted) => channels.find(...wanted),
      post: async (...post) => {
        if (fault.post !== undefined) throw fault.post;
        return channels.post(...post);
      },
    },
    async compose(...asked) {
      if (fault.compose !== undefined) throw fault.compose;
      return composeMark(...asked);
    },
  });
  for (const minute of minutes) {
    clock.at = DUE_AT + minute * MINUTE;
    await step(bot);
  }
  return bot.results;
}

const noPool = { compose: new Error('no pool') };
const noChannel = { post: new ChannelRefused({ channelId: '1', reason: 'gone' }) };
const noAnswer = { post: new Error('reset') };

test.each([
  { what: 'in time', minutes: [1, 2], results: ['posted'] },
  { what: 'late', minutes: [20, 21], results: ['late'] },
  { what: 'without the pool', minutes: [1], fault: noPool, results: ['failed'] },
  { what: 'refused by its channel', minutes: [1], fault: noChannel, results: ['refused'] },
  { what: 'without an answer of Discord', minutes: [1], fault: noAnswer, results: ['unclear'] },
  {
    what: 'to its end',
    minutes: [1, 359],
    fault: noPool,
    results: ['failed', 'failed', 'given-up'],
  },
])('a daily post is counted: $what', async ({ minutes, fault, results }) => {
  expect(await counted(minutes, fault)).toEqual(results);
});
