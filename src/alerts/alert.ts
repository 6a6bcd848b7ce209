import { createHash } from 'node:crypto';
import type { PostedMessage } from '../discord/channels.js';
import type { InGuild } from '../guilds/transaction.js';
import { documents } from '../guilds/json-documents.js';
import type { Db } from '../store/schema.js';
import type { Show } from './conditions.js';
import { builtInRules, ownRules, ruleOf, type Rule, type Silence, type Watched } from './rule.js';

/**
 * `pending → firing ⇄ recovering → resolved`. One that never fired leaves no trace. `ended`: its
 * rule or key is gone, so nobody can say whether it is over. An event is `firing` until somebody
 * acknowledges it, or for seven days.
 */
export type Phase = 'pending' | 'firing' | 'recovering' | 'resolved' | 'ended';

/** An edit of what its rule watches ends it. */
export interface Alert extends Watched {
  readonly guildId: string;
  /** Unique in its server: the rule's id and when it began, or the event's key. */
  readonly id: string;
  readonly rule: string;
  readonly phase: Phase;
  /** Since when its condition has held. All times in ms. */
  readonly since: number;
  readonly firedAt: number | null;
  readonly clearSince: number | null;
  readonly endedAt: number | null;
  /** Why it is `ended`: "The rule was removed." */
  readonly endedBecause: string | null;
  /** The newest figure, and the one furthest beyond the threshold; null for events. */
  readonly reading: Reading | null;
  readonly worst: string | null;
  readonly event: AlertEvent | null;
  readonly acknowledged: { readonly by: string; readonly at: number } | null;
  readonly reminders: number;
  readonly remindAt: number | null;
  readonly message: PostedMessage | null;
}

/** A measured figure. Without one, nothing is decided. */
export interface Reading {
  /** When the pool answered. */
  readonly at: number;
  /** `near`: not beyond the threshold, but within the margin. */
  readonly verdict: 'breached' | 'near' | 'clear';
  /** The pool's digits in the pool's unit. */
  readonly value: string;
  readonly limit: string;
  /** What the threshold is a share of, or what the figure moved from. */
  readonly baseline?: string;
  /** The list was cut short there, so there may be more. */
  readonly isAtLeast?: boolean;
  /** The miners it is about, at most five, by address; the list behind *Show* has all. */
  readonly miners?: readonly string[];
  /** The site that more than half of them stand at. */
  readonly mostly?: string | undefined;
}

export interface AlertEvent {
  /** Tells it apart from others of its rule. */
  readonly key: string;
  /** "Balance fell by 0.43219156 BTC", "Payout addresses changed". Markdown, like the rest. */
  readonly title: string;
  /** "BTC payouts of **cedar-ridge-air**", unless the title says it. */
  readonly what?: string;
  /** Before → after in full. */
  readonly lines: readonly string[];
  /** New payout addresses. */
  readonly added?: readonly string[];
  /** Default: what its condition shows. */
  readonly show?: Show;
}

export function isOpen({ phase }: Pick<Alert, 'phase'>): boolean {
  return phase === 'firing' || phase === 'recovering';
}

/** It starts from a reading, or an event. */
export function newAlert(
  rule: Rule,
  since: number,
  { reading = null, event = null }: Partial<Pick<Alert, 'reading' | 'event'>> = {},
): Alert {
  // Short enough for a custom id, whatever names the event's key contains.
  const hash = event && createHash('sha256').update(event.key).digest('hex').slice(0, 12);
  const { guildId, condition, threshold, currency, site, subaccounts } = rule;
  return {
    guildId,
    id: `${rule.id}-${hash ?? since.toString(36)}`,
    rule: rule.id,
    condition,
    phase: 'pending',
    since,
    firedAt: null,
    clearSince: null,
    endedAt: null,
    endedBecause: null,
    reading,
    worst: reading?.value ?? null,
    event,
    acknowledged: null,
    reminders: 0,
    remindAt: null,
    message: null,
    threshold,
    currency,
    site,
    subaccounts,
  };
}

/** What a server watches, and what is wrong there. */
interface Watch {
  /** The built-in ones first, then the server's own, oldest first. */
  readonly rules: readonly Rule[];
  /** Pending, firing and recovering, newest first. */
  readonly alerts: readonly Alert[];
  readonly silences: readonly Silence[];
}

/** A server with its alerts, to be shown. */
export type ServerAlerts = Watch & Pick<InGuild, 'guildId' | 'settings' | 'now'>;
/** The same in the transaction that holds the server's row. */
export type AlertsInGuild = Watch & InGuild;

export const stored = {
  rules: documents<Rule>('rule'),
  alerts: documents<Alert>('alert', ({ endedAt }) => endedAt),
  silences: documents<Silence>('silence', ({ until }) => until),
};

export async function withAlerts<Server extends Pick<InGuild, 'guildId' | 'now'>>(
  db: Db,
  server: Server,
): Promise<Server & Watch> {
  const { guildId, now } = server;
  const alerts = await stored.alerts.listOpen(db, guildId);
  const silences = await stored.silences.listFrom(db, guildId, now + 1);
  return {
    ...server,
    rules: await readRules(db, guildId),
    alerts: alerts.toSorted((one, other) => other.since - one.since),
    silences: silences.toSorted((one, other) => one.from - other.from),
  };
}

export async function readRules(db: Db, guildId: string): Promise<readonly Rule[]> {
  const rules = await stored.rules.list(db, guildId);
  const own = ownRules(rules).toSorted(
    (one, other) => one.since - other.since || (one.id < other.id ? -1 : 1),
  );
  const builtIn = builtInRules(guildId);
  return [...builtIn.map((rule) => ruleOf(rules, rule.id) ?? rule), ...own];
}
