import { namedPart, part } from '../cards/failures.js';
import type { OpenWork } from '../cards/pool-health.js';
import { defaultScope, minerFilterOf } from '../cards/sites-and-subaccounts.js';
import { shift } from '../days.js';
import type { Services } from '../guilds/guilds.js';
import { PoolError } from '../pool/pool-error.js';
import type { DateRange } from '../pool/pool.js';
import { lastFinishedDay, periodBefore } from './due-times.js';
import type { ScheduleDraft, Section } from './schedule.js';
import { snapshotsBefore } from './snapshots.js';

/** When a post is made: its local date, and whether it is late. */
interface PostMoment {
  readonly date: string;
  readonly now: number;
  readonly isLate: boolean;
}

export interface PostingParts extends Services {
  readonly openWork: (guildId: string) => Promise<OpenWork>;
}

const CHART_DAYS = 30;

export type Collected = Awaited<ReturnType<typeof collect>>;
export type CollectedCurrency = Collected['currencies'][number];

/**
 * What a post is made of; null for what its schedule leaves out. Miners cover the whole fleet,
 * whatever it mines. @throws UserError while no key is connected
 */
export async function collect(
  { guilds, store, openWork }: PostingParts,
  schedule: ScheduleDraft & { readonly guildId: string },
  moment: PostMoment,
) {
  const guild = await guilds.find(schedule.guildId);
  const pool = guilds.pool(guild);
  const place = defaultScope(guild.settings);
  const { scope } = place;
  const { date } = moment;
  const range = rangeOf(schedule, moment);
  const wants = (...some: readonly Section[]) =>
    some.some((section) => schedule.sections.includes(section));
  const readCurrency = async (currency: string) => {
    const [summary, revenue, payments] = await Promise.all([
      part(pool.summary(currency, scope)),
      wants('revenue', 'chart') ? part(pool.revenue(currency, range, scope)) : null,
      wants('payments') ? part(pool.paymentSettings(currency, scope)) : null,
    ]);
    const refused = summary instanceof PoolError ? [] : summary.refused;
    const kept = await snapshotsBefore(store, guild, { currency, scope, refused, date });
    return { currency, summary, revenue, payments, kept };
  };
  const filter = wants('miners') ? minerFilterOf(place) : null;
  const readBalances = (currency: string) => namedPart(currency, pool.balances(currency));
  const [currencies, miners, derivatives, open] = await Promise.all([
    Promise.all(schedule.currencies.map(readCurrency)),
    filter && part(pool.allMiners(filter)),
    Promise.all(wants('derivatives') ? ['BTC', 'USD'].map(readBalances) : []),
    openWork(guild.id),
  ]);
  return { schedule, ...moment, guild, place, range, currencies, miners, derivatives, open };
}

function rangeOf({ every }: ScheduleDraft, { date, now }: PostMoment): DateRange {
  const last = lastFinishedDay(date, now);
  if (every === 'day') return { start: shift(last, 1 - CHART_DAYS), end: last };
  const { before, end } = periodBefore(every, date);
  return { start: before.start, end: end < last ? end : last };
}
