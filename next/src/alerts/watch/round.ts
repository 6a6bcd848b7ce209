import type { Logger } from 'pino';
import { utcDay } from '../../cards/kit/times.js';
import type { Clock } from '../../clock.js';
import type { Guild, Guilds } from '../../guilds/guilds.js';
import { PoolError } from '../../pool/pool-error.js';
import type { List, Pool, Read } from '../../pool/pool.js';
import type { PaymentSettings, RevenueRow, Summary } from '../../pool/schemas.js';
import type { Store, Tx } from '../../store/store.js';
import type { ElsewhereEvent } from '../alert.js';
import type { TellAll } from '../engine.js';
import { fallenBalances } from '../measure/payments.js';
import { revenueDay } from '../measure/revenue.js';
import { summaryFigures } from '../measure/summary.js';
import { readLast } from '../readings.js';
import { readRules } from '../rows.js';
import type { Rule } from '../rule.js';
import { countedPool, newCount } from './counted-pool.js';
import type { Answered } from './findings.js';
import { ask, nameOf, readOf, wantedReads, type Answer, type WantedRead } from './reads.js';
import { settleRound, type LookedElsewhere } from './settle.js';
import { isKeptNow, MOST_REQUESTS, takeTurns, usualGap, type Memory } from './turns.js';

const SITE_NAMES_MS = 3_600_000;

/** What was changed at the pool and not through Pitboss. */
export interface Elsewhere {
  look(at: { readonly guild: Guild; readonly pool: Pool; readonly mainCurrency: string }): Promise<{
    readonly events: readonly ElsewhereEvent[];
    settle(tx: Tx): Promise<void>;
  }>;
}

export interface RoundParts {
  readonly store: Store;
  readonly guilds: Pick<Guilds, 'find' | 'pool'>;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'error'>;
  readonly elsewhere: Elsewhere;
  readonly tell: TellAll;
}

/** One look at one server: reads first, then one transaction that judges and tells. */
export async function watchGuild(
  parts: RoundParts,
  guildId: string,
  memory: Memory,
): Promise<void> {
  const { store, guilds, clock } = parts;
  const guild = await guilds.find(guildId);
  if (guild.key === null) return;
  const { keyVersion } = guild;
  const { currency } = guild.settings;
  const rules = await readRules(store.db, guildId);
  const wanted = wantedReads(rules, currency);
  const count = newCount();
  const pool = countedPool(guilds.pool(guild), count);
  const elsewhere = await lookElsewhere(parts, { guild, pool, mainCurrency: currency });
  const most = Math.max(1, MOST_REQUESTS - count.requests);
  const turns = takeTurns(wanted, memory, { now: clock.now(), most });
  const asking = { ...parts, pool, guildId, memory, rules, currency };
  const answers = await Promise.all(turns.map((read) => answered(asking, read)));
  await store.inGuild(guildId, (tx) => {
    const gapMs = usualGap(wanted);
    const round = { guildId, keyVersion, currency, answers, elsewhere, count, gapMs };
    return settleRound(tx, { ...round, now: clock.now() }, parts.tell);
  });
}

async function lookElsewhere(
  { elsewhere, log }: RoundParts,
  at: Parameters<Elsewhere['look']>[0],
): Promise<LookedElsewhere> {
  const count = newCount();
  try {
    const look = await elsewhere.look({ ...at, pool: countedPool(at.pool, count) });
    const isBlind = count.requests > 0 && count.failed === count.requests;
    return { events: isBlind ? null : look.events, settle: (tx) => look.settle(tx) };
  } catch (error) {
    if (!(error instanceof PoolError))
      log.error({ err: error, guild: at.guild.id }, 'changes elsewhere were not looked for');
    return { events: null, settle: async () => {} };
  }
}

interface Asking extends RoundParts {
  readonly pool: Pool;
  readonly guildId: string;
  readonly memory: Memory;
  readonly rules: readonly Rule[];
  readonly currency: string;
}

async function answered(asking: Asking, read: WantedRead): Promise<Omit<Answered, 'rules'>> {
  const { clock, memory, pool, log, guildId: guild } = asking;
  const name = nameOf(read);
  const now = clock.now();
  const answer = await ask(pool, read, now).catch((error: unknown) => {
    if (!(error instanceof PoolError)) log.error({ err: error, guild }, 'a rule was not read for');
    return null;
  });
  if (answer?.kind === 'revenue') noteRevenue(memory, name, answer.list);
  return {
    read,
    answer,
    currency: 'currency' in read ? read.currency : asking.currency,
    settings:
      answer?.kind === 'summary' ? await settingsAfterFall(asking, read, answer.read) : null,
    siteNames: answer?.kind === 'miners' ? await siteNames(asking, read, answer) : new Map(),
    isKept: answer !== null && isKeptNow(memory, name, now),
  };
}

/** Once yesterday's is there, it is not read again today. */
function noteRevenue({ revenueOf }: Memory, name: string, { rows, readAt }: List<RevenueRow>) {
  const day = revenueDay(readAt);
  if (day !== null && rows.some(({ date_time: date }) => utcDay(date) === day))
    revenueOf.set(name, day);
}

/** For the addresses that are set when a balance falls. */
async function settingsAfterFall(
  { store, guildId, rules, currency, pool }: Asking,
  read: WantedRead,
  answer: Read<Summary>,
): Promise<List<PaymentSettings> | null> {
  const name = nameOf(read);
  const isPayout = rules.some((rule) => {
    const own = readOf(rule, currency);
    return rule.condition === 'payout' && own !== null && nameOf(own) === name;
  });
  if (!isPayout || read.kind !== 'summary' || answer.refused.length > 0) return null;
  const now = { at: answer.readAt, figures: summaryFigures(answer) };
  const fallen = fallenBalances(now, await readLast(store.db, guildId, name));
  if (fallen.length === 0) return null;
  return pool.paymentSettings(read.currency, read.scope).catch(() => null);
}

/** For words alone, where a rule may fire: without them the sites' ids stand there. */
async function siteNames(
  { pool, memory, clock }: Asking,
  read: WantedRead,
  { count }: Answer & { kind: 'miners' },
): Promise<ReadonlyMap<string, string>> {
  const known = memory.siteNames;
  const isNeeded = read.kind === 'miners' && count.miners.length >= read.upTo;
  if (known !== null && (!isNeeded || clock.now() - known.at < SITE_NAMES_MS)) return known.names;
  if (!isNeeded) return new Map();
  const sites = await pool.sites().catch(() => []);
  const names = new Map(sites.map(({ id, name }) => [id, name]));
  memory.siteNames = { at: clock.now(), names };
  return names;
}
