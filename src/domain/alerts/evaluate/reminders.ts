import { silencedUntil, type Alert, type GuildAlerts, type Tell } from '../alert.js';
import type { AlertRule } from '../rule.js';
import { openAlertOf, withAlert, withTell } from './edit-state.js';
import { MINUTE_MS, DAY_MS } from '../../time/units.js';

/** The gap doubles with each reminder, up to this. */
export const MAX_REMINDER_MS = DAY_MS;

/** Also applies without a new reading. */
export function remindIfDue(state: GuildAlerts, rule: AlertRule, now: number): GuildAlerts {
  const alert = openAlertOf(state, rule);
  return alert === undefined ? state : withReminder(state, rule, { alert, now });
}

export function withReminder(
  state: GuildAlerts,
  rule: AlertRule,
  { alert, now }: { readonly alert: Alert; readonly now: number },
): GuildAlerts {
  const isWaiting =
    alert.phase === 'firing' && alert.acknowledged === undefined && alert.stormId === undefined;
  if (!isWaiting || rule.remindMinutes === 0) return state;
  const gap = reminderGapMs(rule, alert.reminders);
  // It fired under a rule without reminders, or with longer gaps; or the clock went back.
  if (alert.remindAt === undefined || alert.remindAt - now > gap)
    return withAlert(state, { ...alert, remindAt: now + gap });
  if (now < alert.remindAt || silencedUntil(state, rule.id, now) !== null) return state;
  // If nothing could be posted for hours, one post says it all.
  const isUntold = ({ what, alertId }: Tell) =>
    alertId === alert.id && (what === 'firing' || what === 'reminder');
  if (state.tells.some(isUntold)) return withAlert(state, { ...alert, remindAt: now + gap });
  const reminders = alert.reminders + 1;
  const noted = withAlert(state, {
    ...alert,
    reminders,
    remindAt: now + reminderGapMs(rule, reminders),
  });
  const id = `${alert.id}-reminder-${reminders}`;
  return withTell(noted, { id, what: 'reminder', alertId: alert.id, rule, now });
}

/** The time until the next reminder, after `times` of them. */
export function reminderGapMs(
  { remindMinutes }: Pick<AlertRule, 'remindMinutes'>,
  times: number,
): number {
  return Math.min(remindMinutes * MINUTE_MS * 2 ** times, MAX_REMINDER_MS);
}

/** Drops reminders that weren't posted before the alert ended. */
export function withoutReminders(state: GuildAlerts, alertId: string): GuildAlerts {
  const isReminder = ({ what, alertId: of, maybeSince }: Tell) =>
    what === 'reminder' && of === alertId && maybeSince === undefined;
  if (!state.tells.some(isReminder)) return state;
  return { ...state, tells: state.tells.filter((each) => !isReminder(each)) };
}
