import { z } from 'zod';
import type { Alert } from '../domain/alerts/alert.js';
import {
  HISTORY_DAYS,
  pastAlert,
  type PastAlerts,
  type PastAlert,
} from '../domain/alerts/past-alert.js';
import type { AlertRule } from '../domain/alerts/rule.js';
import type { Clock } from '../domain/time/clock.js';
import type { Store } from '../store/store.js';
import { openSharedRows } from '../store/rows.js';
import { DAY_MS } from '../domain/time/units.js';

const monthOfAlerts = z.object({
  /** `YYYY-MM` */
  month: z.string(),
  alerts: z.array(pastAlert),
  /** How many older ones were dropped for newer ones. */
  dropped: z.number().default(0),
});
type MonthOfAlerts = z.output<typeof monthOfAlerts>;

const SPACE = 'alert-history';
/** As many months as 400 days can touch. A month's entry replaces the one of 15 months before. */
const MONTHS = 15;
/** Per month, so at most some 5,000 for a server. */
const MAX_IN_MONTH = 350;
/** Size limit of an event's facts; the rest is left out. */
const MAX_FACTS = 2_000;

interface HistoryParts {
  readonly store: Pick<Store, 'namespace' | 'compareAndSet'>;
  readonly clock: Clock;
}

/** Each guild's past alerts, one entry per month in which they ended. */
export function createAlertHistory({ store, clock }: HistoryParts) {
  const rows = openSharedRows(store, { space: SPACE, schema: monthOfAlerts });

  async function monthAt(guildId: string, month: string): Promise<MonthOfAlerts> {
    return asOf(await rows.find(keyOf(guildId, month)), month);
  }

  async function recent(guildId: string, days: number): Promise<PastAlerts> {
    const now = clock.now();
    const from = now - Math.min(days, HISTORY_DAYS) * DAY_MS;
    const months = await Promise.all(
      monthsBetween(from, now + DAY_MS).map((month) => monthAt(guildId, month)),
    );
    return {
      alerts: months
        .flatMap(({ alerts }) => alerts)
        .filter(({ endedAt }) => endedAt >= from)
        .toSorted((one, other) => other.endedAt - one.endedAt),
      dropped: months.reduce((sum, { dropped }) => sum + dropped, 0),
    };
  }

  return {
    /** Skips those that are kept already, by their ids. */
    async add(
      guildId: string,
      over: readonly Alert[],
      ruleOf: (alert: Alert) => AlertRule | undefined = () => undefined,
    ): Promise<void> {
      const all = over.map((each) => pastOf(each, ruleOf(each)));
      for (const month of new Set(all.map(({ endedAt }) => monthOf(endedAt)))) {
        const its = all.filter(({ endedAt }) => monthOf(endedAt) === month);
        await rows.replace(keyOf(guildId, month), (stored) => withAlerts(asOf(stored, month), its));
      }
    },
    /** Those that ended in the last `days`, at most 400. */
    recent,
    /** Whether anything is stored of a guild. */
    async has(guildId: string): Promise<boolean> {
      for (const key of keysOf(guildId)) if ((await rows.get(key)) !== undefined) return true;
      return false;
    },
    async forget(guildId: string): Promise<void> {
      for (const key of keysOf(guildId)) await rows.delete(key);
    },
  };
}

/** Null if all are kept already. */
function withAlerts(now: MonthOfAlerts, added: readonly PastAlert[]): MonthOfAlerts | null {
  const ids = new Set(now.alerts.map(({ id }) => id));
  const news = added.filter(({ id }) => !ids.has(id));
  if (news.length === 0) return null;
  const all = [...now.alerts, ...news].toSorted((one, other) => one.endedAt - other.endedAt);
  const tooMany = Math.max(0, all.length - MAX_IN_MONTH);
  return { ...now, alerts: all.slice(tooMany), dropped: now.dropped + tooMany };
}

/** The entry may be 15 months old; one that is damaged, or another version's, counts as missing. */
function asOf(stored: MonthOfAlerts | undefined, month: string): MonthOfAlerts {
  return stored?.month === month ? stored : { month, alerts: [], dropped: 0 };
}

function pastOf(over: Alert, its: AlertRule | undefined): PastAlert {
  const { facts, endedAt = over.readAt, ...rest } = over;
  const isShort = facts !== undefined && JSON.stringify(facts).length <= MAX_FACTS;
  // The schema drops the rest.
  return pastAlert.parse({
    ...rest,
    endedAt,
    ...(isShort ? { facts } : {}),
    ...(its === undefined ? {} : { rule: its }),
  });
}

function monthOf(at: number): string {
  return new Date(at).toISOString().slice(0, 7);
}

function keysOf(guildId: string): string[] {
  return Array.from({ length: MONTHS }, (_, slot) => `${guildId}:${slot}`);
}

function keyOf(guildId: string, month: string): string {
  const [year = '0', number = '0'] = month.split('-');
  return `${guildId}:${(Number(year) * 12 + Number(number)) % MONTHS}`;
}

function monthsBetween(from: number, to: number): string[] {
  const months = new Set<string>();
  for (let at = from; at <= to; at += DAY_MS) months.add(monthOf(at));
  return [...months.add(monthOf(to))];
}
