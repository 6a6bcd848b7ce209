import { part, type Part } from '../cards/failures.js';
import type { OpenWork } from '../cards/pool-state.js';
import { defaultScope, type NamedScope } from '../cards/scope.js';
import type { Guild, Guilds } from '../guilds/guilds.js';
import { PoolError } from '../pool/pool-error.js';
import type { DateRange, List, Pool, Read } from '../pool/pool.js';
import type {
  DerivativesBalances,
  Miner,
  PaymentSettings,
  RevenueRow,
  Summary,
} from '../pool/schemas.js';
import { lastFinishedDay, periodBefore, shift } from './due-times.js';
import type { Store } from '../store/store.js';
import type { Schedule, Section } from './schedule.js';
import { seriesOf, snapshotsBefore, type Snapshot } from './snapshots.js';

/** What a post is made of; null where its schedule leaves that out. */
export interface Collected {
  readonly schedule: Schedule;
  /** The local date of the post. */
  readonly date: string;
  readonly now: number;
  readonly isLate: boolean;
  readonly guild: Guild;
  readonly place: NamedScope;
  /** The days of the revenue. */
  readonly range: DateRange;
  readonly currencies: readonly CollectedCurrency[];
  /** Of the whole fleet, whatever it mines. */
  readonly miners: Part<List<Miner>> | null;
  readonly derivatives: readonly {
    readonly currency: string;
    readonly balances: Part<Read<DerivativesBalances>>;
  }[];
  readonly open: OpenWork;
}

export interface CollectedCurrency {
  readonly currency: string;
  readonly summary: Part<Read<Summary>>;
  readonly revenue: Part<List<RevenueRow>> | null;
  readonly payments: Part<List<PaymentSettings>> | null;
  /** What its figures are compared with, newest first. */
  readonly kept: readonly Snapshot[];
}

export interface Sources {
  readonly guilds: Pick<Guilds, 'find' | 'pool'>;
  readonly store: Store;
  readonly openWork: (guildId: string) => Promise<OpenWork>;
}

const CHART_DAYS = 30;

/** @throws UserError while no key is connected */
export async function collect(
  { guilds, store, openWork }: Sources,
  schedule: Schedule,
  moment: Pick<Collected, 'date' | 'now' | 'isLate'>,
): Promise<Collected> {
  const guild = await guilds.find(schedule.guildId);
  const pool = guilds.pool(guild);
  const place = defaultScope(guild.settings);
  const { scope } = place;
  const { date } = moment;
  const range = rangeOf(schedule, moment);
  const wants = (...some: readonly Section[]) =>
    some.some((section) => schedule.sections.includes(section));
  const since = guild.key?.connectedAt ?? 0;
  const readCurrency = async (currency: string): Promise<CollectedCurrency> => {
    const [summary, revenue, payments] = await Promise.all([
      part(pool.summary(currency, scope)),
      wants('revenue', 'chart') ? part(pool.revenue(currency, range, scope)) : null,
      wants('payments') ? part(pool.paymentSettings(currency, scope)) : null,
    ]);
    const refused = summary instanceof PoolError ? [] : summary.refused;
    const series = seriesOf(currency, scope, refused);
    const kept = await snapshotsBefore(store.db, guild.id, { series, date, since });
    return { currency, summary, revenue, payments, kept };
  };
  const readBalances = async (currency: string) => ({
    currency,
    balances: await part(pool.balances(currency)),
  });
  const [currencies, miners, derivatives, open] = await Promise.all([
    Promise.all(schedule.currencies.map(readCurrency)),
    wants('miners') ? minersOf(pool, place) : null,
    Promise.all(wants('derivatives') ? ['BTC', 'USD'].map(readBalances) : []),
    openWork(guild.id),
  ]);
  return { schedule, ...moment, guild, place, range, currencies, miners, derivatives, open };
}

function rangeOf({ every }: Schedule, { date, now }: Pick<Collected, 'date' | 'now'>): DateRange {
  const last = lastFinishedDay(date, now);
  if (every === 'day') return { start: shift(last, 1 - CHART_DAYS), end: last };
  const { before, end } = periodBefore(every, date);
  return { start: before.start, end: end < last ? end : last };
}

/** Miners name no subaccount, so of some subaccounts nothing can be said. */
function minersOf(pool: Pool, { scope }: NamedScope): Promise<Part<List<Miner>>> | null {
  if (scope === undefined) return part(pool.allMiners({}));
  return 'siteId' in scope ? part(pool.allMiners({ site_id: scope.siteId })) : null;
}
