import { isOver, type Alert } from './alert.js';
import { DAY_MS } from '../time/units.js';

/** The alerts of the last 24 hours in figures. */
export interface DayOfAlerts {
  readonly fired: number;
  /** How many are open now, whenever they began. */
  readonly open: number;
  /** Whether an admin set any rule. */
  readonly hasRules: boolean;
}

/** People were told of it, and it isn't over. */
export function isOpenAlert(alert: Pick<Alert, 'phase'>): boolean {
  return alert.phase !== 'pending' && !isOver(alert);
}

/** Counts each alert once, even while it moves from the open ones to the history. */
export function dayOfAlerts(
  alerts: readonly Pick<Alert, 'id' | 'phase' | 'firedAt'>[],
  hasRules: boolean,
  now: number,
): DayOfAlerts {
  const fired = alerts.filter(({ firedAt = -Infinity }) => firedAt > now - DAY_MS);
  const open = alerts.filter(isOpenAlert);
  const over = new Set(alerts.filter(isOver).map(({ id }) => id));
  return {
    fired: new Set(fired.map(({ id }) => id)).size,
    open: open.filter(({ id }) => !over.has(id)).length,
    hasRules,
  };
}
