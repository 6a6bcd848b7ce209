import { z } from 'zod';
import { alertChart, CHART_MS } from '../src/alerts/alert-chart.js';
import { alertMessage } from '../src/alerts/alert-message.js';
import { headline } from '../src/alerts/alert-words.js';
import type { Alert } from '../src/alerts/alert.js';
import { alertRecord, alertsReply, PAST_DAYS } from '../src/alerts/list-card.js';
import { nextStep } from '../src/alerts/next-step.js';
import { withCurrency } from '../src/alerts/rule-words.js';
import { csvFile } from '../src/cards/kit/csv.js';
import { cardReply, type Reply } from '../src/discord/reply.js';
import { UserError } from '../src/errors.js';
import { alertRules, rulesStand } from './alerts-rules.js';
import { alertSilence } from './alerts-silence.js';
import { defineAction, defineCommand, type CommandFile, type Context } from './context.js';

const DAY = 86_400_000;
const KEPT_DAYS = 400;

async function showList(context: Context): Promise<Reply> {
  const { alerts, guildId, clock } = context;
  const [stand, past] = await Promise.all([
    rulesStand(context),
    alerts.past(guildId, clock.now() - PAST_DAYS * DAY),
  ]);
  return alertsReply({ ...stand, past });
}

const list = defineCommand({
  name: 'alerts list',
  description: 'What fires, who has it, what is silenced, and the last 30 days',
  access: 'viewer',
  audience: 'choose',
  options: z.object({}),
  examples: [''],
  run: (_, context) => showList(context),
});

const exported = defineCommand({
  name: 'alerts export',
  description: 'The alerts that ended in the last 400 days, as a CSV file',
  access: 'viewer',
  audience: 'choose',
  options: z.object({}),
  examples: [''],
  async run(_, { alerts, guildId, clock }) {
    const past = await alerts.past(guildId, clock.now() - KEPT_DAYS * DAY);
    return cardReply(
      { title: `Alerts · ${past.length}` },
      { files: [csvFile('alerts', past.map(alertRecord))] },
    );
  },
});

const acknowledge = defineAction({
  kind: 'alert-ack',
  access: 'manager',
  answers: 'update',
  writes: true,
  args: z.tuple([z.string()]),
  async run({ args: [id] }, context) {
    const { alerts, guildId, member, messageId } = context;
    const [alert, ...burst] = await alerts.acknowledge(guildId, member, id);
    if (alert === undefined) throw new UserError('No such alert', '`/alerts list` shows all.');
    const isReminder = alert.message !== null && alert.message.messageId !== messageId;
    return isReminder ? hasIt(alert, context) : acknowledged(alert, burst, context);
  },
});

/** In place of the reminder; the alert's own message is edited too. */
async function hasIt(alert: Alert, { member, alerts, guildId }: Context): Promise<Reply> {
  const rule = (await alerts.rules(guildId)).find(({ id }) => id === alert.rule) ?? null;
  return { content: `👤 <@${member.id}> has it: ${headline(alert, rule)}` };
}

async function acknowledged(
  alert: Alert,
  burst: readonly Alert[],
  context: Context,
): Promise<Reply> {
  const { alerts, settings } = context;
  const stand = await rulesStand(context);
  const rules = stand.rules.map((rule) => withCurrency(rule, settings));
  const rule = rules.find(({ id }) => id === alert.rule);
  const chart =
    rule === undefined || alert.reading === null || burst.length > 0
      ? undefined
      : await alertChart(rule, {
          readings: await alerts.readings(rule, stand.now - CHART_MS),
          limit: alert.reading.limit,
          timeZone: settings.timeZone,
        });
  return alertMessage(alert, { ...stand, rules, burst }, chart);
}

const acknowledgeListed = defineAction({
  kind: 'alert-list-ack',
  access: 'manager',
  answers: 'update',
  writes: true,
  args: z.tuple([]),
  async run({ selected: [id = ''] }, context) {
    await context.alerts.acknowledge(context.guildId, context.member, id);
    return showList(context);
  },
});

/** What the alert is about, as the command for it shows it. */
const show = defineAction({
  kind: 'alert-show',
  access: 'viewer',
  answers: 'private',
  args: z.tuple([z.string()]),
  async run({ args: [id] }, context) {
    const { alerts, guildId, commands } = context;
    const alert = await alerts.find(guildId, id);
    if (alert.burst.length > 0) return showList(context);
    const rules = await alerts.rules(guildId);
    const step = nextStep(alert, rules.find((rule) => rule.id === alert.rule) ?? null);
    const command = commands.find(({ name }) => name === step?.command);
    if (step === null || command === undefined)
      throw new UserError('Nothing to show', 'Look at `/alerts list`.');
    return command.run(step.options, context);
  },
});

export const alerts: CommandFile = {
  commands: [list, exported, ...alertRules.commands, ...alertSilence.commands],
  actions: [acknowledge, acknowledgeListed, show, ...alertRules.actions, ...alertSilence.actions],
};
