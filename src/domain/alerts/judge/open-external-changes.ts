import { z } from 'zod';
import { isRecord } from '../../json/is-record.js';
import { HOUR_MS } from '../../time/units.js';
import { isOver, type Alert, type GuildAlerts } from '../alert.js';
import { changesIn, externalFinding } from '../../changes/external-changes/external-finding.js';
import type { PoolEvent } from '../reading.js';
import { EXTERNAL_CHANGES, type AlertRule } from '../rule.js';

/**
 * How many changes made elsewhere have an alert of their own: a server's alerts are one row, judged
 * each minute on the thread of all servers. The others are counted in an alert for all of them.
 */

const MAX_OPEN = 500;
/** Length of what is kept of them all, as JSON: names may be long. */
const MAX_LENGTH = 1_000_000;
/** What comes later is told by another such alert, because an edit notifies nobody. */
const COUNTED_WITHIN_MS = HOUR_MS;
/** From here on it says "at least". */
export const MAX_COUNTED = 1_000;

const KIND = 'elsewhere-more';
/** Facts of an alert that counts changes which have none of their own. */
export const countedChanges = z.object({
  kind: z.literal(KIND),
  count: z.int(),
  /** Of those, how many bring a new payout address. */
  newAddresses: z.int(),
});
type CountedChanges = z.output<typeof countedChanges>;

/** Splits new changes into those that have room for an alert of their own, and others. */
export function withRoomFor(
  { alerts }: GuildAlerts,
  news: readonly PoolEvent[],
): { readonly own: readonly PoolEvent[]; readonly others: readonly PoolEvent[] } {
  const open = alerts.filter((each) => each.condition === EXTERNAL_CHANGES && !isOver(each));
  let count = open.length;
  let length = open.reduce((sum, { facts }) => sum + lengthOf(facts), 0);
  const own: PoolEvent[] = [];
  const others: PoolEvent[] = [];
  // Where the money goes comes first, so that no number of others takes its place.
  for (const event of news.toSorted((one, other) => rankOf(one) - rankOf(other))) {
    const next = length + lengthOf(event.facts);
    if (count >= MAX_OPEN || next > MAX_LENGTH) {
      others.push(event);
      continue;
    }
    own.push(event);
    count++;
    length = next;
  }
  return { own, others };
}

/** The alert in which changes are counted now; undefined if another one is to begin. */
export function countingAlert(
  { alerts }: GuildAlerts,
  { id }: Pick<AlertRule, 'id'>,
  now: number,
): Alert | undefined {
  return alerts.findLast(
    (each) =>
      each.ruleId === id &&
      !isOver(each) &&
      each.acknowledged === undefined &&
      countedIn(each) !== null &&
      Math.abs(now - each.since) < COUNTED_WITHIN_MS,
  );
}

/** With what still has room in the count. */
export function factsWith(alert: Alert | undefined, others: readonly PoolEvent[]): CountedChanges {
  const before = alert === undefined ? null : countedIn(alert);
  const { count, newAddresses } = before ?? { count: 0, newAddresses: 0 };
  return {
    kind: KIND,
    count: count + others.length,
    newAddresses: newAddresses + others.filter((each) => rankOf(each) === 0).length,
  };
}

/** How many more the alert can count. */
export function roomIn(alert: Alert | undefined): number {
  const counted = alert === undefined ? null : countedIn(alert);
  return MAX_COUNTED - (counted?.count ?? 0);
}

function countedIn({ facts }: Alert): CountedChanges | null {
  return isRecord(facts) && facts['kind'] === KIND ? countedChanges.parse(facts) : null;
}

function rankOf({ facts }: PoolEvent): number {
  const { data } = externalFinding.safeParse(facts);
  const [gravest] = data === undefined ? [] : changesIn(data);
  return gravest === 'new-address' || gravest === 'settings-new' ? 0 : 1;
}

function lengthOf(facts: unknown): number {
  return JSON.stringify(facts ?? null).length;
}
