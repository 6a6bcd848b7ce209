import type { Context } from '../../src/command.js';
import type { Diagnostic } from '../../src/views/setup/diagnostics.js';
import { dailyFinding, noDailyPost } from '../../src/views/setup/daily-diagnostics.js';
import { postable } from '../shared/channel-access.js';

/** Checks each daily post and its channel. */
export async function checkDaily(context: Context): Promise<readonly Diagnostic[]> {
  const { daily, guildId } = context;
  const schedules = await daily.of(guildId);
  if (schedules.length === 0) return [noDailyPost];
  return Promise.all(
    schedules.map(async (schedule) => {
      const [status, channel] = await Promise.all([
        daily.status(guildId, schedule),
        postable(schedule.channelId, context),
      ]);
      return dailyFinding({ schedule, status }, channel);
    }),
  );
}
