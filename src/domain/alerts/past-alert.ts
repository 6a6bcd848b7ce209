import { z } from 'zod';
import { alert, UNTOLD, type Alert } from './alert.js';
import { rule } from './rule.js';

/** How long they are kept. */
export const HISTORY_DAYS = 400;

/** An alert that is over, with its rule as it was then. */
export const pastAlert = alert
  .pick({
    id: true,
    ruleId: true,
    condition: true,
    phase: true,
    isEvent: true,
    since: true,
    firedAt: true,
    clearSince: true,
    value: true,
    worst: true,
    limit: true,
    baseline: true,
    atLeast: true,
    readAt: true,
    acknowledged: true,
    reminders: true,
    firedInDay: true,
    facts: true,
  })
  .extend({
    endedAt: z.number(),
    rule: rule
      .pick({
        condition: true,
        threshold: true,
        currency: true,
        subaccounts: true,
        siteId: true,
        siteName: true,
        severity: true,
      })
      .optional(),
  });
export type PastAlert = z.output<typeof pastAlert>;

export interface PastAlerts {
  /** Newest first. */
  readonly alerts: readonly PastAlert[];
  /** How many older ones of that time were dropped for newer ones. */
  readonly dropped: number;
}

/** For its message. */
export function asAlert(past: PastAlert): Alert {
  const { rule: _, ...rest } = past;
  return { ...UNTOLD, ...rest, seenAt: past.endedAt };
}
