import { z } from 'zod';
import { defineCommand, type Context } from '../../src/command.js';
import { SECTIONS, type Schedule } from '../../src/domain/daily/schedule.js';
import { newShortId } from '../../src/domain/names/short-id.js';
import { POOL_CURRENCIES } from '../../src/domain/pool/currencies.js';
import { UserError } from '../../src/domain/errors/user-errors.js';
import { isTimeZone, TIME_ZONES } from '../../src/domain/time/time-zones.js';
import { scheduleSavedReply } from '../../src/views/daily/daily-schedules.js';
import { unknownTimeZoneWords } from '../../src/views/setup/setting-refusals.js';
import { matching } from '../shared/autocomplete-names.js';
import { requirePostable } from '../shared/channel-access.js';
import { channelOption } from '../shared/options.js';
import { requireConnected } from '../shared/require-connected.js';
import {
  find,
  readCurrencies,
  readSections,
  readTime,
  requireRoomForSchedule,
  usualSchedule,
  autocompleteSchedules,
  autocompleteWords,
} from './options.js';

export const dailySet = defineCommand({
  name: 'set',
  description: 'Set up a daily summary post in a channel, or change one',
  access: 'admin',
  audience: 'private',
  writes: true,
  changes: 'a daily post of the server',
  options: z.object({
    channel: channelOption('Channel (default: this one)'),
    time: z
      .string()
      .max(10)
      .optional()
      .describe('Local time, such as 8am or 20:30 (default: 08:00)'),
    timezone: z
      .string()
      .max(60)
      .optional()
      .describe('Time zone, such as America/Chicago (default: the server’s)'),
    currencies: z
      .string()
      .max(100)
      .optional()
      .describe('Currencies, separated by commas (default: the server’s)'),
    sections: z
      .string()
      .max(100)
      .optional()
      .describe('Sections, separated by commas (default: the usual ones)'),
    schedule: z.string().max(20).optional().describe('Post to change (default: a new one)'),
  }),
  autocomplete: {
    timezone: async (typed) =>
      matching(TIME_ZONES, typed).map((zone) => ({ name: zone, value: zone })),
    currencies: autocompleteWords(POOL_CURRENCIES),
    sections: autocompleteWords(SECTIONS),
    schedule: autocompleteSchedules,
  },
  examples: [
    'channel:#pool-ops time:08:00 timezone:America/Chicago',
    'channel:#treasury time:07:30 currencies:BTC, LTC_DOGE sections:figures, revenue, payments',
  ],
  async run(typed, context) {
    const { daily, guildId } = context;
    await requireConnected(context);
    if (typed.timezone !== undefined && !isTimeZone(typed.timezone))
      throw new UserError(unknownTimeZoneWords(typed.timezone));
    const asked = {
      ...(typed.channel === undefined ? {} : { channelId: typed.channel }),
      ...(typed.time === undefined ? {} : { time: readTime(typed.time) }),
      ...(typed.timezone === undefined ? {} : { timeZone: typed.timezone }),
      ...(typed.currencies === undefined ? {} : { currencies: readCurrencies(typed.currencies) }),
      ...(typed.sections === undefined ? {} : { sections: readSections(typed.sections) }),
    };
    const present = await daily.of(guildId);
    const before = typed.schedule === undefined ? undefined : find(typed.schedule, present);
    if (before === undefined) requireRoomForSchedule(present);
    const next =
      before === undefined
        ? { ...usualSchedule(newShortId(), context), ...asked }
        : changed(before, asked, context);
    await requirePostable(next.channelId, context);
    await daily.change(guildId, (now) => {
      if (now.some(({ id }) => id === next.id))
        return now.map((each) => (each.id === next.id ? next : each));
      requireRoomForSchedule(now);
      return [...now, next];
    });
    if (before !== undefined) await daily.clearFailures(guildId, next.id);
    const status = await daily.status(guildId, next);
    return scheduleSavedReply({ schedule: next, status }, before === undefined);
  },
});

type ScheduleOptions = Partial<
  Pick<Schedule, 'channelId' | 'time' | 'timeZone' | 'currencies' | 'sections'>
>;

/** A new time starts over; otherwise today's waiting post keeps its place. */
function changed(before: Schedule, options: ScheduleOptions, { clock, member }: Context): Schedule {
  const next = { ...before, ...options, setBy: member.userId };
  const isSameTime = next.time === before.time && next.timeZone === before.timeZone;
  return isSameTime ? next : { ...next, since: clock.now() };
}
