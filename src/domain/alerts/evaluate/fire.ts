import { noteOf, type Alert, type GuildAlerts } from '../alert.js';
import type { AlertRule } from '../rule.js';
import { revise, withAlert, withNote, withTell } from './edit-state.js';
import { MINUTE_MS, DAY_MS } from '../../time/units.js';

/** Makes an alert fire: from here on people are told. */
export function fire(
  state: GuildAlerts,
  rule: AlertRule,
  { alert, now }: { readonly alert: Alert; readonly now: number },
): GuildAlerts {
  const { fired: earlier } = noteOf(state, rule.id);
  const inDay = [...earlier.filter((at) => at <= now && at > now - DAY_MS), now];
  const noted = withNote(state, rule.id, (note) => ({ ...note, fired: inDay }));
  const firing = revise(alert, {
    phase: 'firing',
    firedAt: now,
    firedInDay: inDay.length,
    ...(rule.remindMinutes === 0 ? {} : { remindAt: now + rule.remindMinutes * MINUTE_MS }),
  });
  const id = `${alert.id}-firing`;
  return withTell(withAlert(noted, firing), {
    id,
    what: 'firing',
    alertId: alert.id,
    rule,
    now,
  });
}
