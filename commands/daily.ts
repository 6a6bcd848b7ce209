import { z } from 'zod';
import { csvFile } from '../src/cards/kit/csv.js';
import { defaultScope } from '../src/cards/scope.js';
import { noSuchPost } from '../src/daily/daily.js';
import { DETAILS } from '../src/daily/post-card.js';
import {
  removalQuestion,
  removedCard,
  scheduleSavedCard,
  schedulesCard,
  PERIODS,
  scheduleTime,
  SECTIONS,
  USUAL_SECTIONS,
  type Schedule,
  type ScheduleDraft,
} from '../src/daily/schedule.js';
import type { Autocomplete } from '../src/discord/command.js';
import { channel, choice, flag, text } from '../src/discord/option-types.js';
import { cardReply } from '../src/discord/reply.js';
import { optionError, UserError } from '../src/errors.js';
import { POOL_CURRENCIES } from '../src/guilds/settings.js';
import { code, oneLine, plural } from '../src/text.js';
import { defineAction, defineCommand, type CommandFile, type Context } from './context.js';
import {
  lastChoices,
  mayPost,
  suggestTimeZones,
  timeZoneOption,
  withTyped,
} from './shared/options.js';
import { showMore } from './summary.js';

const suggestSchedules: Autocomplete<Context> = async (_, { daily, guildId }) =>
  (await daily.list(guildId)).map((schedule) => ({
    label: `${scheduleTime(schedule)} · ${schedule.currencies.join(', ')} (${schedule.id})`,
    value: schedule.id,
  }));

const TIME = /^(\d{1,2})(?:[:.h]([0-5]\d))?\s*(am|pm|h)?$/;

/** `HH:MM` from `8`, `8:00`, `08.30`, `8h`, `8 am`, `8:30pm`; 12 am is midnight, 12 pm noon. */
function timeOf(typed: string): string {
  const [, hours, minutes = '00', half] = TIME.exec(typed.toLowerCase()) ?? [];
  const hour = Number(hours ?? Number.NaN);
  const isHalf = half === 'am' || half === 'pm';
  if (isHalf ? hour >= 1 && hour <= 12 : hour <= 23) {
    const ofDay = isHalf ? (hour % 12) + (half === 'pm' ? 12 : 0) : hour;
    return `${String(ofDay).padStart(2, '0')}:${minutes}`;
  }
  throw optionError('time', `${code(typed, 20)} isn’t a time. Use 08:00, 20:30 or 8 am.`);
}

/** Some of the known words, separated by commas; they come in the order of `known`. */
const words = <Word extends string>(description: string, known: readonly Word[]) =>
  text(description).transform((typed, problems): Word[] => {
    const all = typed.split(',').map((word) => oneLine(word).toLowerCase());
    const wanted = all.filter((word) => word !== '');
    const unknown = wanted.find((word) => !known.some((each) => each.toLowerCase() === word));
    if (unknown === undefined && wanted.length > 0)
      return known.filter((word) => wanted.includes(word.toLowerCase()));
    problems.addIssue(`${code(unknown ?? typed, 30)} isn’t one. Use ${known.join(', ')}`);
    return z.NEVER;
  });

const set = defineCommand({
  name: 'daily set',
  description: 'Set up a daily, weekly or monthly summary post in a channel, or change one',
  access: 'admin',
  audience: 'private',
  options: z.object({
    channel: channel('Channel (default: this one)').optional(),
    time: text('Local time, such as 8am or 20:30 (default: 08:00)', { max: 10 })
      .transform(timeOf)
      .optional(),
    timezone: timeZoneOption('Time zone, such as America/Chicago (default: the server’s)'),
    every: choice(
      'How often: a week’s post on Mondays, a month’s on the first',
      PERIODS,
    ).optional(),
    currencies: words(
      'Currencies, separated by commas (default: the server’s)',
      POOL_CURRENCIES,
    ).optional(),
    sections: words('Sections, separated by commas (default: the usual ones)', SECTIONS).optional(),
    schedule: text('Post to change (default: a new one)', { max: 20 }).optional(),
  }),
  autocomplete: {
    timezone: suggestTimeZones,
    currencies: async (typed) => lastChoices(POOL_CURRENCIES, typed),
    sections: async (typed) => lastChoices(SECTIONS, typed),
    schedule: suggestSchedules,
  },
  examples: [
    'channel:#pool-ops time:08:00 timezone:America/Chicago',
    'channel:#treasury every:week currencies:BTC, LTC_DOGE sections:figures, revenue, payments',
  ],
  writes: true,
  async run({ schedule: id, timezone: timeZone, ...typed }, context) {
    const { daily, guilds, guildId } = context;
    // Without a key there is nothing to post.
    guilds.pool(await guilds.find(guildId));
    const before = id === undefined ? null : await chosen(id, context);
    const draft = withTyped<ScheduleDraft>(before ?? usualDraft(context), { ...typed, timeZone });
    await mayPost(draft.channel, context);
    const saved = await daily.save(context, draft, before?.id ?? null);
    return cardReply(scheduleSavedCard(saved, before === null));
  },
});

const show = defineCommand({
  name: 'daily show',
  description: 'Daily posts with their last post, next post and what is wrong',
  access: 'viewer',
  examples: ['', 'private:True'],
  run: async (_, { daily, guildId }) => cardReply(schedulesCard(await daily.list(guildId))),
});

const now = defineCommand({
  name: 'daily now',
  description: 'Preview the daily post for yourself, or post it now',
  access: 'admin',
  audience: 'private',
  options: z.object({
    post: flag('Post it to its channel; today’s own post still comes').optional(),
    schedule: text('Which post, if there are several', { max: 20 }).optional(),
  }),
  autocomplete: { schedule: suggestSchedules },
  examples: ['', 'post:True'],
  writes: true,
  async run({ post = false, schedule: id }, context) {
    const { daily, guildId, channels } = context;
    const isUsual = id === undefined && (await daily.list(guildId)).length === 0;
    const schedule = isUsual ? { ...usualDraft(context), guildId } : await chosen(id, context);
    const reply = await daily.preview(schedule);
    if (!post) return reply;
    await mayPost(schedule.channel, context);
    await channels.post(schedule.channel, reply);
    return cardReply({ title: 'Posted', tone: 'good', lines: [`In <#${schedule.channel}>`] });
  },
});

const off = defineCommand({
  name: 'daily off',
  description: 'Remove a daily post',
  access: 'admin',
  audience: 'private',
  options: z.object({ schedule: text('Which post', { max: 20 }).optional() }),
  autocomplete: { schedule: suggestSchedules },
  examples: ['', 'schedule:5pnke'],
  run: async ({ schedule: id }, context) => removalQuestion(await chosen(id, context)),
});

const offAnswered = defineAction({
  kind: 'daily-off',
  access: 'admin',
  answers: 'update',
  writes: true,
  args: z.tuple([z.enum(['remove', 'keep']), z.string()]),
  async run({ args: [answer, id] }, context) {
    if (answer === 'keep')
      return cardReply({ title: 'Kept', tone: 'over', lines: ['Nothing was removed.'] });
    return cardReply(removedCard(await context.daily.remove(context, id)));
  },
});

const exported = defineCommand({
  name: 'daily export',
  description: 'The figures of each day with a daily post, up to 400 days, as a CSV file',
  access: 'viewer',
  examples: ['', 'private:True'],
  async run(_, { daily, guildId }) {
    const records = await daily.records(guildId);
    const days = new Set(records.map(({ date }) => date)).size;
    return cardReply(
      { title: `Daily figures · ${plural(days, 'day')}` },
      { files: days === 0 ? [] : [csvFile('daily-figures', records)] },
    );
  },
});

/** A post's buttons, for whoever clicked. */
const more = defineAction({
  kind: 'daily-more',
  access: 'viewer',
  args: z.tuple([z.enum(DETAILS), z.enum(POOL_CURRENCIES)]),
  run: ({ args: [what, currency] }, context) =>
    showMore(what, { currency, place: defaultScope(context.settings) }, context),
});

export const daily: CommandFile = {
  commands: [set, show, now, off, exported],
  actions: [offAnswered, more],
};

/** The named one, or the only one. @throws UserError */
async function chosen(typed: string | undefined, context: Context): Promise<Schedule> {
  const all = await context.daily.list(context.guildId);
  if (typed !== undefined) {
    const found = all.find(({ id }) => id === typed.toLowerCase());
    if (found === undefined) throw noSuchPost();
    return found;
  }
  const [only, ...others] = all;
  if (only === undefined) throw new UserError('No daily posts', '`/daily set` sets one.');
  if (others.length > 0)
    throw new UserError('Which daily post?', 'Give its id as `schedule`: `/daily show` has it.');
  return only;
}

/** A post before any option is typed. */
function usualDraft({ channelId, settings }: Context): ScheduleDraft {
  return {
    channel: channelId,
    time: '08:00',
    timeZone: settings.timeZone,
    every: 'day',
    currencies: [settings.currency],
    sections: USUAL_SECTIONS,
  };
}
