import {
  UNSEEN_KEPT_MS,
  type Alert,
  type GuildAlerts,
  type AlertBurst,
  type Tell,
} from './alert.js';
import { messageGone } from './message-state.js';
import { EXTERNAL_CHANGES } from './rule.js';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time/units.js';

/**
 * The posts that have to leave, as pure functions of what the store holds: each is written with the
 * step it tells of, and removed once it stands in its channel.
 */

const FIRST_GAP_MS = 5 * MINUTE_MS;
/** Soon, while Discord still knows the first request's nonce. */
const FIRST_UNCLEAR_GAP_MS = MINUTE_MS;
const GAP_FACTOR = 3;
const MAX_GAP_MS = 6 * HOUR_MS;
/** After this long nobody needs to hear of it any more, unless it was an external change. */
export const GIVEN_UP_MS = DAY_MS;

/** What may be tried now, oldest first. */
export function tellsDue({ tells }: GuildAlerts, now: number): readonly Tell[] {
  return tells
    .filter(({ until = 0 }) => until <= now || until - now > MAX_GAP_MS)
    .toSorted((one, other) => one.at - other.at);
}

/** Whether no other post on the same subject must leave first: they are told in order. */
export function isNextOf({ tells }: GuildAlerts, tell: Tell): boolean {
  const subject = ({ alertId, ruleId }: Tell) => alertId ?? ruleId;
  return tells.find((each) => subject(each) === subject(tell))?.id === tell.id;
}

/**
 * Call before the request leaves. Null if it was told or withdrawn meanwhile, or another process
 * has begun it: then it must be looked for first.
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

/** Nobody needs to hear of it any more. Null if it was told meanwhile. */
export function dropTell(state: GuildAlerts, id: string): GuildAlerts | null {
  const tells = state.tells.filter((each) => each.id !== id);
  return tells.length === state.tells.length ? null : { ...state, tells };
}

interface TellMessage {
  readonly channelId: string;
  readonly messageId: string;
  readonly at: number;
  /** The revision of the alert or burst that the message shows. */
  readonly shown: number;
}

/** The message exists. */
export function told(
  state: GuildAlerts,
  tell: Tell,
  { shown, at, channelId, messageId }: TellMessage,
): GuildAlerts {
  const message = { channelId, messageId };
  const rest = { ...state, tells: state.tells.filter(({ id }) => id !== tell.id) };
  if (tell.what === 'storm') {
    const isIt = ({ id }: AlertBurst) => id === tell.alertId;
    const posted = { message, shown, shownAt: at };
    return {
      ...rest,
      storms: rest.storms.map((each) => (isIt(each) ? { ...each, ...posted } : each)),
    };
  }
  if (tell.what !== 'firing') return rest;
  const placed = (alert: Alert): Alert => {
    if (alert.id !== tell.alertId) return alert;
    // It changed since being drawn, maybe by somebody who saw it: that needn't wait a minute.
    const shownAt = alert.revision === shown ? at : alert.shownAt;
    return { ...alert, message, shown, shownAt };
  };
  return { ...rest, alerts: rest.alerts.map(placed) };
}

export interface TellFailure {
  readonly now: number;
  /**
   * `refused`: by the channel. `gone`: the channel was deleted. `unclear`: sent, but no answer came.
   * `before`: nothing was sent.
   */
  readonly kind: 'refused' | 'gone' | 'unclear' | 'before';
  /** Since when it may have been posted, as known before this attempt. */
  readonly maybeSince?: number | undefined;
}

/**
 * Sets when to try again, or gives up. Nothing stands in a channel that was deleted, so the next try
 * goes where its rule sends it by then. Null if it was told meanwhile.
 */
export function tellFailed(
  before: GuildAlerts,
  id: string,
  { now, kind, maybeSince: earlier }: TellFailure,
): GuildAlerts | null {
  const tell = before.tells.find((each) => each.id === id);
  if (tell === undefined) return null;
  const state = kind === 'gone' ? withoutMessage(before, tell) : before;
  if (now - tell.at >= givenUpAfterMs(state, tell)) return dropTell(state, id);
  const tries = tell.tries + 1;
  const first = kind === 'unclear' ? FIRST_UNCLEAR_GAP_MS : FIRST_GAP_MS;
  const until = now + Math.min(first * GAP_FACTOR ** (tries - 1), MAX_GAP_MS);
  const { maybeSince: present, maybeIn, ...rest } = tell;
  const known = kind === 'gone' ? undefined : earlier;
  const maybeSince = kind === 'unclear' ? present : known;
  const next = { ...rest, tries, until };
  return withTell(state, id, () =>
    maybeSince === undefined ? next : { ...next, maybeSince, maybeIn },
  );
}

/** What it tells of has no message any more if that stood in the channel of this attempt. */
function withoutMessage(state: GuildAlerts, { alertId = '', maybeIn }: Tell): GuildAlerts {
  const { message } = [...state.alerts, ...state.storms].find(({ id }) => id === alertId) ?? {};
  if (message === undefined || message.channelId !== maybeIn) return state;
  return messageGone(state, { id: alertId }, message.messageId) ?? state;
}

function givenUpAfterMs({ alerts }: GuildAlerts, { alertId }: Tell): number {
  if (alertId === undefined) return GIVEN_UP_MS;
  const isOfExternalChanges = alerts.some(
    ({ id, stormId, condition }) =>
      condition === EXTERNAL_CHANGES && (id === alertId || stormId === alertId),
  );
  return isOfExternalChanges ? UNSEEN_KEPT_MS : GIVEN_UP_MS;
}

function withTell(
  state: GuildAlerts,
  id: string,
  change: (tell: Tell) => Tell,
): GuildAlerts | null {
  if (!state.tells.some((each) => each.id === id)) return null;
  return { ...state, tells: state.tells.map((each) => (each.id === id ? change(each) : each)) };
}
