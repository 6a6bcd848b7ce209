import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { silencedCard } from '../src/alerts/lists.js';
import { code, oneLine, plural } from '../src/cards/kit/text.js';
import { customId } from '../src/discord/custom-id.js';
import { flag, text } from '../src/discord/options.js';
import { cardReply, type Form, type Reply } from '../src/discord/reply.js';
import { UserError } from '../src/errors.js';
import { minutesIn, refused, ruleNamed, suggestRules } from './alerts-rules.js';
import { defineAction, defineCommand, type CommandFile, type Context } from './context.js';

const MINUTE = 60_000;
const MOST_MINUTES = 30 * 24 * 60;

interface Asked {
  /** Id; null for all. */
  readonly rule: string | null;
  readonly for: string;
  readonly from?: string | undefined;
  readonly reason?: string | undefined;
}

/** @throws UserError */
async function silence(asked: Asked, context: Context): Promise<Reply> {
  const { alerts, guildId, member, settings, clock } = context;
  const { timeZone } = settings;
  const { rule, for: length, reason = '' } = asked;
  const now = clock.now();
  const from = asked.from === undefined ? now : timeTyped('from', asked.from, { now, timeZone });
  const until = endTyped(length, { now: from, timeZone });
  const by = member.id;
  const silenced = { guildId, rule, from, until, by, reason: oneLine(reason) || null };
  return cardReply(silencedCard(await alerts.silence(silenced), await alerts.stand(guildId)));
}

const command = defineCommand({
  name: 'alerts silence',
  description: 'Hold alerts back for a while, such as during maintenance, or end that',
  access: 'manager',
  audience: 'private',
  options: z.object({
    rule: text('Which one (default: all)').optional(),
    for: text('For how long, such as 45 min, 2h, 1d or until 08:00', { max: 40 }).optional(),
    from: text('From when, such as 22:00 or tomorrow 06:00 (default: now)', {
      max: 40,
    }).optional(),
    reason: text('Why; shown on the alert', { max: 200 }).optional(),
    off: flag('End the silence').optional(),
  }),
  autocomplete: { rule: suggestRules },
  examples: [
    'for:2h reason:Transformer maintenance',
    'rule:x3k2p for:3d reason:Firmware update',
    'from:tomorrow 06:00 for:4h',
    'off:True',
  ],
  writes: true,
  async run({ rule: name, off = false, for: length, ...typed }, context) {
    const rule = name === undefined ? null : (await ruleNamed(name, context)).id;
    if (!off && length === undefined)
      throw new UserError('For how long?', 'Add `for:2h`, or `off:True` to end a silence.');
    if (!off) return silence({ rule, for: length ?? '', ...typed }, context);
    const ended = await context.alerts.endSilences(context.guildId, context.member, rule);
    if (ended === 0) throw new UserError('Nothing is silenced', '`/alerts list` shows silences.');
    return cardReply({ title: `${plural(ended, 'silence')} ended`, tone: 'good' });
  },
});

/** *Silence…* on an alert's message. */
const ask = defineAction({
  kind: 'alert-silence',
  access: 'manager',
  answers: 'private',
  args: z.tuple([z.string()]),
  async run({ args: [alertId] }, { alerts, guildId }) {
    const { rule } = await alerts.find(guildId, alertId);
    const buttons = ['30 min', '2 h', 'Until 08:00'].map((length) => ({
      label: length,
      id: customId(chosen.kind, rule, length),
    }));
    const other = { label: 'Other…', id: customId(openForm.kind, rule) };
    return cardReply({ title: 'For how long?' }, { rows: [[...buttons, other]] });
  },
});

const chosen = defineAction({
  kind: 'alert-silence-for',
  access: 'manager',
  answers: 'update',
  writes: true,
  args: z.tuple([z.string(), z.string()]),
  run: ({ args: [rule, length] }, context) => silence({ rule, for: length }, context),
});

const openForm = defineAction({
  kind: 'alert-silence-other',
  access: 'manager',
  answers: 'form',
  args: z.tuple([z.string()]),
  run: async ({ args: [rule] }): Promise<Form> => ({
    form: customId(typed.kind, rule),
    title: 'Silence this rule',
    fields: [
      {
        name: 'for',
        label: 'For how long?',
        help: 'Such as 45 min, 2h, 1d or until 08:00',
        required: true,
        maxLength: 40,
      },
      { name: 'reason', label: 'Reason', help: 'Shown on the alert', maxLength: 200 },
    ],
  }),
});

const typed = defineAction({
  kind: 'alert-silence-typed',
  access: 'manager',
  answers: 'update',
  writes: true,
  args: z.tuple([z.string()]),
  run: ({ args: [rule], fields }, context) =>
    silence({ rule, for: fields['for'] ?? '', reason: fields['reason'] }, context),
});

export const alertSilence: CommandFile = {
  commands: [command],
  actions: [ask, chosen, openForm, typed],
};

interface Moment {
  readonly now: number;
  readonly timeZone: string;
}

/** `45 min`, `2h`, `1d` after `now`, or `until 08:00`. @throws UserError */
function endTyped(typed: string, moment: Moment): number {
  const words = oneLine(typed).toLowerCase();
  if (words.startsWith('until ')) return timeTyped('for', words.slice('until '.length), moment);
  return moment.now + Math.max(1, minutesIn('for', words, MOST_MINUTES)) * MINUTE;
}

/** The next `22:00`, or `tomorrow 06:00`. @throws UserError */
function timeTyped(option: string, typed: string, { now, timeZone }: Moment): number {
  const words = oneLine(typed).toLowerCase();
  const [, day, time] = /^(tomorrow )?((?:[01]?\d|2[0-3]):[0-5]\d)$/.exec(words) ?? [];
  if (time === undefined)
    throw refused(option, `${code(words, 40)} isn’t a time. Use 22:00 or tomorrow 06:00.`);
  const here = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone);
  const on = (days: number) =>
    here.add({ days }).withPlainTime(time.padStart(5, '0')).epochMilliseconds;
  return day === undefined && on(0) > now ? on(0) : on(1);
}
