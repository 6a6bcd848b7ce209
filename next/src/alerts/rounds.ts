import type { Logger } from 'pino';
import type { Clock } from '../clock.js';
import type { Guild, Guilds } from '../guilds/guilds.js';
import { PoolError } from '../pool/pool-error.js';
import type { Pool } from '../pool/pool.js';
import type { Store, Tx } from '../store/store.js';
import type { Alert, AlertEvent, ElsewhereEvent, Reading } from './alert.js';
import { CONDITION_SPECS } from './conditions.js';
import type { Elsewhere } from './elsewhere/elsewhere.js';
import { evaluate, inBursts, type Tell } from './evaluate.js';
import type { Finding, PoolRead } from './measure/watching.js';
import {
  deleteAlert,
  deleteOld,
  type InGuild,
  keepReading,
  readAlerts,
  readInGuild,
  readReadings,
  readRules,
  READINGS_KEPT_MS,
  readSilences,
  record,
  saveAlert,
  saveRule,
} from './rows.js';
import { channelOf, ELSEWHERE, POOL, type Rule, silenceOf } from './rule.js';
import { enqueueTells } from './tell.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const KEEP_EVERY_MS = 5 * MINUTE;
/** All reads of a server in a minute together. */
const MOST_REQUESTS = 3;

interface RoundParts {
  readonly store: Store;
  readonly guilds: Pick<Guilds, 'find' | 'pool' | 'connected'>;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'error'>;
  readonly elsewhere: Pick<Elsewhere, 'look'>;
}

/** When reads were asked and figures kept (ms), by name; nothing is lost where it is forgotten. */
type Memory = Map<string, number>;

interface Count {
  requests: number;
  failed: number;
  /** Because the key is refused (401). */
  refused: number;
}

/** What was read of a server, to be judged. */
interface Round {
  /** By the read's name; null: it failed. */
  readonly answers: ReadonlyMap<string, unknown>;
  readonly elsewhere: {
    /** Null: nothing could be read. */
    readonly events: readonly ElsewhereEvent[] | null;
    settle(tx: Tx): Promise<void>;
  };
  readonly count: Count;
  readonly gapMs: number;
  readonly memory: Memory;
}

/** One look at one server: reads first, then one transaction that judges and tells. */
async function watchGuild(parts: RoundParts, guildId: string, memory: Memory): Promise<void> {
  const { store, guilds, clock, log } = parts;
  const guild = await guilds.find(guildId);
  if (guild.key === null) return;
  const pool = guilds.pool(guild);
  const count: Count = { requests: 0, failed: 0, refused: 0 };
  const elsewhere = await lookElsewhere(parts, { guild, pool }, count);
  const wanted = readsOf(await readRules(store.db, guildId));
  const most = Math.max(1, MOST_REQUESTS - count.requests);
  const now = clock.now();
  const answers = new Map<string, unknown>();
  const asked = takeTurns(wanted, memory, now)
    .slice(0, most)
    .map(async (read) => {
      memory.set(read.name, now);
      const answer = await counted(count, read.ask(pool, now)).catch((error: unknown) => {
        if (!(error instanceof PoolError))
          log.error({ err: error, guild: guildId }, 'a rule was not read for');
        return null;
      });
      answers.set(read.name, answer);
    });
  await Promise.all(asked);
  // Where reads take turns, the readings of one rule are as many minutes apart.
  const gapMs = Math.max(4, wanted.length + 1) * MINUTE;
  await store.inGuild(guildId, async (tx) => {
    const inGuild = await readInGuild(tx, { guild: guildId, at: clock.now(), actor: 'pitboss' });
    // It says nothing of the workspace of another key.
    if (inGuild.row.keyVersion !== guild.keyVersion) return;
    await settle(inGuild, { answers, elsewhere, count, gapMs, memory });
  });
}

async function counted<Answer>(count: Count, read: Promise<Answer>): Promise<Answer> {
  count.requests += 1;
  try {
    return await read;
  } catch (error) {
    count.failed += 1;
    if (error instanceof PoolError && error.kind === 'key') count.refused += 1;
    throw error;
  }
}

async function lookElsewhere(
  { elsewhere, log }: RoundParts,
  { guild, pool }: { readonly guild: Guild; readonly pool: Pool },
  count: Count,
): Promise<Round['elsewhere']> {
  const countedPool: Pool = {
    ...pool,
    paymentSettings: (...asked) => counted(count, pool.paymentSettings(...asked)),
    subaccounts: (...asked) => counted(count, pool.subaccounts(...asked)),
  };
  try {
    const mainCurrency = guild.settings.currency;
    const look = await elsewhere.look({ guild, pool: countedPool, mainCurrency });
    const isBlind = count.requests > 0 && count.failed === count.requests;
    return { events: isBlind ? null : look.events, settle: (tx) => look.settle(tx) };
  } catch (error) {
    if (!(error instanceof PoolError))
      log.error({ err: error, guild: guild.id }, 'changes elsewhere were not looked for');
    return { events: null, settle: async () => {} };
  }
}

function readsOf(rules: readonly Rule[]): PoolRead<unknown>[] {
  const reads = rules.flatMap((rule) => readOf(rule) ?? []);
  return [...new Map(reads.map((read) => [read.name, read])).values()];
}

function readOf(rule: Rule): PoolRead<unknown> | null {
  return CONDITION_SPECS[rule.condition].watching?.read(rule) ?? null;
}

/** Those that are due, those that waited longest first. */
function takeTurns(
  wanted: readonly PoolRead<unknown>[],
  memory: Memory,
  now: number,
): PoolRead<unknown>[] {
  const last = ({ name }: PoolRead<unknown>) => memory.get(name) ?? 0;
  return wanted
    .filter((read) => now - last(read) >= (read.everyMinutes ?? 0) * MINUTE)
    .toSorted((one, other) => last(one) - last(other));
}

async function settle(inGuild: InGuild, round: Round): Promise<void> {
  const { tx, guildId, now, rules, row } = inGuild;
  const { elsewhere, count, gapMs } = round;
  const before = await readAlerts(tx, guildId);
  const silences = await readSilences(tx, guildId, now);
  const isRefused = count.requests > 0 && count.refused === count.requests;
  const tells: Tell[] = [];
  const after = new Map<string, Alert>();
  let isResting = false;
  // The pool's first: while it cannot be read the others rest.
  for (const rule of rules.toSorted((one) => (one.id === POOL ? -1 : 0))) {
    const alerts = before.filter((alert) => alert.rule === rule.id);
    const isSilenced = silenceOf(silences, rule.id, now) !== null;
    // Waiting does not mend a refused key.
    const isAtOnce = rule.id === POOL && isRefused;
    const moment = { now, gapMs, isSilenced, isResting, isAtOnce };
    const judged = evaluate({ rule, alerts }, await findingOf(inGuild, rule, round), moment);
    if (judged.rule !== rule) await saveRule(tx, judged.rule);
    for (const alert of judged.alerts) after.set(alert.id, alert);
    tells.push(...judged.tells);
    if (rule.id === POOL) isResting = judged.alerts.some(({ phase }) => phase === 'firing');
    if (rule.id === ELSEWHERE) await recordElsewhere(inGuild, judged.news);
  }
  const ruleOf = ({ rule: id }: Alert) => rules.find((rule) => rule.id === id) ?? null;
  const told = inBursts(tells, (alert) => channelOf(ruleOf(alert), row.settings));
  for (const alert of told.alerts) after.set(alert.id, alert);
  for (const alert of before) if (!after.has(alert.id)) await deleteAlert(tx, alert);
  for (const alert of after.values()) if (!before.includes(alert)) await saveAlert(tx, alert);
  await enqueueTells(inGuild, told.tells);
  await elsewhere.settle(tx);
}

async function findingOf(inGuild: InGuild, rule: Rule, round: Round): Promise<Finding> {
  if (rule.id === POOL) return { reading: poolReading(round.count, inGuild.now) };
  if (rule.id === ELSEWHERE) return { events: round.elsewhere.events };
  const { isEvent, watching, comparesWithDay } = CONDITION_SPECS[rule.condition];
  const answer = round.answers.get(readOf(rule)?.name ?? '');
  if (watching === null || answer === undefined) return {};
  if (answer === null) return isEvent ? { events: null } : { reading: null };
  const day = comparesWithDay
    ? await readReadings(inGuild.tx, rule, inGuild.now - READINGS_KEPT_MS)
    : [];
  const { known } = rule.note;
  const finding = watching.measure(rule, answer, { day, known });
  // Another process looked later.
  if (finding.known && known && finding.known.at <= known.at) return {};
  const isKept = inGuild.now - (round.memory.get(rule.id) ?? 0) < KEEP_EVERY_MS;
  if (finding.reading && !isKept) {
    round.memory.set(rule.id, inGuild.now);
    await keepReading(inGuild.tx, rule, finding.reading);
  }
  return finding;
}

function poolReading({ requests, failed }: Count, now: number): Reading | undefined {
  if (requests === 0) return undefined;
  return {
    at: now,
    verdict: failed === requests ? 'breached' : 'clear',
    value: String(failed),
    limit: String(requests),
    baseline: null,
    isAtLeast: false,
    miners: [],
  };
}

/** The trail has it, whatever is silenced. */
async function recordElsewhere(inGuild: InGuild, news: readonly AlertEvent[]): Promise<void> {
  for (const event of news) {
    if (event.kind !== 'elsewhere') continue;
    const line = `🚨 ${event.title} at the pool: ${event.what}`;
    await record(inGuild, { step: 'changed-elsewhere', details: event, line });
  }
}

/** How long one slow pool keeps the next second waiting. */
const PATIENCE_MS = SECOND;
/** Servers connected meanwhile are seen then. */
const LIST_FOR_MS = 15 * SECOND;

/** To be called every second by the leader: the servers whose second of the minute has come. */
export function createWatch(parts: RoundParts): () => Promise<void> {
  const { clock, store, log, guilds } = parts;
  const memories = new Map<string, Memory>();
  const underWay = new Set<string>();
  let list: { readonly at: number; readonly ids: readonly string[] } | null = null;
  let last = clock.now();
  let cleanedAt = 0;

  async function present(now: number): Promise<readonly string[]> {
    if (list !== null && now - list.at < LIST_FOR_MS) return list.ids;
    const ids = await guilds.connected();
    for (const id of memories.keys()) if (!ids.includes(id)) memories.delete(id);
    list = { at: now, ids };
    return ids;
  }

  async function round(guildId: string): Promise<void> {
    underWay.add(guildId);
    const memory = memories.get(guildId) ?? new Map();
    memories.set(guildId, memory);
    try {
      await watchGuild(parts, guildId, memory);
    } catch (error) {
      log.error({ err: error, guild: guildId }, 'a server was not watched');
    } finally {
      underWay.delete(guildId);
    }
  }

  return async () => {
    const now = clock.now();
    const ids = await present(now);
    // Another process did it until now: each server's second is still to come.
    if (now - last > MINUTE) last = now - SECOND;
    const due = ids.filter((id) => minuteOf(id, now) !== minuteOf(id, last) && !underWay.has(id));
    last = now;
    const patience = new AbortController();
    const rounds = Promise.all(due.map(round));
    if (due.length > 0) await Promise.race([rounds, clock.sleep(PATIENCE_MS, patience.signal)]);
    patience.abort();
    if (now - cleanedAt < HOUR) return;
    cleanedAt = now;
    await deleteOld(store.db, now);
  };
}

/** Each server's minutes begin at a second of its own, so that the work is spread. */
function minuteOf(guildId: string, now: number): number {
  let slot = 0;
  for (const digit of guildId) slot = (slot * 31 + digit.charCodeAt(0)) % 60;
  return Math.floor((now - slot * SECOND) / MINUTE);
}
