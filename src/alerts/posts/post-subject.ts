import type { Alert, GuildAlerts, AlertBurst, Tell } from '../../domain/alerts/alert.js';
import { isOver } from '../../domain/alerts/alert.js';
import {
  isBuiltIn,
  presentRuleOf,
  rulesInForce,
  type GuildRules,
  type AlertRule,
} from '../../domain/alerts/rule.js';
import { placeOf, waitingOf } from '../../domain/alerts/alert-bursts.js';
import { burstAlerts } from '../../domain/alerts/burst-shown.js';

/** The subject of a post, from the server's present state. */
export interface TellSubject {
  readonly tell: Tell;
  readonly alert: Alert | undefined;
  readonly burst: AlertBurst | undefined;
  readonly rule: AlertRule | undefined;
  readonly rules: GuildRules;
}

export function subjectOf(state: GuildAlerts, tell: Tell, rules: GuildRules): TellSubject {
  const alert = state.alerts.find(({ id }) => id === tell.alertId);
  const inForce = rulesInForce(rules);
  const burst = state.storms.find(({ id }) => id === tell.alertId);
  const own = inForce.find(({ id }) => id === tell.ruleId);
  // Judged in the very moment in which its rule was replaced.
  const ofAlert = (each: Alert) => presentRuleOf(each, inForce);
  const rule =
    burst === undefined
      ? (own ?? (alert && ofAlert(alert)))
      : burstRuleOf(burst, [own, ...burstAlerts(state, burst.id).map(ofAlert)]);
  return { tell, alert, burst, rule, rules };
}

/** The rule in whose name it was to be told may be gone, or tell other people by now. */
function burstRuleOf(
  { place }: AlertBurst,
  rules: readonly (AlertRule | undefined)[],
): AlertRule | undefined {
  const inForce = rules.filter((each) => each !== undefined);
  return inForce.find((each) => placeOf(each) === place) ?? inForce[0];
}

/** False if nobody needs to hear of it any more. */
export function isWanted(
  state: GuildAlerts,
  { tell, alert, burst, rule }: TellSubject,
  now: number,
): boolean {
  const { what } = tell;
  // If its rule is gone, it is posted only if posting had begun.
  const isOfRule = rule !== undefined || tell.maybeIn !== undefined;
  if (what === 'storm') return isOfRule && burstAlerts(state, tell.alertId).length > 0;
  if (what === 'firing') return isOfRule && alert !== undefined;
  if (burst !== undefined)
    return (
      burst.message !== undefined &&
      (what === 'resolved' || waitingOf(state, burst, now).length > 0)
    );
  if (what === 'resolved') return alert?.message !== undefined;
  if (what === 'reminder')
    return alert?.message !== undefined && !isOver(alert) && alert.acknowledged === undefined;
  return rule !== undefined;
}

/** Undefined if there is none. A post that was begun stays in its channel. */
export function tellChannelId(
  { tell, alert, burst, rule, rules }: TellSubject,
  auditChannelId: string | undefined,
): string | undefined {
  if (tell.maybeIn !== undefined) return tell.maybeIn;
  const { message } = alert ?? burst ?? {};
  if (message !== undefined && message.isGone !== true) return message.channelId;
  const audit = rule !== undefined && isBuiltIn(rule) ? auditChannelId : undefined;
  return rule?.channelId ?? rules.channelId ?? audit;
}

/** Whom its message mentions. */
export function roleOf({ tell, rule, rules }: TellSubject): string | undefined {
  const role = rule?.roleId ?? (['storm', 'more'].includes(tell.what) ? rules.roleId : undefined);
  return tell.what === 'reminder' ? (rule?.secondRoleId ?? role) : role;
}
