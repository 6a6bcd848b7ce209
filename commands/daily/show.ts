import { z } from 'zod';
import { defineCommand } from '../../src/command.js';
import { noSchedulesSentence } from '../../src/views/daily/daily-sentences.js';
import { schedulesReply } from '../../src/views/daily/daily-schedules.js';

export const dailyShow = defineCommand({
  name: 'show',
  description: 'Daily posts with their last post, next post and last error',
  access: 'viewer',
  audience: 'choose',
  options: z.object({}),
  examples: ['', 'private:True'],
  async run(_options, { daily, guildId }) {
    const all = await Promise.all(
      (await daily.of(guildId)).map(async (schedule) => ({
        schedule,
        status: await daily.status(guildId, schedule),
      })),
    );
    return schedulesReply(all, noSchedulesSentence);
  },
});
