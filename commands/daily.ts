import { z } from 'zod';
import { csvReply } from '../src/cards/kit/csv.js';
import { defaultScope } from '../src/cards/sites-and-subaccounts.js';
import { DETAILS } from '../src/daily/post-card.js';
import {
  removalQuestion,
  removedCard,
  scheduleSavedCard,
  schedulesCard,
  PERIODS,
  scheduleChoices,
  SECTIONS,
  timeTyped,
  usualDraft,
  type ScheduleDraft,
} from '../src/daily/schedule.js';
import type { Autocomplete } from '../src/discord/command.js';
import { cardReply } from '../src/discord/reply.js';
import { POOL_CURRENCIES } from '../src/guilds/settings.js';
import { code, oneLine } from '../src/text.js';
import { defineAction, defineCommand, type CommandFile, type Context } from './define.js';
import {
  channel,
  choice,
  flag,
  lastChoices,
  mayPost,
  suggestTimeZones,
  text,
  timeZoneOption,
  withTyped,
} from './shared/options.js';
import { showMore } from './summary.js';

const suggestSchedules: Autocomplete<Context> = async (_, { daily, guildId }) =>
  scheduleChoices(await daily.list(guildId));

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
      .transform(timeTyped)
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
    const before = id === undefined ? null : await daily.chosen(context, id);
    const draft = withTyped<ScheduleDraft>(before ?? usualDraft(context), { ...typed, timeZone });
    await mayPost(draft.channel, context);
    const saved = await daily.save(context, draft, before?.id ?? null);
    return cardReply(scheduleSavedCard(saved, before === null));
  },
});

const show = defineCommand({
  name: 'daily show',
  description: 'Daily posts with their last post, next post and what is wrong',
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
    const { channel, reply } = await context.daily.preview(context, id);
    if (!post) return reply;
    await mayPost(channel, context);
    await context.channels.post(channel, reply);
    return cardReply({ title: 'Posted', tone: 'good', lines: [`In <#${channel}>`] });
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
  run: async ({ schedule: id }, context) =>
    removalQuestion(await context.daily.chosen(context, id)),
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
  run: async (_, { daily, guildId }) =>
    csvReply({ name: 'daily-figures', records: await daily.records(guildId) }),
});

/** A post's buttons, for whoever clicked. */
const more = defineAction({
  kind: 'daily-more',
  args: z.tuple([z.enum(DETAILS), z.enum(POOL_CURRENCIES)]),
  run: ({ args: [what, currency] }, context) =>
    showMore(what, { currency, place: defaultScope(context.settings) }, context),
});

export const daily: CommandFile = {
  commands: [set, show, now, off, exported],
  actions: [offAnswered, more],
};
