import {
  isOver,
  silencedUntil,
  type Alert,
  type GuildAlerts,
  type AlertBurst,
  type Tell,
} from './alert.js';
import { withTell } from './evaluate/edit-state.js';
import { MAX_REMINDER_MS, reminderGapMs, withoutReminders } from './evaluate/reminders.js';
import { EXTERNAL_CHANGES, type AlertRule } from './rule.js';
import { burstAlerts } from './burst-shown.js';
import { MINUTE_MS } from '../time/units.js';

/**
 * More than ten alerts in ten minutes become one message with a list, per channel and role:
 * everybody hears of what is theirs, once.
 */

const BURST_FROM = 10;
const BURST_WITHIN_MS = 10 * MINUTE_MS;
/** External changes are each told in full, up to this many. */
const MAX_IN_FULL = 25;

/** What decides how a rule's alerts are told. */
export type TellingRule = Pick<AlertRule, 'id' | 'channelId' | 'roleId' | 'remindMinutes'>;

/** Gathers what fires now; reminds of alerts that continue, and tells their end once. */
export function gatherBursts(
  state: GuildAlerts,
  now: number,
  rules: readonly TellingRule[],
): GuildAlerts {
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  const audienceOf = (ruleId: string) => placeOf(byId.get(ruleId) ?? {});
  const audiences = new Set(state.tells.filter(isUntold).map(({ ruleId }) => audienceOf(ruleId)));
  const gathered = [...audiences].reduce(
    (each, audience) => gatherAt(each, now, { audience, audienceOf }),
    state,
  );
  return gathered.storms.reduce(
    (each, burst) => withEnd(withReminder(each, now, { burst, byId }), now, burst.id),
    gathered,
  );
}

/** Where a rule's alerts are told and whom they mention; rules of one place share bursts. */
export function placeOf({
  channelId = '',
  roleId = '',
}: Partial<Pick<AlertRule, 'channelId' | 'roleId'>>): AlertBurst['place'] {
  return `${channelId} ${roleId}`;
}

/** To be told where the alert itself would be, and nothing of it has left yet. */
function isUntold({ what, maybeSince }: Tell): boolean {
  return what === 'firing' && maybeSince === undefined;
}

interface Audiences {
  /** A channel, and whom a message there mentions. */
  readonly audience: string;
  readonly audienceOf: (ruleId: string) => string;
}

/** Lists what hasn't left yet. Somebody who moves money can't hide it among many alerts. */
function gatherAt(
  state: GuildAlerts,
  now: number,
  { audience, audienceOf }: Audiences,
): GuildAlerts {
  const isHere = ({ ruleId }: Pick<Alert, 'ruleId'>) => audienceOf(ruleId) === audience;
  const recent = state.alerts.filter(
    (each) => isHere(each) && isWithin(each.firedAt ?? -Infinity, now),
  );
  const isExternal = ({ condition }: Alert) => condition === EXTERNAL_CHANGES;
  const isMany = recent.filter(isExternal).length > MAX_IN_FULL;
  // An unreadable pool explains the others, and isn't one of them.
  const apart = recent.filter((each) => each.condition === 'pool' || (!isMany && isExternal(each)));
  const inFull = new Set(apart.map(({ id }) => id));
  if (recent.length - inFull.size <= BURST_FROM) return state;
  const waiting = state.tells.filter(
    (each) => isUntold(each) && isHere(each) && !inFull.has(each.alertId ?? ''),
  );
  const [first] = waiting;
  if (first === undefined) return state;

  const earlier = state.storms.findLast((each) => each.place === audience);
  const isGoingOn = earlier !== undefined && now - earlier.at <= BURST_WITHIN_MS;
  const { endedAt: _, ...goesOn } = isGoingOn ? earlier : newBurst(first, { place: audience, now });
  const burst: AlertBurst = goesOn;
  const ids = new Set(waiting.map(({ alertId }) => alertId));
  const alerts = state.alerts.map((each) =>
    ids.has(each.id) ? { ...each, stormId: burst.id } : each,
  );
  const storms = [...state.storms.filter(({ id }) => id !== burst.id), burst];
  const tells = state.tells.filter((each) => !waiting.includes(each));
  const gathered = { ...state, alerts, storms, tells };
  return withPost(gathered, burst, { ruleId: first.ruleId, now, isGoingOn });
}

interface BurstPost extends Pick<Tell, 'ruleId'> {
  readonly now: number;
  readonly isGoingOn: boolean;
}

/** An edit notifies nobody, so a burst that grows gets a word, once its message is posted. */
function withPost(
  state: GuildAlerts,
  burst: AlertBurst,
  { ruleId, now, isGoingOn }: BurstPost,
): GuildAlerts {
  const about = { alertId: burst.id, rule: { id: ruleId }, now };
  if (!isGoingOn)
    return withTell(state, { id: `storm-${burst.id}-firing`, what: 'storm', ...about });
  const isToCome = state.tells.some(({ alertId, what }) => alertId === burst.id && what === 'more');
  if (burst.message === undefined || isToCome) return state;
  const id = `storm-${burst.id}-more-${now.toString(36)}`;
  return withTell(state, { id, what: 'more', ...about });
}

function isWithin(at: number, now: number): boolean {
  return at <= now && at > now - BURST_WITHIN_MS;
}

function newBurst(
  { ruleId }: Tell,
  { place, now }: { readonly place: string; readonly now: number },
): AlertBurst {
  // Several bursts can begin in one round, each with its own alerts.
  const id = `${now.toString(36)}-${ruleId}`;
  return { id, place, at: now, reminders: 0, remindAt: null, shown: 0, shownAt: 0 };
}

interface BurstReminder {
  readonly burst: AlertBurst;
  readonly byId: ReadonlyMap<string, TellingRule>;
}

/**
 * As for a single alert: first after the shortest time set by a rule of its waiting alerts, then
 * twice as long.
 */
function withReminder(
  state: GuildAlerts,
  now: number,
  { burst, byId }: BurstReminder,
): GuildAlerts {
  const gaps = waitingOf(state, burst, now).flatMap(({ ruleId }) => {
    const rule = byId.get(ruleId);
    return rule === undefined || rule.remindMinutes === 0 ? [] : [rule];
  });
  const shortest = gaps.toSorted((one, other) => one.remindMinutes - other.remindMinutes)[0];
  if (shortest === undefined || burst.message === undefined)
    return burst.remindAt === null ? state : withBurst(state, { ...burst, remindAt: null });
  const gapAfter = (times: number) => reminderGapMs(shortest, times);
  const { remindAt, reminders } = burst;
  // Further ahead than we ever set it, so the clock went back.
  if (remindAt === null || remindAt - now > MAX_REMINDER_MS)
    return withBurst(state, { ...burst, remindAt: now + gapAfter(reminders) });
  if (now < remindAt) return state;
  // If nothing could be posted for hours, one post says it all.
  const isUntoldYet = state.tells.some(({ alertId }) => alertId === burst.id);
  if (isUntoldYet) return withBurst(state, { ...burst, remindAt: now + gapAfter(reminders) });
  const next = { reminders: reminders + 1, remindAt: now + gapAfter(reminders + 1) };
  const waiting = new Set(waitingOf(state, burst, now).map(({ id }) => id));
  const alerts = state.alerts.map((each) =>
    waiting.has(each.id) ? { ...each, reminders: each.reminders + 1 } : each,
  );
  const reminded = withBurst({ ...state, alerts }, { ...burst, ...next });
  const id = `storm-${burst.id}-reminder-${next.reminders}`;
  return withTell(reminded, { id, what: 'reminder', alertId: burst.id, rule: shortest, now });
}

/** Alerts that continue, and that nobody has acknowledged or silenced. */
export function waitingOf(state: GuildAlerts, { id }: AlertBurst, now: number): readonly Alert[] {
  return burstAlerts(state, id).filter(
    (each) =>
      each.phase === 'firing' &&
      each.acknowledged === undefined &&
      silencedUntil(state, each.ruleId, now) === null,
  );
}

/** An edit notifies nobody, so the end gets a post. Momentary events have no end to tell. */
function withEnd(state: GuildAlerts, now: number, id: string): GuildAlerts {
  const burst = state.storms.find((each) => each.id === id);
  if (burst?.message === undefined || burst.endedAt !== undefined) return state;
  const all = burstAlerts(state, id);
  const last = all.at(-1);
  if (last === undefined || !all.every(isOver)) return state;
  const ended = withoutReminders(withBurst(state, { ...burst, endedAt: now }), id);
  const isTold = all.some(
    ({ phase, isEvent, ruleId }) =>
      phase === 'resolved' && isEvent !== true && silencedUntil(state, ruleId, now) === null,
  );
  if (!isTold) return ended;
  return withTell(ended, {
    id: `storm-${id}-resolved-${now.toString(36)}`,
    what: 'resolved',
    alertId: id,
    rule: { id: last.ruleId },
    now,
  });
}

function withBurst(state: GuildAlerts, burst: AlertBurst): GuildAlerts {
  const storms = state.storms.map((each) => (each.id === burst.id ? burst : each));
  return { ...state, storms };
}
