import type { DerivativesCurrency, PoolCurrency } from '../../domain/pool/currencies.js';
import type { DateRange, Read } from '../../pool-api/client.js';
import type { ListNotes } from '../../pool-api/lists/walk-pages.js';
import type {
  DerivativesBalances,
  PaymentSettings,
  RevenueReport,
  Summary,
} from '../../pool-api/resources.js';
import type { DayOfAlerts } from '../../domain/alerts/day-of-alerts.js';
import type { Section } from '../../domain/daily/schedule.js';
import type { Result } from '../../domain/errors/result.js';
import type { Picture } from '../charts/render/picture.js';
import type { SummariesBySite, FailingCount } from '../pool/summary/by-site.js';
import type { WaitingChanges } from '../pool/summary/waiting-changes-lines.js';
import type { EarlierFigures } from '../../domain/daily/snapshot.js';
import type { NamedScope } from '../../domain/guild/default-scope.js';

/** The contents of a daily post. */
export interface DailyPostModel {
  /** The local date that the post is for. */
  readonly date: string;
  readonly sections: readonly Section[];
  readonly gathered: PostData;
  readonly scope: NamedScope;
  /** By currency; absent if there is no summary to compare. */
  readonly earlier: ReadonlyMap<string, EarlierFigures>;
  /** By currency; a failure is ours, not the pool's. */
  readonly charts: ReadonlyMap<string, Result<Picture>>;
  /** When it was due, if it is so late that the post says so. */
  readonly lateSince: number | null;
  readonly changes?: Result<WaitingChanges>;
  /** For the last 24 hours. */
  readonly alerts?: Result<DayOfAlerts>;
  readonly customId: (what: DailyDetail, currency: string) => string;
}

type DailyDetail = 'summary' | 'revenue' | 'payments' | 'miners' | 'parts';

/** Each part succeeds or fails alone; null if not wanted. */
export interface PostData {
  readonly currencies: readonly CurrencyParts[];
  readonly miners: Result<FleetCount> | null;
  readonly derivatives:
    | readonly {
        readonly currency: DerivativesCurrency;
        readonly outcome: Result<Read<DerivativesBalances>>;
      }[]
    | null;
  /** 30 finished pool days; the last is the pool's yesterday. */
  readonly range: DateRange;
}

export interface CurrencyParts {
  readonly currency: PoolCurrency;
  readonly summary: Result<Read<Summary>> | null;
  readonly revenue: Result<Read<RevenueReport>> | null;
  readonly payments: Result<PaymentAttention> | null;
  /** Null if there is only one site, or none known. */
  readonly bySite?: SummariesBySite | null;
}

export interface PaymentAttention extends ListNotes {
  /** The first few; the count covers all. */
  readonly awaiting: readonly PaymentSettings[];
  readonly awaitingCount: number;
  readonly frozen: readonly PaymentSettings[];
  readonly frozenCount: number;
}

/** Miners by the pool's own words; null if it gave none. */
export interface FleetCount extends ListNotes {
  readonly total: number;
  readonly hashing: ReadonlyMap<string | null, number>;
  readonly health: ReadonlyMap<string | null, number>;
  readonly failing: FailingCount;
}
