import { z } from 'zod';
import { CONDITIONS } from './conditions.js';

/**
 * The alerts of a guild as they stand: one store entry for each guild, changed by compare and set
 * alone. `judge.ts` and `tells.ts` hold the steps between its states.
 *
 * An alert goes `pending → firing ⇄ recovering → resolved`. One that never fired leaves no trace.
 * `closed`: its rule was changed or removed, or another API key connected, so nobody can say whether
 * it would have ended.
 */

const person = z.object({ by: z.string(), at: z.number() });

/** Where it stands; `isGone`: stood, until somebody deleted it. */
const message = z.object({
  channelId: z.string(),
  messageId: z.string(),
  isGone: z.literal(true).optional(),
});

export const alert = z.object({
  /** Its rule and when it began; an event's, its rule and its key. */
  id: z.string(),
  ruleId: z.string(),
  condition: z.enum(CONDITIONS),
  phase: z.enum(['pending', 'firing', 'recovering', 'resolved', 'closed']),
  /** Of `closed`; missing: its rule. */
  closedBy: z.literal('other-key').optional(),
  /** It happened at one moment, and can't end. */
  isEvent: z.literal(true).optional(),
  /** Since when the condition holds, in ms. */
  since: z.number(),
  /** The last reading that its phase rests on, in ms. */
  seenAt: z.number(),
  firedAt: z.number().optional(),
  /** Since when every reading was clear, in ms. */
  clearSince: z.number().optional(),
  endedAt: z.number().optional(),
  /** The newest figure, the worst one, and what it was compared with: digits. */
  value: z.string().optional(),
  worst: z.string().optional(),
  limit: z.string().optional(),
  baseline: z.string().optional(),
  atLeast: z.literal(true).optional(),
  /** Where that is, as far as was read. */
  sites: z.array(z.object({ name: z.string(), count: z.number() })).optional(),
  readAt: z.number(),
  acknowledged: person.optional(),
  /** How many were told. */
  reminders: z.number().default(0),
  remindAt: z.number().optional(),
  /** How many alerts of its rule fired in the 24 hours before, with this one. */
  firedInDay: z.number().default(1),
  facts: z.unknown().optional(),
  message: message.optional(),
  /** Which storm's message tells of it, in place of one of its own. */
  stormId: z.string().optional(),
  /** Grows with each change that its message has to show; `shown`: up to which it does. */
  revision: z.number().default(0),
  shown: z.number().default(0),
  /** When its message was posted or last edited, in ms. */
  shownAt: z.number().default(0),
});
export type Alert = z.output<typeof alert>;

export const silence = person.extend({
  until: z.number(),
  reason: z.string().optional(),
});
export type Silence = z.output<typeof silence>;

const ruleNote = z.object({
  /** Since when there is no data; `told` = people know. */
  missing: z.object({ since: z.number(), told: z.literal(true).optional() }).optional(),
  silence: silence.optional(),
  /** When alerts of the rule fired, in the last 24 hours. */
  fired: z.array(z.number()).default([]),
  /** Events that were told, newest last. */
  happened: z.array(z.string()).default([]),
});
export type RuleNote = z.output<typeof ruleNote>;

/** A post that has to leave, once. Written together with the step that it tells of. */
export const tell = z.object({
  /** The same for the same post, from whatever process: its nonce follows from it. */
  id: z.string(),
  what: z.enum(['firing', 'reminder', 'resolved', 'no-data', 'data-back', 'storm']),
  ruleId: z.string(),
  /** Of `storm`: the storm's id. */
  alertId: z.string().optional(),
  /** When it came due, in ms. */
  at: z.number(),
  /** Of `no-data` and `data-back`: since when. */
  since: z.number().optional(),
  /** Attempts that failed. */
  tries: z.number().default(0),
  /** Not to be tried before, in ms. */
  until: z.number().optional(),
  /** Since when it may stand there although nobody noted it. */
  maybeSince: z.number().optional(),
  /** In which channel, whatever its rule says by now. */
  maybeIn: z.string().optional(),
});
export type Tell = z.output<typeof tell>;

const storm = z.object({
  id: z.string(),
  /** Channel and role of its rules, as one text. */
  place: z.string(),
  at: z.number(),
  /** How many were told, while somebody has none of its alerts. */
  reminders: z.number().default(0),
  /** When the next one is due, in ms; null = none. */
  remindAt: z.number().nullable().default(null),
  /** When all of its alerts were over, in ms. */
  endedAt: z.number().optional(),
  message: message.optional(),
  /** Up to which `stormRevision` its message is drawn. */
  shown: z.number().default(0),
  shownAt: z.number().default(0),
});
export type Storm = z.output<typeof storm>;

export const guildAlerts = z.object({
  /** When the API key that the figures are read with was connected, in ms. */
  connectedAt: z.number().optional(),
  alerts: z.array(alert).default([]),
  rules: z.record(z.string(), ruleNote).default({}),
  tells: z.array(tell).default([]),
  /** The newest of each place. */
  storms: z.array(storm).default([]),
  /** Of all rules: a maintenance window. */
  silence: silence.optional(),
});
export type GuildAlerts = z.output<typeof guildAlerts>;

export const NO_ALERTS: GuildAlerts = { alerts: [], rules: {}, tells: [], storms: [] };

export function noteOf({ rules }: GuildAlerts, ruleId: string): RuleNote {
  return rules[ruleId] ?? { fired: [], happened: [] };
}

/** Until when nobody wants to hear of a rule, in ms; null = it isn't silenced. */
export function silencedUntil(state: GuildAlerts, ruleId: string, now: number): number | null {
  const until = Math.max(state.silence?.until ?? 0, noteOf(state, ruleId).silence?.until ?? 0);
  return until > now ? until : null;
}

/** Since its message was posted or drawn: so often it is drawn at most. */
export function isAfterMinute({ shownAt }: Pick<Alert, 'shownAt'>, now: number): boolean {
  // A clock may have gone back.
  return now - shownAt >= 60_000 || shownAt > now;
}

export function isOver({ phase }: Pick<Alert, 'phase'>): boolean {
  return phase === 'resolved' || phase === 'closed';
}
