import {
  isAfterMinute,
  isOver,
  noteOf,
  type Alert,
  type GuildAlerts,
  type Silence,
  type AlertBurst,
} from './alert.js';
import { isBurstDrawn, staleBursts, burstAlerts, withoutEmptyBursts } from './burst-shown.js';

/** What the messages of alerts show, as pure functions of what the store holds. */

interface ShownRevision {
  readonly messageId: string;
  /** The revision of the alert or burst that it shows now. */
  readonly shown: number;
  readonly at: number;
}

/**
 * Alerts whose message must be redrawn now: at most once a minute, but at once for what people did.
 */
export function staleAlerts(state: GuildAlerts, now: number): readonly Alert[] {
  return state.alerts.filter((alert) => {
    if (isDrawn(alert)) return false;
    const doings = [alert.acknowledged, ...silencesOf(state, alert.ruleId)];
    const isNews = doings.some((doing) => doing !== undefined && doing.at >= alert.shownAt);
    return isOver(alert) || isNews || isAfterMinute(alert, now);
  });
}

/** There is no message, or it shows everything known. */
function isDrawn({ message, shown, revision }: Alert): boolean {
  return message === undefined || message.isGone === true || shown === revision;
}

/** Whether any message must be redrawn now. */
export function isStale(state: GuildAlerts, now: number): boolean {
  return staleAlerts(state, now).length > 0 || staleBursts(state, now).length > 0;
}

/** Of everything and of this rule; in force or over. */
function silencesOf(state: GuildAlerts, ruleId: string): readonly (Silence | undefined)[] {
  return [state.silence, noteOf(state, ruleId).silence];
}

/** The silence that lasts longest; null = none. */
export function silenceInForce(state: GuildAlerts, ruleId: string, now: number): Silence | null {
  const inForce = silencesOf(state, ruleId).flatMap((each) =>
    each !== undefined && each.until > now ? [each] : [],
  );
  return inForce.toSorted((one, other) => other.until - one.until)[0] ?? null;
}

/** A message was redrawn. Null if the alert or burst has a different one by now. */
export function drawnAgain(
  state: GuildAlerts,
  what: Pick<Alert, 'id'>,
  drawn: ShownRevision,
): GuildAlerts | null {
  const { shown, messageId } = drawn;
  const alert = state.alerts.find(({ id }) => id === what.id);
  // It changed while being drawn, maybe by a person, so the next drawing needn't wait a minute.
  const isOvertaken = alert !== undefined && alert.revision !== shown;
  const next = isOvertaken ? { shown } : { shown, shownAt: drawn.at };
  return withMessage(state, { ...what, messageId }, next);
}

/**
 * Its message is gone: it isn't posted again or redrawn. What there is to say of an alert later is
 * still said.
 */
export function messageGone(
  state: GuildAlerts,
  what: Pick<Alert, 'id'>,
  messageId: string,
): GuildAlerts | null {
  const message = [...state.alerts, ...state.storms].find(({ id }) => id === what.id)?.message;
  const gone = message && { ...message, isGone: true as const };
  return withMessage(state, { ...what, messageId }, { message: gone });
}

function withMessage(
  state: GuildAlerts,
  { id, messageId }: Pick<Alert, 'id'> & { readonly messageId: string },
  next: Partial<Pick<Alert & AlertBurst, 'message' | 'shown' | 'shownAt'>>,
): GuildAlerts | null {
  const isIt = (each: Alert | AlertBurst) =>
    each.id === id && each.message?.messageId === messageId;
  const { alerts, storms } = state;
  if (![...alerts, ...storms].some(isIt)) return null;
  return {
    ...state,
    alerts: alerts.map((each) => (isIt(each) ? { ...each, ...next } : each)),
    storms: storms.map((each) => (isIt(each) ? { ...each, ...next } : each)),
  };
}

/**
 * Alerts for which nothing is left to post or draw. Those of a burst leave together, because its
 * message lists them all.
 */
export function overAlerts(state: GuildAlerts): readonly Alert[] {
  const { alerts, storms, tells } = state;
  const waits = new Set(tells.map(({ alertId }) => alertId));
  const isQuiet = (alert: Alert) => isOver(alert) && !waits.has(alert.id);
  const isBurstOver = new Map(
    storms.map((burst) => [
      burst.id,
      isBurstDrawn(state, burst) &&
        !waits.has(burst.id) &&
        burstAlerts(state, burst.id).every(isQuiet),
    ]),
  );
  return alerts.filter(
    (alert) => isQuiet(alert) && (isBurstOver.get(alert.stormId ?? '') ?? isDrawn(alert)),
  );
}

/** Call once they are kept elsewhere. Null if they have already left. */
export function withoutOver(state: GuildAlerts, over: readonly Alert[]): GuildAlerts | null {
  const ids = new Set(over.map(({ id }) => id));
  const alerts = state.alerts.filter((alert) => !ids.has(alert.id) || !isOver(alert));
  if (alerts.length === state.alerts.length) return null;
  return withoutEmptyBursts({ ...state, alerts });
}
