import { isOver, type Alert, type GuildAlerts, type Storm, type Tell } from './alert.js';

/**
 * More than ten alerts in ten minutes become one message with the list, for each channel and role:
 * everybody hears of what is theirs, once.
 */

const MINUTE = 60_000;
const STORM_FROM = 10;
const STORM_WITHIN_MS = 10 * MINUTE;
/** What changed elsewhere is told in full, one by one, as long as it is no more than this. */
const MOST_IN_FULL = 25;

/** `placeOf`: channel and role of a rule, as one text. */
export function gatherStorms(
  state: GuildAlerts,
  now: number,
  placeOf: (ruleId: string) => string,
): GuildAlerts {
  const places = new Set(state.tells.filter(isUntold).map(({ ruleId }) => placeOf(ruleId)));
  return [...places].reduce((each, place) => gatherAt(each, now, { place, placeOf }), state);
}

/** Told where the alert itself would be, and nothing of it has left yet. */
function isUntold({ what, maybeSince }: Tell): boolean {
  return what === 'firing' && maybeSince === undefined;
}

interface At {
  readonly place: string;
  readonly placeOf: (ruleId: string) => string;
}

/** What hasn't left yet is told in the list. Who moves money doesn't hide it among many. */
function gatherAt(state: GuildAlerts, now: number, { place, placeOf }: At): GuildAlerts {
  const isHere = ({ ruleId }: Pick<Alert, 'ruleId'>) => placeOf(ruleId) === place;
  const recent = state.alerts.filter(
    (each) => isHere(each) && isWithin(each.firedAt ?? -Infinity, now),
  );
  const isElsewhere = ({ condition }: Alert) => condition === 'changed-elsewhere';
  const isMany = recent.filter(isElsewhere).length > MOST_IN_FULL;
  // That the pool can't be read explains the rest, and isn't one of them.
  const apart = recent.filter(
    (each) => each.condition === 'pool' || (!isMany && isElsewhere(each)),
  );
  const inFull = new Set(apart.map(({ id }) => id));
  if (recent.length - inFull.size <= STORM_FROM) return state;
  const waiting = state.tells.filter(
    (each) => isUntold(each) && isHere(each) && !inFull.has(each.alertId ?? ''),
  );
  if (waiting.length === 0) return state;

  const earlier = state.storms.find((each) => each.place === place);
  const isGoingOn = earlier !== undefined && now - earlier.at <= STORM_WITHIN_MS;
  const storm = isGoingOn ? earlier : newStorm(waiting, { place, now });
  const ids = new Set(waiting.map(({ alertId }) => alertId));
  // A later storm's message goes on with what an earlier one told of.
  const isTold = ({ stormId }: Alert) => stormId !== undefined && stormId === earlier?.id;
  const alerts = state.alerts.map((each) =>
    ids.has(each.id) || isTold(each) ? { ...each, stormId: storm.id } : each,
  );
  const storms = [...state.storms.filter((each) => each.place !== place), storm];
  const tells = state.tells.filter((each) => !waiting.includes(each));
  return {
    ...state,
    alerts,
    storms,
    tells: isGoingOn ? tells : [...tells, opening(storm, waiting)],
  };
}

function isWithin(at: number, now: number): boolean {
  return at <= now && at > now - STORM_WITHIN_MS;
}

function newStorm(
  waiting: readonly Tell[],
  { place, now }: { readonly place: string; readonly now: number },
): Storm {
  // Several can begin in one round, each with its own alerts.
  const id = `${now.toString(36)}-${waiting[0]?.ruleId ?? ''}`;
  return { id, place, at: now, shown: 0, shownAt: 0 };
}

function opening({ id, at }: Storm, waiting: readonly Tell[]): Tell {
  const ruleId = waiting[0]?.ruleId ?? '';
  return { id: `storm-${id}`, what: 'storm', ruleId, alertId: id, at, tries: 0 };
}

export function stormAlerts({ alerts }: GuildAlerts, id: string | undefined): readonly Alert[] {
  return id === undefined ? [] : alerts.filter(({ stormId }) => stormId === id);
}

/** Grows with each alert of the storm, and with each change of one. */
export function stormRevision(state: GuildAlerts, id: string): number {
  return stormAlerts(state, id).reduce((sum, { revision }) => sum + revision + 1, 0);
}

/** Whether its message shows all that is known, or was never posted. */
export function isStormDrawn(state: GuildAlerts, { id, message, shown }: Storm): boolean {
  return message === undefined || shown === stormRevision(state, id);
}

/** Whose message has to be drawn again now: at most once a minute, but at once when all are over. */
export function staleStorms(state: GuildAlerts, now: number): readonly Storm[] {
  return state.storms.filter((storm) => {
    if (isStormDrawn(state, storm)) return false;
    // A clock may have gone back.
    const isAfterMinute = now - storm.shownAt >= MINUTE || storm.shownAt > now;
    return isAfterMinute || stormAlerts(state, storm.id).every(isOver);
  });
}

/** Without those that list nothing any more. One that waits to be told of is still to be posted. */
export function withoutEmptyStorms(state: GuildAlerts): GuildAlerts {
  const waits = new Set(state.tells.map(({ alertId }) => alertId));
  const storms = state.storms.filter(
    ({ id }) => waits.has(id) || stormAlerts(state, id).length > 0,
  );
  return storms.length === state.storms.length ? state : { ...state, storms };
}
