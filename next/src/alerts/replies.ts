import { moment } from '../cards/kit/times.js';
import { type Reply } from '../discord/reply.js';
import type { Alert } from './alert.js';
import type { Surroundings } from './alert-message.js';
import {
  backWords,
  conditionName,
  figure,
  lasted,
  lasting,
  shortHeadline,
  withoutUnit,
} from './alert-words.js';
import { acknowledgeButton } from './cards.js';
import { roleOf } from './rule-words.js';
import type { Rule } from './rule.js';

/** Short replies to an alert's message, because an edit notifies nobody. */

/** `total`: how many alerts its message told, which are all over now. */
export function resolvedReply(alert: Alert, rule: Rule | null, total: number): Reply {
  const { condition, worst, reading, acknowledged } = alert;
  if (total > 1) return { content: `✅ **All ${total} alerts are over.**` };
  const parts = [`✅ **${backWords(alert)}** after ${lasted(alert)}.`];
  if (worst !== null && reading !== null && condition !== 'pool') {
    const shown = figure(condition, worst, rule);
    const now = withoutUnit(figure(condition, reading.value, rule), shown);
    parts.push(`Worst ${shown}, now ${now}.`);
  }
  if (acknowledged !== null) parts.push(`<@${acknowledged.by}> had it.`);
  return { content: parts.join(' ') };
}

/** To the role while nobody has it, later once to who has it. */
export function reminderReply(
  alert: Alert,
  rule: Rule,
  { settings, now }: Pick<Surroundings, 'settings' | 'now'>,
): Reply {
  const { acknowledged, burst, id, since } = alert;
  const isMany = burst.length > 0;
  const what = isMany ? `${burst.length + 1} alerts at once` : shortHeadline(alert, rule);
  const still = `${what}, for ${lasting(now - since)}.`;
  if (acknowledged !== null) {
    const { by } = acknowledged;
    return { content: `<@${by}> ⏰ **You have this:** ${still}`, pings: { users: [by] } };
  }
  const role = rule.secondRole ?? roleOf(rule, settings);
  return {
    content: `${role === null ? '' : `<@&${role}> `}⏰ **Nobody has ${isMany ? 'these' : 'this'} yet:** ${still}`,
    ...(role !== null && { pings: { roles: [role] } }),
    rows: [[acknowledgeButton(isMany ? 'Acknowledge all' : 'Acknowledge', id)]],
  };
}

/** `since`: when the figures went missing. */
export function dataReply(kind: 'no-data' | 'data-back', rule: Rule, since: number): Reply {
  const name = conditionName(rule.condition);
  return {
    content:
      kind === 'no-data'
        ? `⚠️ **No data for ${name}** since ${moment(since, 't')}. The rule rests.`
        : `✅ **Data for ${name} is back.**`,
  };
}
