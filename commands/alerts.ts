import { z } from 'zod';
import { alertRecords, alertsReply, PAST_DAYS } from '../src/alerts/lists.js';
import { nextStep, titleOf } from '../src/alerts/message.js';
import { csvReply } from '../src/cards/kit/csv.js';
import { DAY, MINUTE } from '../src/clock.js';
import { nextDue } from '../src/daily/due-times.js';
import { localDate } from '../src/days.js';
import { customId } from '../src/discord/custom-id.js';
import { cardReply, type Form, type Reply } from '../src/discord/reply.js';
import { minutesIn } from '../src/durations.js';
import { optionError, UserError } from '../src/errors.js';
import { code, oneLine, plural } from '../src/text.js';
import { alertRules, ruleNamed, suggestRules } from './alerts-rules.js';
import { defineAction, defineCommand, type CommandFile, type Context } from './define.js';
import { flag, text } from './shared/options.js';

const MOST_MINUTES = 30 * 24 * 60;
const KEPT_DAYS = 400;

async function showList({ alerts, guildId, clock }: Context): Promise<Reply> {
  const past = await alerts.past(guildId, clock.now() - PAST_DAYS * DAY);
  return alertsReply(await alerts.all(guildId), past);
}

const list = defineCommand({
  name: 'alerts list',
  description: 'What fires, who has it, what is silenced, and the last 30 days',
  run: (_, context) => showList(context),
});

const exported = defineCommand({
  name: 'alerts export',
  description: 'The alerts that ended in the last 400 days, as a CSV file',
  async run(_, { alerts, guildId, clock }) {
    const past = await alerts.past(guildId, clock.now() - KEPT_DAYS * DAY);
    return csvReply({ name: 'alerts', records: alertRecords(past) });
  },
});

const acknowledge = defineAction({
  kind: 'alert-ack',
  access: 'manager',
  answers: 'update',
  writes: true,
  args: z.tuple([z.string()]),
  async run({ args: [id] }, { alerts, guildId, member, messageId }) {
    const { alert, reply } = await alerts.acknowledge(guildId, member, id);
    const isReminder = alert.message !== null && alert.message.messageId !== messageId;
    // Replaces the reminder; the alert's own message is edited too.
    return isReminder ? { content: `👤 <@${member.id}> has it: ${titleOf(alert)}` } : reply;
  },
});

const acknowledgeListed = defineAction({
  kind: 'alert-list-ack',
  access: 'manager',
  answers: 'update',
  writes: true,
  async run({ selected: [id = ''] }, context) {
    await context.alerts.acknowledge(context.guildId, context.member, id);
    return showList(context);
  },
});

/** Runs the command that shows what the alert is about. */
const show = defineAction({
  kind: 'alert-show',
  args: z.tuple([z.string()]),
  async run({ args: [id] }, context) {
    const { alerts, guildId, commands } = context;
    const step = nextStep(await alerts.find(guildId, id));
    const command = commands.find(({ name }) => name === step?.command);
    if (step === null || command === undefined)
      throw new UserError('Nothing to show', 'Look at `/alerts list`.');
    return command.run(step.options, context);
  },
});

type TypedSilence = { readonly for: string } & Partial<Readonly<Record<'from' | 'reason', string>>>;

/** One rule by its id, or all. @throws UserError */
async function silence(rule: string | null, typed: TypedSilence, context: Context): Promise<Reply> {
  const { alerts, guildId, member, settings, clock } = context;
  const { timeZone } = settings;
  const now = clock.now();
  const from = typed.from === undefined ? now : timeTyped('from', typed.from, { now, timeZone });
  const until = endTyped(typed.for, { now: from, timeZone });
  const reason = oneLine(typed.reason ?? '') || null;
  return cardReply(await alerts.silence(guildId, member, { rule, from, until, reason }));
}

const silenceCommand = defineCommand({
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
    if (off) {
      const ended = await context.alerts.endSilences(context.guildId, context.member, rule);
      if (ended === 0) throw new UserError('Nothing is silenced', '`/alerts list` shows silences.');
      return cardReply({ title: `${plural(ended, 'silence')} ended`, tone: 'good' });
    }
    if (length === undefined)
      throw new UserError('For how long?', 'Add `for:2h`, or `off:True` to end a silence.');
    return silence(rule, { for: length, ...typed }, context);
  },
});

const LENGTHS = ['2 h', '30 min', 'until 08:00', '1 d'] as const;

/** *Silence…* on an alert's message. */
const silenceForm = defineAction({
  kind: 'alert-silence',
  access: 'manager',
  answers: 'form',
  args: z.tuple([z.string()]),
  async run({ args: [alertId] }, { alerts, guildId }): Promise<Form> {
    const { rule } = await alerts.find(guildId, alertId);
    return {
      form: customId(silenceTyped.kind, rule),
      title: 'Silence this rule',
      fields: [
        {
          name: 'for',
          label: 'For how long?',
          help: 'Another time: `/alerts silence`',
          choices: LENGTHS.map((each) => ({ label: each, value: each })),
          value: LENGTHS[0],
          required: true,
        },
        { name: 'reason', label: 'Reason', help: 'Shown on the alert', maxLength: 200 },
      ],
    };
  },
});

const silenceTyped = defineAction({
  kind: 'alert-silence-typed',
  access: 'manager',
  writes: true,
  args: z.tuple([z.string()]),
  run: ({ args: [rule], fields }, context) =>
    silence(rule, { for: fields['for'] ?? '', reason: fields['reason'] }, context),
});

interface Moment {
  readonly now: number;
  readonly timeZone: string;
}

/** `45 min`, `2h`, `1d` after `now`, or `until 08:00`. @throws UserError */
function endTyped(typed: string, moment: Moment): number {
  const words = oneLine(typed).toLowerCase();
  if (words.startsWith('until ')) return timeTyped('for', words.slice('until '.length), moment);
  return moment.now + minutesIn('for', words, { least: 1, most: MOST_MINUTES }) * MINUTE;
}

/** The next `22:00`, or `tomorrow 06:00`. @throws UserError */
function timeTyped(option: string, typed: string, { now, timeZone }: Moment): number {
  const words = oneLine(typed).toLowerCase();
  const [, day, time] = /^(tomorrow )?((?:[01]?\d|2[0-3]):[0-5]\d)$/.exec(words) ?? [];
  if (time === undefined)
    throw optionError(option, `${code(words, 40)} isn’t a time. Use 22:00 or tomorrow 06:00.`);
  const after = day === undefined ? undefined : localDate(now, timeZone);
  return nextDue({ every: 'day', time: time.padStart(5, '0'), timeZone }, now, after).dueAt;
}

export const alerts: CommandFile = {
  commands: [list, exported, ...alertRules.commands, silenceCommand],
  actions: [acknowledge, acknowledgeListed, show, silenceForm, silenceTyped, ...alertRules.actions],
};
