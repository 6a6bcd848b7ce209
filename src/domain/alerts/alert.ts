import { z } from 'zod';
import { DAY_MS, MINUTE_MS } from '../time/units.js';
import { CONDITIONS } from './conditions.js';
import { rule, type AlertRule } from './rule.js';

/**
 * The alerts of a guild as they stand: one store entry for each guild, changed by compare and set
 * alone. `evaluate.ts` and `posts-to-send.ts` hold the steps between its states.
 *
 * An alert goes `pending → firing ⇄ recovering → resolved`. One that never fired leaves no trace.
 * `closed`: its rule was changed or removed, or another API key connected, so nobody can say whether
 * it would have ended.
 */

const person = z.object({ by: z.string(), at: z.number() });

/** Where its message is; `isGone`: somebody deleted it. */
const message = z.object({
  channelId: z.string(),
  messageId: z.string(),
  isGone: z.literal(true).optional(),
});

export const alert = z.object({
  /** Made of its rule and when it began; for an event, its rule and key. */
  id: z.string(),
  ruleId: z.string(),
  condition: z.enum(CONDITIONS),
  phase: z.enum(['pending', 'firing', 'recovering', 'resolved', 'closed']),
  /** As it was, once it was changed or removed. */
  rule: rule.optional(),
  /** Why it was closed; missing = its rule was changed or removed. */
  closedBy: z.enum(['other-key', 'no-key']).optional(),
  /** It happened at one moment and can't end. */
  isEvent: z.literal(true).optional(),
  /** Since when the condition has held, in ms. */
  since: z.number(),
  /** The time of the last reading that its phase rests on, in ms. */
  seenAt: z.number(),
  firedAt: z.number().optional(),
  /** Since when all readings have been clear, in ms. */
  clearSince: z.number().optional(),
  endedAt: z.number().optional(),
  /** The newest figure, the worst one, and the limit, as digits. */
  value: z.string().optional(),
  worst: z.string().optional(),
  limit: z.string().optional(),
  baseline: z.string().optional(),
  atLeast: z.literal(true).optional(),
  /** The sites concerned, as far as they were read. */
  sites: z.array(z.object({ name: z.string(), count: z.number() })).optional(),
  readAt: z.number(),
  acknowledged: person.optional(),
  /** How many reminders were posted. */
  reminders: z.number().default(0),
  remindAt: z.number().optional(),
  /** How many alerts of its rule fired in the last 24 hours, including this one. */
  firedInDay: z.number().default(1),
  facts: z.unknown().optional(),
  message: message.optional(),
  /** The burst whose message tells of it, instead of its own. */
  stormId: z.string().optional(),
  /** Grows with each change that its message must show; `shown`: the revision it shows. */
  revision: z.number().default(0),
  shown: z.number().default(0),
  /** When its message was posted or last edited, in ms. */
  shownAt: z.number().default(0),
});
export type Alert = z.output<typeof alert>;

/** Of an alert of which nobody was told yet. */
export const UNTOLD = { reminders: 0, firedInDay: 1, revision: 0, shown: 0, shownAt: 0 };

/** An external change that nobody acknowledged stays open, and is told, for this long. */
export const UNSEEN_KEPT_MS = 7 * DAY_MS;

/** The rule by which it fired. */
export function ruleOf(
  { rule: former, ruleId }: Pick<Alert, 'rule' | 'ruleId'>,
  inForce: readonly AlertRule[],
): AlertRule | undefined {
  return former ?? inForce.find(({ id }) => id === ruleId);
}

export const silence = person.extend({
  until: z.number(),
  reason: z.string().optional(),
});
export type Silence = z.output<typeof silence>;

const ruleNote = z.object({
  /** Since when there has been no data; `told` = people know. */
  missing: z.object({ since: z.number(), told: z.literal(true).optional() }).optional(),
  silence: silence.optional(),
  /** When alerts of the rule fired in the last 24 hours. */
  fired: z.array(z.number()).default([]),
  /** Events that were told, newest last. */
  happened: z.array(z.string()).default([]),
});
export type RuleNote = z.output<typeof ruleNote>;

/** A post to be made once, stored together with the step it tells of. */
export const tell = z.object({
  /** Equal for the same post from any process; the nonce derives from it. */
  id: z.string(),
  what: z.enum(['firing', 'reminder', 'resolved', 'no-data', 'data-back', 'storm', 'more']),
  ruleId: z.string(),
  /** The burst's id, if it tells of a burst. */
  alertId: z.string().optional(),
  /** When it became due, in ms. */
  at: z.number(),
  /** Since when, for `no-data` and `data-back`. */
  since: z.number().optional(),
  /** Failed attempts. */
  tries: z.number().default(0),
  /** When to try again, in ms. */
  until: z.number().optional(),
  /** When it may have been posted without anybody noting it. */
  maybeSince: z.number().optional(),
  /** The channel of that attempt, whatever its rule says now. */
  maybeIn: z.string().optional(),
});
export type Tell = z.output<typeof tell>;

const burst = z.object({
  id: z.string(),
  /** Channel and role of its rules, as one text. */
  place: z.string(),
  at: z.number(),
  /** How many reminders were posted while some alert had no owner. */
  reminders: z.number().default(0),
  /** When the next reminder is due, in ms; null = none. */
  remindAt: z.number().nullable().default(null),
  /** When the last of its alerts was over, in ms. */
  endedAt: z.number().optional(),
  message: message.optional(),
  /** The `burstRevision` that its message shows. */
  shown: z.number().default(0),
  shownAt: z.number().default(0),
});
export type AlertBurst = z.output<typeof burst>;

export const guildAlerts = z.object({
  /** When the API key in use was connected, in ms. */
  connectedAt: z.number().optional(),
  alerts: z.array(alert).default([]),
  rules: z.record(z.string(), ruleNote).default({}),
  tells: z.array(tell).default([]),
  /** Those with alerts left, oldest first. */
  storms: z.array(burst).default([]),
  /** A silence of all rules, such as a maintenance window. */
  silence: silence.optional(),
});
export type GuildAlerts = z.output<typeof guildAlerts>;

export const NO_ALERTS: GuildAlerts = { alerts: [], rules: {}, tells: [], storms: [] };

export function noteOf({ rules }: GuildAlerts, ruleId: string): RuleNote {
  return rules[ruleId] ?? { fired: [], happened: [] };
}

/** Until when a rule is silenced, in ms; null if it isn't. */
export function silencedUntil(state: GuildAlerts, ruleId: string, now: number): number | null {
  const until = Math.max(state.silence?.until ?? 0, noteOf(state, ruleId).silence?.until ?? 0);
  return until > now ? until : null;
}

/** The least time between two drawings of a message. */
export function isAfterMinute({ shownAt }: Pick<Alert, 'shownAt'>, now: number): boolean {
  // In case a clock went back.
  return now - shownAt >= MINUTE_MS || shownAt > now;
}

export function isOver({ phase }: Pick<Alert, 'phase'>): boolean {
  return phase === 'resolved' || phase === 'closed';
}
