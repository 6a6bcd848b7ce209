import { z } from 'zod';
import { defineAction, type Context } from '../../../src/command.js';
import { isOver } from '../../../src/domain/alerts/alert.js';
import { rulesInForce, type AlertRule } from '../../../src/domain/alerts/rule.js';
import { encodeCustomId } from '../../../src/domain/custom-id.js';
import { UserError } from '../../../src/domain/errors/user-errors.js';
import { dateAfter, localDateOf, toInstant } from '../../../src/domain/time/local-time.js';
import {
  ALERT_SILENCE,
  ALERT_SILENCE_FORM,
  SILENCE_CHOICES,
  silenceChoices,
  type SilenceChoice,
} from '../../../src/views/alerts/alert-buttons.js';
import { oldAlertWords } from '../../../src/views/alerts/replies/alert-sentences.js';
import { silenceForm } from '../../../src/views/alerts/replies/silence-replies.js';
import {
  isAboutExternalChanges,
  longestSilenceMs,
  readSilence,
  silenceUntil,
} from '../apply-silence.js';
import { MINUTE_MS } from '../../../src/domain/time/units.js';

/** The button *Silence…* and the choices it opens. */
const alertSilence = defineAction({
  kind: ALERT_SILENCE,
  access: 'manager',
  answers: 'private',
  writes: true,
  args: z.union([z.tuple([z.string()]), z.tuple([z.string(), z.enum(SILENCE_CHOICES)])]),
  async run({ args: [alertId, choice] }, context) {
    const rule = await ruleOfAlert(alertId, context);
    if (choice === undefined) return silenceChoices(alertId, isAboutExternalChanges(rule));
    const now = context.clock.now();
    const until =
      choice === 'tomorrow' && isAboutExternalChanges(rule)
        ? now + longestSilenceMs(rule)
        : endOf(choice, context);
    return silenceUntil(rule, { until }, context);
  },
});

const alertSilenceForm = defineAction({
  kind: ALERT_SILENCE_FORM,
  access: 'manager',
  answers: 'private',
  opens: 'modal',
  args: z.tuple([z.string()]),
  run: ({ args: [alertId] }) => silenceForm(encodeCustomId(alertSilenceSubmitted.kind, alertId)),
});

const alertSilenceSubmitted = defineAction({
  kind: 'alert-silence-set',
  access: 'manager',
  answers: 'private',
  writes: true,
  args: z.tuple([z.string()]),
  fields: z.object({ for: z.string(), reason: z.string().optional() }),
  async run({ args: [alertId], fields }, context) {
    const rule = await ruleOfAlert(alertId, context);
    const until = context.clock.now() + readSilence(rule, fields.for);
    const reason = fields.reason?.trim() ?? '';
    return silenceUntil(rule, { until, reason }, context);
  },
});

export const silenceActions = [alertSilence, alertSilenceForm, alertSilenceSubmitted];

const MORNING = '08:00';

function endOf(choice: SilenceChoice, { clock, settings }: Context): number {
  const now = clock.now();
  if (choice === '30m') return now + 30 * MINUTE_MS;
  if (choice === '2h') return now + 120 * MINUTE_MS;
  const tomorrow = dateAfter(localDateOf(now, settings.timeZone), 1);
  // A time zone may skip a whole day.
  return toInstant(tomorrow, MORNING, settings.timeZone) ?? now + 1_440 * MINUTE_MS;
}

/** Throws a UserError if the alert is over: nothing is left to silence from here. */
async function ruleOfAlert(alertId: string, { alerts, guildId }: Context): Promise<AlertRule> {
  const [state, rules] = await Promise.all([alerts.state(guildId), alerts.rules(guildId)]);
  const alert = state.alerts.find(({ id }) => id === alertId);
  const rule = rulesInForce(rules).find(({ id }) => id === alert?.ruleId);
  if (alert === undefined || rule === undefined || isOver(alert))
    throw new UserError(oldAlertWords);
  return rule;
}
