import { isOver, noteOf, type GuildAlerts } from '../../../domain/alerts/alert.js';
import { CONDITION_SPECS } from '../../../domain/alerts/conditions.js';
import { openAlertOf } from '../../../domain/alerts/evaluate/edit-state.js';
import {
  isBuiltIn,
  type GuildRules,
  type AlertRule,
  type Severity,
} from '../../../domain/alerts/rule.js';
import { silenceInForce } from '../../../domain/alerts/message-state.js';
import { oneLine } from '../../../domain/names/one-line.js';
import { waitingTimeText } from '../../../domain/time/duration-text.js';
import { scopeLine } from '../../kit/scope.js';
import { code, escapeMarkdown } from '../../kit/text.js';
import { timestamp } from '../../kit/times.js';
import { figureText, ruleName } from '../alert-figures.js';
import { DAY_MS, MINUTE_MS } from '../../../domain/time/units.js';

/** A rule in words. */

type DefaultPlace = Pick<GuildRules, 'channelId' | 'roleId'>;

/** `**Hashrate under 80 % of its 24-hour rate** for 10 min · BTC · Site: **North Ridge**` */
export function watchedText(rule: AlertRule): string {
  const lasting = rule.forMinutes === 0 ? '' : ` for ${waitingTimeText(rule.forMinutes)}`;
  return [`**${ruleName(rule)}**${lasting}`, ...scopeParts(rule)].join(' · ');
}

function scopeParts({ currency, siteId, siteName, subaccounts = [] }: AlertRule): string[] {
  const isPart = siteId !== undefined || subaccounts.length > 0;
  return [
    ...(currency === undefined ? [] : [escapeMarkdown(currency, 20)]),
    ...(isPart
      ? [scopeLine({ siteName: siteName ?? siteId, subaccountNames: subaccounts }).split('\n')[0]]
      : []),
  ].filter((part) => part !== undefined);
}

/** Without markdown, for a list of choices. */
export function ruleChoice(rule: AlertRule): string {
  const { siteName, subaccounts = [], currency } = rule;
  const where = siteName ?? subaccounts.join(', ');
  const parts = [ruleName(rule), currency, where].filter(Boolean).join(' · ');
  const end = ` (${rule.id})`;
  return `${oneLine(parts.replaceAll('\\', ''), 100 - end.length)}${end}`;
}

/** `posted as a warning in <#1>, mentions <@&2>, reminder after 1 h` */
export function whereToldText(rule: AlertRule, { channelId }: DefaultPlace): string {
  const channel = rule.channelId ?? channelId;
  const own = rule.secondRoleId === undefined ? '' : ` (<@&${rule.secondRoleId}>)`;
  return [
    channel === undefined ? nowhereText(rule) : `posted ${AS[rule.severity]} in <#${channel}>`,
    rule.roleId === undefined ? 'no mention' : `mentions <@&${rule.roleId}>`,
    rule.remindMinutes === 0
      ? 'no reminder'
      : `reminder after ${waitingTimeText(rule.remindMinutes)}${own}`,
  ].join(', ');
}

const AS: Readonly<Record<Severity, string>> = {
  info: 'as information',
  warning: 'as a warning',
  critical: 'as critical',
};

function nowhereText(rule: AlertRule): string {
  return isBuiltIn(rule)
    ? `posted ${AS[rule.severity]} in the audit channel, if one is set`
    : 'posted nowhere';
}

/** The earliest time at which people can first hear of it. `everyMs`: between two readings. */
export function firstJudgedText(rule: AlertRule, everyMs: number | null): string {
  const { cadence, compares } = CONDITION_SPECS[rule.condition];
  if (cadence === 'daily') return 'Checked once a day, as soon as the pool has the day before.';
  if (compares === 'event')
    return 'Checked every minute from now on: what happens from then on is told.';
  if (rule.condition === 'active-miners' && rule.threshold?.unit === 'percent')
    return 'Checked once Pitboss has watched for an hour, against the most miners since then, later of the last 24 hours.';
  const every = Math.ceil((everyMs ?? 0) / MINUTE_MS);
  const pace =
    every <= 2
      ? 'Checked every minute from now on.'
      : `Checked about every ${every} minutes from now on.`;
  if (rule.forMinutes === 0) return pace;
  return `${pace} It can fire after ${waitingTimeText(Math.max(rule.forMinutes, every <= 2 ? 0 : every))}.`;
}

interface AlertsAtTime {
  readonly state: GuildAlerts;
  readonly now: number;
}

/** A rule's state, and its last figure if known. */
export function ruleStateText(rule: AlertRule, { state, now }: AlertsAtTime): string {
  const { missing, fired } = noteOf(state, rule.id);
  const alert = openAlertOf(state, rule);
  const waiting = state.alerts.filter(
    (each) =>
      each.ruleId === rule.id && each.isEvent && !isOver(each) && each.acknowledged === undefined,
  ).length;
  const silence = silenceInForce(state, rule.id, now);
  const figure =
    alert === undefined ? null : figureText(alert, alert.value, rule)?.replaceAll('**', '');
  const reading = figure ? ` (${figure}, read ${timestamp(alert?.readAt ?? now, 'R')})` : '';
  const parts = [
    missing === undefined ? null : `⚠️ no data since ${timestamp(missing.since, 'R')}`,
    alert === undefined
      ? null
      : alert.phase === 'pending'
        ? `🟡 holds since ${timestamp(alert.since, 't')}, not told yet${reading}`
        : `🔴 ${alert.phase === 'recovering' ? 'recovering' : 'firing'} since ${timestamp(alert.since, 'R')}${reading}`,
    silence === null ? null : `🔕 silenced until ${timestamp(silence.until)} by <@${silence.by}>`,
    waiting === 0 ? null : `🔴 ${waiting} not acknowledged`,
    missing === undefined && alert === undefined && waiting === 0 ? '🟢 not firing' : null,
    fired.filter((at) => at > now - DAY_MS).length > 1
      ? `fired ${fired.filter((at) => at > now - DAY_MS).length} times in 24 hours`
      : null,
  ];
  return parts.filter((part) => part !== null).join(' · ');
}

export function ruleId(rule: AlertRule): string {
  return isBuiltIn(rule) ? `${code(rule.id)}, always on` : `id ${code(rule.id)}`;
}
