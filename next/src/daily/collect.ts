import { part, type Part } from '../cards/failures.js';
import { escape, listed } from '../cards/kit/text.js';
import type { Guild, Guilds } from '../guilds/guilds.js';
import type { GuildSettings } from '../guilds/settings.js';
import { PoolError } from '../pool/pool-error.js';
import type { DateRange, List, Pool, Read, Scope } from '../pool/pool.js';
import type {
  DerivativesBalances,
  Miner,
  PaymentSettings,
  RevenueRow,
  Summary,
} from '../pool/schemas.js';
import { lastFinishedDay, periodBefore, shift } from './due-times.js';
import type { Schedule, Section } from './schedule.js';

/** What a post is made of; null where its schedule leaves that out. */
export interface Collected {
  readonly guild: Guild;
  readonly scope: Scope | undefined;
  /** Continues a title: ` · North Ridge`, or empty. */
  readonly scopeTitle: string;
  /** The days of the revenue. */
  readonly range: DateRange;
  readonly currencies: readonly CollectedCurrency[];
  /** Of the whole fleet, whatever it mines. */
  readonly miners: Part<List<Miner>> | null;
  readonly derivatives: readonly {
    readonly currency: string;
    readonly balances: Part<Read<DerivativesBalances>>;
  }[];
}

export interface CollectedCurrency {
  readonly currency: string;
  readonly summary: Part<Read<Summary>>;
  readonly revenue: Part<List<RevenueRow>> | null;
  readonly payments: Part<List<PaymentSettings>> | null;
}

export interface Moment {
  /** The local date of the post. */
  readonly date: string;
  readonly now: number;
}

const CHART_DAYS = 30;

/** @throws UserError while no key is connected */
export async function collect(
  guilds: Guilds,
  schedule: Schedule,
  moment: Moment,
): Promise<Collected> {
  const guild = await guilds.find(schedule.guildId);
  const pool = guilds.pool(guild);
  const { scope, title } = defaultScope(guild.settings);
  const range = rangeOf(schedule, moment);
  const wants = (...some: readonly Section[]) =>
    some.some((section) => schedule.sections.includes(section));
  const [currencies, miners, derivatives] = await Promise.all([
    Promise.all(
      schedule.currencies.map(async (currency) => {
        const [summary, revenue, payments] = await Promise.all([
          part(pool.summary(currency, scope)),
          wants('revenue', 'chart') ? part(pool.revenue(currency, range, scope)) : null,
          wants('payments') ? part(pool.paymentSettings(currency, scope)) : null,
        ]);
        return { currency, summary, revenue, payments };
      }),
    ),
    wants('miners') ? minersOf(pool, scope) : null,
    wants('derivatives') ? balancesOf(pool) : [],
  ]);
  return { guild, scope, scopeTitle: title, range, currencies, miners, derivatives };
}

/** Whether nothing at all could be read, and waiting may help. */
export function isPoolSilent({ currencies }: Collected): boolean {
  return currencies.every(
    ({ summary }) =>
      summary instanceof PoolError &&
      ['unreachable', 'busy', 'failed', 'foreign'].includes(summary.kind),
  );
}

/** The server's default. */
function defaultScope({ site, subaccounts }: GuildSettings): {
  readonly scope: Scope | undefined;
  readonly title: string;
} {
  if (site !== null) return { scope: { siteId: site.id }, title: ` · ${escape(site.name, 40)}` };
  if (subaccounts.length === 0) return { scope: undefined, title: '' };
  const names = subaccounts.map((name) => escape(name, 40));
  return { scope: { subaccounts }, title: ` · ${listed(names, 2)}` };
}

function rangeOf({ every }: Schedule, { date, now }: Moment): DateRange {
  const last = lastFinishedDay(date, now);
  if (every === 'day') return { start: shift(last, 1 - CHART_DAYS), end: last };
  const { before, end } = periodBefore(every, date);
  return { start: before.start, end: end < last ? end : last };
}

/** Miners name no subaccount, so of some subaccounts nothing can be said. */
function minersOf(pool: Pool, scope: Scope | undefined): Promise<Part<List<Miner>>> | null {
  if (scope === undefined) return part(pool.allMiners({}));
  return 'siteId' in scope ? part(pool.allMiners({ site_id: scope.siteId })) : null;
}

function balancesOf(pool: Pool): Promise<Collected['derivatives']> {
  return Promise.all(
    ['BTC', 'USD'].map(async (currency) => ({
      currency,
      balances: await part(pool.balances(currency)),
    })),
  );
}
