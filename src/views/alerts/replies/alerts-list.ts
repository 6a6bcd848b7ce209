import { isOver, ruleOf, type Alert, type GuildAlerts } from '../../../domain/alerts/alert.js';
import { isOpenAlert } from '../../../domain/alerts/day-of-alerts.js';
import { asAlert, type PastAlerts, type PastAlert } from '../../../domain/alerts/past-alert.js';
import { rulesInForce, type GuildRules, type AlertRule } from '../../../domain/alerts/rule.js';
import { silenceInForce } from '../../../domain/alerts/message-state.js';
import type { Reply } from '../../../domain/messages/reply.js';
import { selectRow } from '../../kit/buttons.js';
import { card } from '../../kit/card.js';
import { plural } from '../../kit/figures.js';
import { escapeMarkdown, limitLines } from '../../kit/text.js';
import { timestamp } from '../../kit/times.js';
import { oneLine } from '../../../domain/names/one-line.js';
import { messageUrl } from '../../changes/change-name.js';
import { lasted } from '../alert-card.js';
import { listedTitle } from '../alert-title.js';

/** Kind of the menu that acknowledges one of them. */
export const ALERT_LISTED_ACK = 'alerts-list-ack';

interface AlertsModel {
  readonly guildId: string;
  readonly rules: GuildRules;
  readonly state: GuildAlerts;
  readonly past: PastAlerts;
  readonly days: number;
  readonly now: number;
  /** Custom id of the menu; null if this person may not acknowledge. */
  readonly acknowledgeId: string | null;
}

const OPEN_SHOWN = 15;
const PAST_SHOWN = 12;

/** What fires, and what fired. */
export function alertsReply(model: AlertsModel): Reply {
  const { state, past, days, now, rules } = model;
  const open = state.alerts.filter(isOpenAlert).toSorted((one, other) => other.since - one.since);
  const firing = open.filter(({ acknowledged }) => acknowledged === undefined);
  const over = overOf(model);
  const silenced = silenceLines(state, rules, now);
  const pending = state.alerts.filter(({ phase }) => phase === 'pending');
  const hushed = pending.filter(({ ruleId }) => silenceInForce(state, ruleId, now) !== null).length;
  return {
    embeds: [
      card({
        title: open.length === 0 ? 'No alerts firing' : `${plural(open.length, 'alert')} open`,
        tone: firing.length > 0 ? 'bad' : open.length > 0 ? 'warning' : 'good',
        lines: [
          ...limitLines(open, (alert) => openLine(alert, model), {
            most: OPEN_SHOWN,
            what: 'alerts',
          }),
          holdLine(pending.length - hushed, 'but not for long enough yet'),
          holdLine(
            hushed,
            hushed === 1 ? 'but its rule is silenced' : 'but their rules are silenced',
          ),
          ...silenced,
          `-# As of ${timestamp(now)}.`,
        ],
      }),
      card({
        title: `Ended in the last ${days} days: ${over.length === 0 ? 'none' : plural(over.length, 'alert')}`,
        lines: [
          ...over.slice(0, PAST_SHOWN).map(pastLine),
          over.length > PAST_SHOWN
            ? `and ${over.length - PAST_SHOWN} more; \`/alerts export\` has them all.`
            : null,
          droppedLine(past),
        ],
      }),
    ],
    ...acknowledgeMenu(firing, model),
  };
}

function holdLine(count: number, why: string): string | null {
  return count === 0
    ? null
    : `-# ${plural(count, 'condition')} hold${count === 1 ? 's' : ''}, ${why}.`;
}

/** Alerts that just ended stay in the state until their messages say so. */
function overOf({ state, past, rules }: AlertsModel): readonly PastAlert[] {
  const known = new Set(past.alerts.map(({ id }) => id));
  const all = rulesInForce(rules);
  const fresh = state.alerts
    .filter((alert) => isOver(alert) && !known.has(alert.id))
    .map((alert) => ({
      ...alert,
      endedAt: alert.endedAt ?? alert.readAt,
      rule: ruleOf(alert, all),
    }));
  return [...fresh, ...past.alerts].toSorted((one, other) => other.endedAt - one.endedAt);
}

function openLine(alert: Alert, { state, rules, now, guildId }: AlertsModel): string {
  const { acknowledged, message } = alert;
  const parts = [
    `• **${listedTitle(alert, ruleOf(alert, rulesInForce(rules))).replaceAll('**', '')}**`,
    timestamp(alert.since, 'R'),
    acknowledged === undefined ? null : `👤 <@${acknowledged.by}>`,
    silenceInForce(state, alert.ruleId, now) === null ? null : '🔕 silenced',
    message === undefined || message.isGone
      ? null
      : `[message](${messageUrl({ guildId, ...message })})`,
  ];
  return parts.filter((part) => part !== null).join(' · ');
}

function pastLine(past: PastAlert): string {
  const alert = asAlert(past);
  const rule = past.rule === undefined ? undefined : withRest(past.rule);
  const who = past.acknowledged === undefined ? '' : ` · 👤 <@${past.acknowledged.by}>`;
  const time = past.isEvent ? timestamp(past.since) : `${timestamp(past.since)}, ${lasted(alert)}`;
  return `• ${listedTitle(alert, rule)} · ${time}${who}`;
}

/** A past alert keeps only those parts of its rule that the words need. */
function withRest(kept: NonNullable<PastAlert['rule']>): AlertRule {
  return { ...kept, id: '', forMinutes: 0, remindMinutes: 0, since: 0, setBy: '' };
}

function silenceLines(state: GuildAlerts, rules: GuildRules, now: number): string[] {
  const all = rulesInForce(rules);
  const ofRules = all.flatMap((rule) => {
    const its = state.rules[rule.id]?.silence;
    return its === undefined || its.until <= now ? [] : [{ what: rule.id, its }];
  });
  const ofAll = state.silence !== undefined && state.silence.until > now ? [state.silence] : [];
  return [
    ...ofAll.map((its) => ({ what: 'All rules', its })),
    ...ofRules.map(({ what, its }) => ({ what: `Rule \`${what}\``, its })),
  ].map(({ what, its: { until, by, reason } }) => {
    const why = reason === undefined ? '' : `: ${escapeMarkdown(reason, 200)}`;
    return `🔕 ${what} silenced until ${timestamp(until)} by <@${by}>${why}`;
  });
}

export function droppedLine({ dropped }: PastAlerts): string | null {
  return dropped === 0
    ? null
    : `⚠️ ${plural(dropped, 'older alert')} of this time made room for newer ones and ${dropped === 1 ? 'is' : 'are'} missing here.`;
}

const MAX_VALUE_LENGTH = 100;

function acknowledgeMenu(firing: readonly Alert[], { acknowledgeId, rules }: AlertsModel) {
  const all = rulesInForce(rules);
  const offered = firing.filter(({ id }) => id.length <= MAX_VALUE_LENGTH);
  if (acknowledgeId === null || offered.length === 0) return {};
  const options = offered.map((alert) => ({
    label: oneLine(listedTitle(alert, ruleOf(alert, all)).replaceAll(/\*\*|\\/g, ''), 100),
    value: alert.id,
  }));
  return { components: [selectRow(acknowledgeId, 'Acknowledge an alert…', options)] };
}
