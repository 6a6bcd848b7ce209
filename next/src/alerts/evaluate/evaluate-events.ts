import { createHash } from 'node:crypto';
import type { Alert, AlertEvent } from '../alert.js';
import type { Rule } from '../rule.js';
import type { Tell } from '../tell.js';
import { fire, newAlert, remind } from './fire.js';
import { withData, withoutData } from './missing-data.js';
import { DAY, type Evaluated, type Moment } from './state.js';

/** An event that nobody acknowledged is over then. */
const KEPT_MS = 7 * DAY;
/** Only approvals come again, at every reading; others are news once, by what was listed before. */
const REMEMBERED = 200;

/** A rule of events and those of its events that are not over. */
export interface EventsState {
  readonly rule: Rule;
  readonly alerts: readonly Alert[];
}

/**
 * Events since the last reading; each is told once. Null: the pool gave nothing; undefined: nothing
 * was read this time.
 */
export function evaluateEvents(
  { rule: before, alerts }: EventsState,
  events: readonly AlertEvent[] | null | undefined,
  moment: Moment,
): EventsState & { readonly tells: readonly Tell[]; readonly news: readonly AlertEvent[] } {
  const noted = withNote(before, events, moment);
  const { rule: known, news } = withNews(noted.rule, events ?? []);
  const begun = news.map((event) =>
    newAlert(known, { id: shortKey(event.key), since: moment.now, event }),
  );
  const tells = [...noted.tells];
  const after: Alert[] = [];
  let rule = known;
  for (const alert of [...alerts, ...begun]) {
    const next = step(rule, alert, moment);
    rule = next.rule;
    if (next.alert !== null) after.push(next.alert);
    tells.push(...next.tells);
  }
  return { rule, alerts: after, tells, news };
}

function withNote(rule: Rule, events: readonly AlertEvent[] | null | undefined, moment: Moment) {
  if (events === undefined || moment.isResting) return { rule, tells: [] };
  return events === null ? withoutData(rule, moment) : withData(rule, moment);
}

function withNews(rule: Rule, events: readonly AlertEvent[]) {
  const happened = new Set(rule.note.happened);
  const news = events.filter(({ key }) => {
    const isNew = !happened.has(shortKey(key));
    happened.add(shortKey(key));
    return isNew;
  });
  if (news.length === 0) return { rule, news };
  const note = { ...rule.note, happened: [...happened].slice(-REMEMBERED) };
  return { rule: { ...rule, note }, news };
}

function step(rule: Rule, alert: Alert, moment: Moment): Evaluated {
  const { now, isSilenced } = moment;
  if (alert.phase === 'pending')
    return isSilenced ? { rule, alert, tells: [] } : fire(rule, alert, moment);
  if (now - (alert.firedAt ?? now) < KEPT_MS) return remind(rule, alert, moment);
  const over: Alert = { ...alert, phase: 'resolved', endedAt: now, remindAt: null };
  return { rule, alert: over, tells: [{ kind: 'changed', alert: over, rule }] };
}

/** Fits a custom id, whatever names the key has in it. */
function shortKey(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 12);
}
