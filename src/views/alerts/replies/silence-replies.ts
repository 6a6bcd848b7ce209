import type { Silence } from '../../../domain/alerts/alert.js';
import {
  EXTERNAL_CHANGES,
  rulesInForce,
  type AlertRule,
  type GuildRules,
} from '../../../domain/alerts/rule.js';
import type { Modal, Reply } from '../../../domain/messages/reply.js';
import { cardReply } from '../../kit/card.js';
import { form, textInput } from '../../kit/form.js';
import { escapeMarkdown } from '../../kit/text.js';
import { timestamp } from '../../kit/times.js';
import { ruleId, whereToldText, watchedText } from './rule-text.js';

/** Null = all rules, including those about changes made elsewhere. */
export type SilenceTarget = AlertRule | null;

function whatText(rule: SilenceTarget): string {
  return rule === null ? 'All rules' : `${watchedText(rule)} (${ruleId(rule)})`;
}

function reasonLine(reason: string | undefined): string | null {
  return reason === undefined ? null : `Reason: ${escapeMarkdown(reason, 300)}`;
}

export function silencedReply(
  rule: SilenceTarget,
  { until, reason }: Silence,
  note: string | null,
): Reply {
  return cardReply({
    title: 'Silenced',
    tone: 'good',
    lines: [
      `${whatText(rule)}: silent until ${timestamp(until)} (${timestamp(until, 'R')}).`,
      'Its alerts go on and are shown by `/alerts list`, but nobody is told of them. What still holds when the silence ends is told then.',
      reasonLine(reason),
      note,
      '-# `/alerts silence off:True` ends it.',
    ],
    components: [],
  });
}

export function silenceEndedReply(rule: SilenceTarget): Reply {
  return cardReply({
    title: 'Silence ended',
    tone: 'good',
    lines: [`${whatText(rule)}: told again from now on.`],
  });
}

/**
 * For the audit channel, before it applies: somebody asked not to hear of changes made elsewhere.
 */
export function externalChangesSilencedReply(
  rule: SilenceTarget,
  { until, by, reason }: Silence,
): Reply {
  return cardReply({
    title: 'Changes made elsewhere: silenced',
    tone: 'warning',
    lines: [
      `<@${by}> silences ${rule === null ? 'all alerts, among them changes' : 'alerts of changes'} that somebody makes at the pool and not through Pitboss, until ${timestamp(until)} (${timestamp(until, 'R')}).`,
      reasonLine(reason),
      'They are still seen and entered in the trail.',
    ],
  });
}

/** How changes made elsewhere are told: `posted as critical in <#1>, no mention, reminder after 1 h`. */
export function externalChangesToldText(rules: GuildRules): string {
  return rulesInForce(rules)
    .filter(({ condition }) => condition === EXTERNAL_CHANGES)
    .map((rule) => whereToldText(rule, rules))
    .join('; ');
}

/** For the audit channel, before it applies. */
export function externalChangesToldReply(rules: GuildRules, by: string): Reply {
  return cardReply({
    title: 'Changes made elsewhere: told differently',
    tone: 'warning',
    lines: [
      `<@${by}> sets how changes that somebody makes at the pool, and not through Pitboss, are told: ${externalChangesToldText(rules)}.`,
      'They are still seen and entered in the trail.',
    ],
  });
}

export const toldToAuditLine =
  'The audit channel was told, since changes made elsewhere are silenced too.';
export const noAuditLine =
  '⚠️ Changes made elsewhere are silenced too, and this server has no audit channel that could be told. `/setup defaults` sets one.';

export function silenceForm(customId: string): Modal {
  return form(customId, 'Silence this rule', [
    {
      label: 'For how long?',
      description: 'Such as 45 min, 3h or 1d.',
      component: textInput('for', 20, { min_length: 1 }),
    },
    {
      label: 'Why?',
      description: 'Shown on the alert, so that others know.',
      component: textInput('reason', 200, { required: false }),
    },
  ]);
}
