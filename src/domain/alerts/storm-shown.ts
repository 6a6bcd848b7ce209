import { isAfterMinute, isOver, type Alert, type GuildAlerts, type Storm } from './alert.js';

export function stormAlerts({ alerts }: GuildAlerts, id: string | undefined): readonly Alert[] {
  return id === undefined ? [] : alerts.filter(({ stormId }) => stormId === id);
}

/** Grows with each alert of the storm, and each change to one. */
export function stormRevision(state: GuildAlerts, id: string): number {
  return stormAlerts(state, id).reduce((sum, { revision }) => sum + revision + 1, 0);
}

/** Whether its message shows everything known, or was never posted. */
export function isStormDrawn(state: GuildAlerts, { id, message, shown }: Storm): boolean {
  return message === undefined || message.isGone === true || shown === stormRevision(state, id);
}

/**
 * Storms whose message must be redrawn now: at most once a minute, but at once when all are over.
 */
export function staleStorms(state: GuildAlerts, now: number): readonly Storm[] {
  return state.storms.filter((storm) => {
    if (isStormDrawn(state, storm)) return false;
    return isAfterMinute(storm, now) || stormAlerts(state, storm.id).every(isOver);
  });
}

/** Removes storms with nothing left to list. One that waits to be told is still to be posted. */
export function withoutEmptyStorms(state: GuildAlerts): GuildAlerts {
  const waits = new Set(state.tells.map(({ alertId }) => alertId));
  const storms = state.storms.filter(
    ({ id }) => waits.has(id) || stormAlerts(state, id).length > 0,
  );
  return storms.length === state.storms.length ? state : { ...state, storms };
}
