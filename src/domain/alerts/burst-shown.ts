import { isAfterMinute, isOver, type Alert, type GuildAlerts, type AlertBurst } from './alert.js';

export function burstAlerts({ alerts }: GuildAlerts, id: string | undefined): readonly Alert[] {
  return id === undefined ? [] : alerts.filter(({ stormId }) => stormId === id);
}

/** Grows with each alert of the burst, and each change to one. */
export function burstRevision(state: GuildAlerts, id: string): number {
  return burstAlerts(state, id).reduce((sum, { revision }) => sum + revision + 1, 0);
}

/** Whether its message shows everything known, or was never posted. */
export function isBurstDrawn(state: GuildAlerts, { id, message, shown }: AlertBurst): boolean {
  return message === undefined || message.isGone === true || shown === burstRevision(state, id);
}

/**
 * Bursts whose message must be redrawn now: at most once a minute, but at once when all are over.
 */
export function staleBursts(state: GuildAlerts, now: number): readonly AlertBurst[] {
  return state.storms.filter((burst) => {
    if (isBurstDrawn(state, burst)) return false;
    return isAfterMinute(burst, now) || burstAlerts(state, burst.id).every(isOver);
  });
}

/** Removes bursts with nothing left to list. One that waits to be told is still to be posted. */
export function withoutEmptyBursts(state: GuildAlerts): GuildAlerts {
  const waits = new Set(state.tells.map(({ alertId }) => alertId));
  const storms = state.storms.filter(
    ({ id }) => waits.has(id) || burstAlerts(state, id).length > 0,
  );
  return storms.length === state.storms.length ? state : { ...state, storms };
}
