import { z } from 'zod';
import { defineCommand, type Context } from '../../src/command.js';
import type { Schedule } from '../../src/domain/daily/schedule.js';
import { postedNowReply } from '../../src/views/daily/daily-schedules.js';
import { chosenSchedule, autocompleteSchedules, usualSchedule } from './options.js';

export const dailyNow = defineCommand({
  name: 'now',
  description: 'Preview the daily post for yourself, or post it now',
  access: 'admin',
  audience: 'private',
  writes: true,
  changes: 'with `post`: one more post in the channel; else nothing',
  options: z.object({
    post: z.boolean().optional().describe('Post it to its channel; today’s own post still comes'),
    schedule: z.string().max(20).optional().describe('Which post, if there are several'),
  }),
  autocomplete: { schedule: autocompleteSchedules },
  examples: ['', 'post:True'],
  async run({ post = false, schedule: typed }, context) {
    const { daily, guildId } = context;
    const schedule = await shownSchedule(typed, context);
    const reply = await daily.preview(guildId, schedule);
    if (!post) return reply;
    await daily.postNow(schedule.channelId, reply);
    return postedNowReply(schedule.channelId);
  },
});

/** If no schedule exists: the usual post, in this channel. */
async function shownSchedule(typed: string | undefined, context: Context): Promise<Schedule> {
  const { daily, guildId } = context;
  const isAny = typed !== undefined || (await daily.of(guildId)).length > 0;
  return isAny ? chosenSchedule(typed, context) : usualSchedule('draft', context);
}
