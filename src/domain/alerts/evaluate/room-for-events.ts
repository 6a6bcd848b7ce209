import { z } from 'zod';
import { isRecord } from '../../json/is-record.js';
import { HOUR_MS } from '../../time/units.js';
import { isOver, type Alert, type GuildAlerts } from '../alert.js';
import { changesIn, externalFinding } from '../../changes/external-changes/external-finding.js';
import type { PoolEvent } from '../reading.js';
import { EXTERNAL_CHANGES, type AlertRule } from '../rule.js';

/**
 * How many events of a condition have an alert of their own: a server's alerts are one row, judged
 * each minute on the thread of all servers. The others are counted in an alert for all of them.
 */

const MAX_OPEN = 500;
/** Length of what is kept of them all, as JSON: names may be long. */
const MAX_LENGTH = 1_000_000;
/** What comes later is told by another such alert, because an edit notifies nobody. */
const COUNTED_WITHIN_MS = HOUR_MS;
/** From here on it says "at least". */
export const MAX_COUNTED = 1_000;

const [ELSEWHERE, CONTRACTS] = ['elsewhere-more', 'contracts-more'] as const;
/** Facts of an alert that counts events which have none of their own. */
export const countedEvents = z.object({
  kind: z.enum([ELSEWHERE, CONTRACTS]),
  count: z.int(),
  /** Of those, how many bring a new payout address. */
  newAddresses: z.int(),
});
type CountedEvents = z.output<typeof countedEvents>;

/** Splits new events into those that have room for an alert of their own, and others. */
export function withRoomFor(
  { alerts }: GuildAlerts,
  { condition }: Pick<AlertRule, 'condition'>,
  news: readonly PoolEvent[],
): { readonly own: readonly PoolEvent[]; readonly others: readonly PoolEvent[] } {
  // Each condition by itself, so that no list of contracts takes the room of where the money goes.
  const open = alerts.filter((each) => each.condition === condition && !isOver(each));
  let count = open.length;
  let length = open.reduce((sum, { facts }) => sum + lengthOf(facts), 0);
  const own: PoolEvent[] = [];
  const others: PoolEvent[] = [];
  // Where the money goes comes first, so that no number of others takes its place.
  const first = new Set(news.filter(bringsNewAddress));
  for (const event of [...first, ...news.filter((each) => !first.has(each))]) {
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

/** The alert in which events are counted now; undefined if another one is to begin. */
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
export function factsWith(
  alert: Alert | undefined,
  { condition }: Pick<AlertRule, 'condition'>,
  others: readonly PoolEvent[],
): CountedEvents {
  const before = alert === undefined ? null : countedIn(alert);
  const { count, newAddresses } = before ?? { count: 0, newAddresses: 0 };
  return {
    kind: condition === EXTERNAL_CHANGES ? ELSEWHERE : CONTRACTS,
    count: count + others.length,
    newAddresses: newAddresses + others.filter(bringsNewAddress).length,
  };
}

/** How many more the alert can count. */
export function roomIn(alert: Alert | undefined): number {
  const counted = alert === undefined ? null : countedIn(alert);
  return MAX_COUNTED - (counted?.count ?? 0);
}

function countedIn({ facts }: Alert): CountedEvents | null {
  const isCounted = isRecord(facts) && (facts['kind'] === ELSEWHERE || facts['kind'] === CONTRACTS);
  return isCounted ? countedEvents.parse(facts) : null;
}

function bringsNewAddress({ facts }: PoolEvent): boolean {
  const { data } = externalFinding.safeParse(facts);
  const [gravest] = data === undefined ? [] : changesIn(data);
  return gravest === 'new-address' || gravest === 'settings-new';
}

function lengthOf(facts: unknown): number {
  return JSON.stringify(facts ?? null).length;
}
