import { z } from 'zod';
import { defineCommand } from '../../src/command.js';
import { UserError } from '../../src/domain/errors/errors.js';
import { noSchedulesSentence } from '../../src/views/daily/daily-sentences.js';
import { removedReply } from '../../src/views/daily/daily-schedules.js';
import { chosenSchedule, suggestSchedules } from './options.js';

export const dailyOff = defineCommand({
  name: 'off',
  description: 'Remove a daily post, or all of them',
  access: 'admin',
  audience: 'private',
  writes: true,
  options: z.object({
    schedule: z.string().max(20).optional().describe('Id of one; `all` for all of them'),
  }),
  suggest: {
    schedule: async (typed, context) => [
      ...(await suggestSchedules(typed, context)),
      { name: 'all', value: 'all' },
    ],
  },
  examples: ['', 'schedule:all'],
  async run({ schedule: typed }, context) {
    const { daily, guildId } = context;
    const all = await daily.of(guildId);
    const chosen =
      typed?.trim().toLowerCase() === 'all' ? all : [await chosenSchedule(typed, context)];
    if (chosen.length === 0) throw new UserError(noSchedulesSentence);
    await daily.remove(
      guildId,
      chosen.map(({ id }) => id),
    );
    return removedReply(chosen);
  },
});
