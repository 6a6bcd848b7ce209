import { z } from 'zod';
import { defineAction, defineCommand } from '../../src/command.js';
import { encodeCustomId } from '../../src/domain/custom-id.js';
import { UserError } from '../../src/domain/errors/user-errors.js';
import { noSchedulesWords } from '../../src/views/daily/daily-sentences.js';
import { keptReply, removalQuestion, removedReply } from '../../src/views/daily/daily-schedules.js';
import { chosenSchedule, autocompleteSchedules } from './options.js';

export const dailyOff = defineCommand({
  name: 'off',
  description: 'Remove a daily post, or all of them',
  access: 'admin',
  audience: 'private',
  changes: 'after a question: the daily posts that are removed',
  options: z.object({
    schedule: z.string().max(20).optional().describe('Which post, or all of them'),
  }),
  autocomplete: {
    schedule: async (typed, context) => [
      ...(await autocompleteSchedules(typed, context)),
      { name: 'all', value: 'all' },
    ],
  },
  examples: ['', 'schedule:all'],
  async run({ schedule: typed }, context) {
    const all = await context.daily.of(context.guildId);
    const chosen =
      typed?.trim().toLowerCase() === 'all' ? all : [await chosenSchedule(typed, context)];
    if (chosen.length === 0) throw new UserError(noSchedulesWords);
    const ids = chosen.map(({ id }) => id);
    return removalQuestion(chosen, {
      removeId: encodeCustomId(dailyOffAnswered.kind, 'remove', ...ids),
      keepId: encodeCustomId(dailyOffAnswered.kind, 'keep'),
    });
  },
});

export const dailyOffAnswered = defineAction({
  kind: 'daily-off',
  access: 'admin',
  answers: 'update',
  writes: true,
  args: z.tuple([z.enum(['remove', 'keep'])], z.string()),
  async run({ args: [answer, ...ids] }, { daily, guildId }) {
    if (answer === 'keep') return keptReply();
    const removed = (await daily.of(guildId)).filter(({ id }) => ids.includes(id));
    if (removed.length === 0) throw new UserError(noSchedulesWords);
    await daily.remove(
      guildId,
      removed.map(({ id }) => id),
    );
    return removedReply(removed);
  },
});
