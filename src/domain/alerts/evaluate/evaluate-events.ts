import { hashOf } from '../../json/canonical-json.js';
import {
  isOver,
  noteOf,
  silencedUntil,
  UNSEEN_KEPT_MS,
  UNTOLD,
  type Alert,
  type GuildAlerts,
} from '../alert.js';
import type { PoolEvent } from '../reading.js';
import { EXTERNAL_CHANGES, type AlertRule } from '../rule.js';
import { withoutData, withData } from './missing-data.js';
import { fire } from './fire.js';
import { countingAlert, factsWith, roomIn, withRoomFor } from './room-for-events.js';
import { withReminder, withoutReminders } from './reminders.js';
import { revise, withAlert, withNote } from './edit-state.js';
import { DAY_MS } from '../../time/units.js';

/** An event that nobody acknowledged ends after this long. */
const EVENT_KEPT_MS = DAY_MS;

/** How many told events to remember; older ones can't come again (see `watch`). */
const EVENTS_KEPT = 2_000;
/** Those that can't be entered come at every look: as many as five lists of 5,000 records have. */
const CHANGES_KEPT = 25_000;

interface EvaluateEventsInput {
  /** Null = it couldn't be read, so there is no data; undefined = it wasn't its turn to be read. */
  readonly events: readonly PoolEvent[] | null | undefined;
  /**
   * Some of what is watched for them couldn't be read, so there may be more; `unknown` soon after a
   * start, when it may be so.
   */
  readonly isPartial?: boolean | 'unknown' | undefined;
  readonly now: number;
  readonly isSuppressed?: boolean;
}

/** Evaluates the events since the last look; each is told once. */
export function evaluateEvents(
  state: GuildAlerts,
  rule: AlertRule,
  { events, isPartial = false, now, isSuppressed = false }: EvaluateEventsInput,
): GuildAlerts {
  if (events === undefined) return withEventsTold(state, rule, now);
  const lacksData = events === null || isPartial === true;
  const noted = lacksData && !isSuppressed ? withoutData(state, rule, now) : state;
  const base = lacksData || isPartial === 'unknown' ? noted : withData(state, rule, now);
  return withNews(base, rule, { events: events ?? [], now });
}

function withNews(
  state: GuildAlerts,
  rule: AlertRule,
  { events, now }: { readonly events: readonly PoolEvent[]; readonly now: number },
): GuildAlerts {
  const { happened } = noteOf(state, rule.id);
  // What can't be entered comes at every look, however many there are.
  const open = new Set(state.alerts.map(({ id }) => id));
  const told = new Set(happened);
  // Rows of earlier versions have whole keys, however long.
  const isTold = (key: string) => told.has(key) || told.has(shortKeyOf(key));
  const news = events.filter(({ key }) => !isTold(key) && !open.has(alertIdOf(rule, key)));
  if (news.length === 0) return withEventsTold(state, rule, now);
  const { own, others } = withRoomFor(state, rule, news);
  const begunAll = own.reduce(
    (each, event) => withAlert(each, happening(rule, event)),
    withHappened(state, rule, own),
  );
  return withEventsTold(withCounted(begunAll, rule, { others, now }), rule, now);
}

function withHappened(
  state: GuildAlerts,
  { id, condition }: AlertRule,
  news: readonly PoolEvent[],
): GuildAlerts {
  const most = condition === EXTERNAL_CHANGES ? CHANGES_KEPT : EVENTS_KEPT;
  return withNote(state, id, (note) => ({
    ...note,
    happened: [...note.happened, ...news.map(({ key }) => shortKeyOf(key))].slice(-most),
  }));
}

/** Counts events that have no room for alerts of their own. */
function withCounted(
  state: GuildAlerts,
  rule: AlertRule,
  { others, now }: { readonly others: readonly PoolEvent[]; readonly now: number },
): GuildAlerts {
  const alert = countingAlert(state, rule, now);
  // Only what is counted is remembered: what isn't would push out what was told.
  const counted = others.slice(0, roomIn(alert));
  if (counted.length === 0) return state;
  const facts = factsWith(alert, rule, counted);
  const next =
    alert === undefined
      ? happening(rule, { key: `more-${now.toString(36)}`, at: now, facts })
      : revise(alert, { facts });
  return withAlert(withHappened(state, rule, counted), next);
}

function withEventsTold(state: GuildAlerts, rule: AlertRule, now: number): GuildAlerts {
  const ofRule = state.alerts.filter(
    (each) => each.ruleId === rule.id && each.isEvent === true && !isOver(each),
  );
  return ofRule.reduce((each, event) => {
    if (event.phase === 'pending') {
      if (silencedUntil(each, rule.id, now) !== null) return each;
      return fire(each, rule, { alert: event, now });
    }
    const isUnseen = event.condition === EXTERNAL_CHANGES && event.acknowledged === undefined;
    const keptMs = isUnseen ? UNSEEN_KEPT_MS : EVENT_KEPT_MS;
    const isOld = now - (event.firedAt ?? now) >= keptMs;
    if (!isOld && event.acknowledged === undefined)
      return withReminder(each, rule, { alert: event, now });
    const ended = revise(event, { phase: 'resolved', endedAt: now });
    return withAlert(withoutReminders(each, event.id), ended);
  }, state);
}

function happening(rule: AlertRule, { key, at, facts }: PoolEvent): Alert {
  return {
    id: alertIdOf(rule, key),
    ruleId: rule.id,
    condition: rule.condition,
    phase: 'pending',
    isEvent: true,
    since: at,
    seenAt: at,
    readAt: at,
    facts,
    ...UNTOLD,
  };
}

function alertIdOf(rule: AlertRule, key: string): string {
  return `${rule.id}-${shortKeyOf(key)}`;
}

/** An alert's id is part of its buttons' custom ids, which have little room. */
function shortKeyOf(key: string): string {
  return /^[\w-]{1,40}$/.test(key) ? key : hashOf(key).slice(0, 32);
}
