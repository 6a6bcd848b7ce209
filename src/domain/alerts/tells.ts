import type { Alert, GuildAlerts, Storm, Tell } from './alert.js';

/**
 * The posts that have to leave, as pure functions of what the store holds: each is written with
 * the step that it tells of, and taken away when it stands in its channel.
 */

const MINUTE = 60_000;
/** So many alerts fire in so long before they are told of in one message. */
const STORM_FROM = 10;
const STORM_WITHIN_MS = 10 * MINUTE;
/** What changed elsewhere is told in full, one by one, as long as it is no more than this. */
const MOST_IN_FULL = 25;
const FIRST_GAP_MS = 5 * MINUTE;
/** Soon, while Discord still knows the nonce of the first request. */
const FIRST_UNCLEAR_GAP_MS = MINUTE;
const GAP_FACTOR = 3;
const LONGEST_GAP_MS = 6 * 60 * MINUTE;
/** After so long nobody needs to hear of it any more. */
const GIVEN_UP_MS = 24 * 60 * MINUTE;

/** What may be tried now, oldest first. */
export function tellsDue({ tells }: GuildAlerts, now: number): readonly Tell[] {
  return tells
    .filter(({ until = 0 }) => until <= now || until - now > LONGEST_GAP_MS)
    .toSorted((one, other) => one.at - other.at);
}

/** Those that have to leave before this one: what is told of one thing is told in order. */
export function isNextOf({ tells }: GuildAlerts, tell: Tell): boolean {
  const subject = ({ alertId, ruleId }: Tell) => alertId ?? ruleId;
  return tells.find((each) => subject(each) === subject(tell))?.id === tell.id;
}

/**
 * Before the request leaves. Null when it was told or taken back meanwhile, or when another process
 * has begun with it: then it has to be looked for first.
 */
export function beginTell(
  state: GuildAlerts,
  { id, maybeSince: seen }: Pick<Tell, 'id' | 'maybeSince'>,
  { now, channelId }: { readonly now: number; readonly channelId: string },
): GuildAlerts | null {
  if (state.tells.find((each) => each.id === id)?.maybeSince !== seen) return null;
  return withTell(state, id, (tell) => ({
    ...tell,
    maybeSince: Math.min(seen ?? now, now),
    maybeIn: tell.maybeIn ?? channelId,
  }));
}

/** Nobody has to hear of it any more. Null when it was told meanwhile. */
export function dropTell(state: GuildAlerts, id: string): GuildAlerts | null {
  const tells = state.tells.filter((each) => each.id !== id);
  return tells.length === state.tells.length ? null : { ...state, tells };
}

interface Standing {
  readonly channelId: string;
  readonly messageId: string;
  readonly at: number;
  /** The alert's revision, or the storm's, that the message shows. */
  readonly shown: number;
}

/** The message exists. */
export function told(
  state: GuildAlerts,
  tell: Tell,
  { shown, at, channelId, messageId }: Standing,
): GuildAlerts {
  const message = { channelId, messageId };
  const rest = { ...state, tells: state.tells.filter(({ id }) => id !== tell.id) };
  const { storm } = rest;
  if (tell.what === 'storm' && storm !== undefined && storm.id === tell.alertId)
    return { ...rest, storm: { ...storm, message, shown, shownAt: at } };
  if (tell.what !== 'firing') return rest;
  const placed = (alert: Alert): Alert => {
    if (alert.id !== tell.alertId) return alert;
    // Changed since it was drawn, maybe by somebody who saw it at once: that needn't wait a minute.
    const shownAt = alert.revision === shown ? at : alert.shownAt;
    return { ...alert, message, shown, shownAt };
  };
  return { ...rest, alerts: rest.alerts.map(placed) };
}

export interface TellFailure {
  readonly now: number;
  /** `refused`: the channel did. `unclear`: sent, and no answer came. `before`: nothing was sent. */
  readonly kind: 'refused' | 'unclear' | 'before';
  /** Since when it may stand there, as it was before this attempt. */
  readonly maybeSince?: number | undefined;
}

/** When it is tried again; after a day it is given up. Null when it was told meanwhile. */
export function tellFailed(
  state: GuildAlerts,
  id: string,
  { now, kind, maybeSince: earlier }: TellFailure,
): GuildAlerts | null {
  const tell = state.tells.find((each) => each.id === id);
  if (tell === undefined) return null;
  if (now - tell.at >= GIVEN_UP_MS)
    return { ...state, tells: state.tells.filter((each) => each !== tell) };
  const tries = tell.tries + 1;
  const first = kind === 'unclear' ? FIRST_UNCLEAR_GAP_MS : FIRST_GAP_MS;
  const until = now + Math.min(first * GAP_FACTOR ** (tries - 1), LONGEST_GAP_MS);
  const { maybeSince: present, maybeIn, ...rest } = tell;
  const maybeSince = kind === 'unclear' ? present : earlier;
  const next = { ...rest, tries, until };
  return withTell(state, id, () =>
    maybeSince === undefined ? next : { ...next, maybeSince, maybeIn },
  );
}

/**
 * More than ten alerts in ten minutes become one message with the list: what hasn't left yet is
 * told there. Of those for one channel and role, so that everybody hears of what is theirs. Who moves
 * money doesn't hide it among many.
 */
export function gatherStorm(
  state: GuildAlerts,
  now: number,
  placeOf: (ruleId: string) => string,
): GuildAlerts {
  const isGoingOn = state.storm !== undefined && now - state.storm.at <= STORM_WITHIN_MS;
  const place = stormPlace(state, isGoingOn, placeOf);
  const recent = state.alerts.filter(
    ({ ruleId, firedAt = -Infinity }) =>
      placeOf(ruleId) === place && firedAt <= now && firedAt > now - STORM_WITHIN_MS,
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
    ({ what, maybeSince, alertId = '', ruleId }) =>
      what === 'firing' &&
      maybeSince === undefined &&
      !inFull.has(alertId) &&
      placeOf(ruleId) === place,
  );
  if (waiting.length === 0) return state;
  const storm = isGoingOn && state.storm ? state.storm : newStorm(waiting, now);
  const ids = new Set(waiting.map(({ alertId }) => alertId));
  // A later storm's message goes on with what an earlier one told of.
  const isTold = ({ stormId }: Alert) => stormId !== undefined && stormId === state.storm?.id;
  const alerts = state.alerts.map((each) =>
    ids.has(each.id) || isTold(each) ? { ...each, stormId: storm.id } : each,
  );
  const rest = state.tells.filter((each) => !waiting.includes(each));
  const opening: Tell = {
    id: `storm-${storm.id}`,
    what: 'storm',
    ruleId: waiting[0]?.ruleId ?? '',
    alertId: storm.id,
    at: now,
    tries: 0,
  };
  return { ...state, alerts, storm, tells: isGoingOn ? rest : [...rest, opening] };
}

/** Where the storm that goes on is told, or else where most wait to be told. */
function stormPlace(
  { alerts, tells, storm }: GuildAlerts,
  isGoingOn: boolean,
  placeOf: (ruleId: string) => string,
): string | undefined {
  const ofStorm = alerts.find(({ stormId }) => stormId !== undefined && stormId === storm?.id);
  if (isGoingOn && ofStorm) return placeOf(ofStorm.ruleId);
  const waiting = new Map<string, number>();
  for (const { what, ruleId } of tells)
    if (what === 'firing') waiting.set(placeOf(ruleId), (waiting.get(placeOf(ruleId)) ?? 0) + 1);
  return [...waiting].toSorted(([, one], [, other]) => other - one)[0]?.[0];
}

function newStorm(waiting: readonly Tell[], now: number): Storm {
  return { id: `${now.toString(36)}-${waiting.length}`, at: now, shown: 0, shownAt: 0 };
}

function withTell(
  state: GuildAlerts,
  id: string,
  change: (tell: Tell) => Tell,
): GuildAlerts | null {
  if (!state.tells.some((each) => each.id === id)) return null;
  return { ...state, tells: state.tells.map((each) => (each.id === id ? change(each) : each)) };
}
