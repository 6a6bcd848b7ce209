import type { Context } from '../../src/command.js';
import type { Schedule } from '../../src/daily/schedule.js';
import { ChannelRefused } from '../../src/domain/errors.js';
import { settle } from '../../src/domain/settle.js';
import type { Finding } from '../../src/views/checkup.js';
import { dailyFinding, noDailyPost } from '../../src/views/daily-checkup.js';

/** How each daily post stands, and whether its channel would take the next one. */
export async function checkDaily(context: Context): Promise<readonly Finding[]> {
  const { daily, guildId } = context;
  const schedules = await daily.of(guildId);
  if (schedules.length === 0) return [noDailyPost];
  return Promise.all(
    schedules.map(async (schedule) => {
      const [status, channel] = await Promise.all([
        daily.status(guildId, schedule),
        checkItsChannel(schedule, context),
      ]);
      return dailyFinding({ schedule, status }, channel);
    }),
  );
}

async function checkItsChannel({ channelId }: Schedule, { deployment }: Context) {
  const missing = await settle(deployment.missingPermissions(channelId));
  if (missing.ok) return missing.value;
  return missing.error instanceof ChannelRefused ? 'gone' : null;
}
