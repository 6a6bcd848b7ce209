import { z } from 'zod';
import { defineAction, type Context } from '../../../src/command.js';
import { acknowledge } from '../../../src/domain/alerts/acknowledge-and-silence.js';
import { isOver, ruleOf } from '../../../src/domain/alerts/alert.js';
import { silenceInForce } from '../../../src/domain/alerts/message-state.js';
import { burstAlerts } from '../../../src/domain/alerts/burst-shown.js';
import { rulesInForce } from '../../../src/domain/alerts/rule.js';
import { UserError } from '../../../src/domain/errors/user-errors.js';
import type { Reply } from '../../../src/domain/messages/reply.js';
import { ALERT_ACK } from '../../../src/views/alerts/alert-buttons.js';
import { ALERT_LISTED_ACK } from '../../../src/views/alerts/replies/alerts-list.js';
import {
  acknowledgedReply,
  allAcknowledgedReply,
} from '../../../src/views/alerts/replies/alert-replies.js';
import {
  allAcknowledgedWords,
  alreadyAcknowledgedWords,
  oldAlertWords,
} from '../../../src/views/alerts/replies/alert-sentences.js';

/** "I have it": shown to everyone on the alert's message, and ends its reminders. */
export const alertAcknowledged = defineAction({
  kind: ALERT_ACK,
  access: 'manager',
  answers: 'private',
  writes: true,
  args: z.tuple([z.string()]),
  run: ({ args: [alertId] }, context) => acknowledgeAlert(alertId, context),
});

/** The same, chosen from the list of alerts. */
export const alertListedAcknowledged = defineAction({
  kind: ALERT_LISTED_ACK,
  access: 'manager',
  answers: 'private',
  writes: true,
  args: z.tuple([]),
  fields: z.object({ values: z.tuple([z.string()]) }),
  run: ({ fields }, context) => acknowledgeAlert(fields.values[0], context),
});

/** For one alert, or for all that one message lists. */
async function acknowledgeAlert(alertId: string, context: Context): Promise<Reply> {
  const { alerts, guildId, member, clock } = context;
  const person = { by: member.userId, at: clock.now() };
  const after = await alerts.change(guildId, (now) => acknowledge(now, alertId, person));
  const state = after ?? (await alerts.state(guildId));
  const all = burstAlerts(state, alertId).filter((each) => !isOver(each));
  if (all.length > 0) {
    if (after === null) throw new UserError(allAcknowledgedWords);
    await alerts.deliver(guildId);
    return allAcknowledgedReply(all.filter(({ acknowledged: has }) => has?.by === person.by));
  }
  const alert = state.alerts.find(({ id }) => id === alertId);
  if (alert === undefined || (after === null && isOver(alert))) throw new UserError(oldAlertWords);
  if (after === null) throw new UserError(alreadyAcknowledgedWords(alert.acknowledged?.by ?? ''));
  await alerts.deliver(guildId);
  const rules = rulesInForce(await alerts.rules(guildId));
  return acknowledgedReply({
    alert,
    rule: ruleOf(alert, rules),
    silence: silenceInForce(state, alert.ruleId, clock.now()),
  });
}
