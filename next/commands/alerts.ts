import { z } from 'zod';
import { alertRecord, alertsReply, PAST_DAYS } from '../src/alerts/lists.js';
import { headline, nextStep } from '../src/alerts/words.js';
import { csvFile } from '../src/cards/kit/csv.js';
import { cardReply, type Reply } from '../src/discord/reply.js';
import { UserError } from '../src/errors.js';
import { alertRules } from './alerts-rules.js';
import { alertSilence } from './alerts-silence.js';
import { defineAction, defineCommand, type CommandFile, type Context } from './context.js';

const DAY = 86_400_000;
const KEPT_DAYS = 400;

async function showList({ alerts, guildId, clock }: Context): Promise<Reply> {
  const past = await alerts.past(guildId, clock.now() - PAST_DAYS * DAY);
  return alertsReply(await alerts.stand(guildId), past);
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
    const files = [csvFile('alerts', past.map(alertRecord))];
    return cardReply({ title: `Alerts · ${past.length}` }, { files });
  },
});

const acknowledge = defineAction({
  kind: 'alert-ack',
  access: 'manager',
  answers: 'update',
  writes: true,
  args: z.tuple([z.string()]),
  async run({ args: [id] }, { alerts, guildId, member, messageId }) {
    const { alert, rule, reply } = await alerts.acknowledge(guildId, member, id);
    const isReminder = alert.message !== null && alert.message.messageId !== messageId;
    // In place of the reminder; the alert's own message is edited too.
    return isReminder ? { content: `👤 <@${member.id}> has it: ${headline(alert, rule)}` } : reply;
  },
});

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
