import type { Logger } from 'pino';
import { inFours } from '../cards/addresses.js';
import { part } from '../cards/failures.js';
import { code } from '../cards/kit/text.js';
import { HOUR, MINUTE, SECOND, type Clock } from '../clock.js';
import type { Guilds } from '../guilds/guilds.js';
import { inGuild, record } from '../guilds/in-guild.js';
import { PoolError } from '../pool/pool-error.js';
import type { Store, Tx } from '../store/store.js';
import { eventAlertId, type Alert, type AlertEvent, type Reading } from './alert.js';
import { CONDITION_SPECS } from './conditions.js';
import type { Elsewhere } from './elsewhere/elsewhere.js';
import { evaluate, type Tell } from './evaluate.js';
import type { Finding, PoolRead } from './measure/watching.js';
import {
  deleteOld,
  readFigures,
  readRules,
  storedAlerts,
  storedFigures,
  storedRules,
  withAlerts,
  type AlertsInGuild,
} from './rows.js';
import { ELSEWHERE, POOL, type Rule, silenceOf } from './rule.js';
import { enqueueTells } from './tell.js';

/** How often a rule's figure is kept, and for how long: some hours more than rules compare with. */
const KEEP_EVERY_MS = 5 * MINUTE;
const FIGURES_KEPT_MS = 26 * HOUR;
/** For all reads of a server in a minute. */
const MOST_REQUESTS = 3;

export interface RoundParts {
  readonly store: Store;
  readonly guilds: Pick<Guilds, 'find' | 'pool' | 'connected'>;
  readonly elsewhere: Pick<Elsewhere, 'look'>;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'error'>;
}

/** When reads were made (ms), by name; losing it does no harm. */
type Memory = Map<string, number>;

/** What was read for a server, to be judged. */
interface Round {
  /** By the read's name. */
  readonly answers: ReadonlyMap<string, unknown>;
  readonly elsewhere: Awaited<ReturnType<Elsewhere['look']>>;
  readonly gapMs: number;
}

/** One look at one server: reads first, then one transaction that judges and tells. */
async function watchGuild(parts: RoundParts, guildId: string, memory: Memory): Promise<void> {
  const { store, guilds, clock, elsewhere } = parts;
  const guild = await guilds.find(guildId);
  if (guild.key === null) return;
  const pool = guilds.pool(guild);
  const mainCurrency = guild.settings.currency;
  const look = await elsewhere.look({ guild, pool, mainCurrency });
  const now = clock.now();
  const reads = (await readRules(store.db, guildId)).flatMap((rule) => readOf(rule) ?? []);
  const wanted = [...new Map(reads.map((read) => [read.name, read])).values()];
  const last = ({ name }: PoolRead<unknown>) => memory.get(name) ?? 0;
  // The reads that waited longest first.
  const asked = wanted
    .filter((read) => now - last(read) >= (read.everyMinutes ?? 0) * MINUTE)
    .toSorted((one, other) => last(one) - last(other))
    .slice(0, Math.max(1, MOST_REQUESTS - look.answers.length))
    .map(async (read) => {
      memory.set(read.name, now);
      return [read.name, await part(read.ask(pool, now))] as const;
    });
  const answers = new Map(await Promise.all(asked));
  // Where reads take turns, the readings of one rule are that many minutes apart.
  const gapMs = Math.max(4, wanted.length + 1) * MINUTE;
  await inGuild(parts, guildId, async (inside) => {
    // It says nothing about the workspace of another key.
    if (inside.keyVersion !== guild.keyVersion) return;
    const server = await withAlerts(inside.tx, inside);
    await settle(server, { answers, elsewhere: look, gapMs });
    await look.settle(inside.tx);
  });
}

function readOf(rule: Rule): PoolRead<unknown> | null {
  return CONDITION_SPECS[rule.condition].watching?.read(rule) ?? null;
}

const poolFirst = (one: Rule, other: Rule) => Number(other.id === POOL) - Number(one.id === POOL);

async function settle(server: AlertsInGuild, round: Round): Promise<void> {
  const { tx, now, alerts: before, silences } = server;
  const requests = [...round.answers.values(), ...round.elsewhere.answers];
  const isRefused = requests.every((each) => each instanceof PoolError && each.kind === 'key');
  const tells: Tell[] = [];
  const rules: Rule[] = [];
  const alerts: Alert[] = [];
  let isResting = false;
  // The pool's rule first: while the pool cannot be read the others rest.
  for (const rule of server.rules.toSorted(poolFirst)) {
    const moment = {
      now,
      isSilenced: silenceOf(silences, rule.id, now) !== null,
      isResting,
      gapMs: round.gapMs,
      // Waiting does not fix a refused key.
      isAtOnce: rule.id === POOL && isRefused,
    };
    const own = before.filter((alert) => alert.rule === rule.id);
    const finding =
      rule.id === POOL
        ? { reading: poolReading(requests, now) }
        : await findingOf(server, rule, round);
    const news = await newsOf(tx, rule, finding);
    const judged = evaluate({ rule, alerts: own }, { ...finding, events: news }, moment);
    rules.push(judged.rule);
    alerts.push(...judged.alerts);
    tells.push(...judged.tells);
    if (judged.rule !== rule) await storedRules.save(tx, judged.rule);
    if (rule.id === POOL) isResting = judged.alerts.some(({ phase }) => phase === 'firing');
    if (rule.id === ELSEWHERE) for (const event of news ?? []) await recordElsewhere(server, event);
  }
  for (const alert of before)
    if (!alerts.some(({ id }) => id === alert.id)) await storedAlerts.remove(tx, alert);
  for (const alert of alerts) if (!before.includes(alert)) await storedAlerts.save(tx, alert);
  await enqueueTells({ ...server, rules, alerts }, tells);
}

/** Events are told once: those with an alert are not news. */
async function newsOf(tx: Tx, rule: Rule, { events }: Finding): Promise<Finding['events']> {
  const news: AlertEvent[] = [];
  for (const event of events ?? []) {
    const alert = { guildId: rule.guildId, id: eventAlertId(rule, event) };
    if ((await storedAlerts.find(tx, alert)) === null) news.push(event);
  }
  return events && news;
}

/** The trail has it, whatever is silenced. */
async function recordElsewhere(server: AlertsInGuild, event: AlertEvent): Promise<void> {
  const addresses = (event.added ?? []).map((each) => `🆕 ${code(inFours(each), 700)}`);
  const lines = [`🚨 ${event.title} at the pool: ${event.what}`, ...addresses];
  const step = { actor: 'pitboss', step: 'changed-elsewhere', details: event };
  await record(server, step, lines.join('\n'));
}

function poolReading(requests: readonly unknown[], now: number): Reading {
  const failed = requests.filter((each) => each instanceof PoolError);
  return {
    at: now,
    verdict: failed.length === requests.length ? 'breached' : 'clear',
    value: String(failed.length),
    limit: String(requests.length),
  };
}

async function findingOf(
  { tx, guildId }: AlertsInGuild,
  rule: Rule,
  { elsewhere, answers }: Round,
): Promise<Finding> {
  if (rule.id === ELSEWHERE) return { events: elsewhere.events };
  const { isEvent, watching } = CONDITION_SPECS[rule.condition];
  const answer = answers.get(readOf(rule)?.name ?? '');
  if (watching === undefined || answer === undefined) return {};
  if (answer instanceof PoolError) return isEvent ? { events: null } : { reading: null };
  const day = await readFigures(tx, rule);
  const finding = watching.measure(rule, answer, { day, known: rule.note.known });
  if (finding.reading) {
    const { at, value } = finding.reading;
    const figures = [...day.filter((kept) => kept.at >= at - FIGURES_KEPT_MS), { at, value }];
    const isDue = at - (day.at(-1)?.at ?? 0) >= KEEP_EVERY_MS;
    if (isDue) await storedFigures.save(tx, { guildId, rule: rule.id, figures });
  }
  return finding;
}

/** How long a slow pool may delay the next second's servers. */
const PATIENCE_MS = SECOND;

/** Watches the servers whose second of the minute has come; the leader calls it every second. */
export function createWatch(parts: RoundParts): () => Promise<void> {
  const { clock, store, log, guilds } = parts;
  const memories = new Map<string, Memory>();
  const underWay = new Set<string>();
  let last = clock.now();
  let cleanedAt = 0;

  async function round(guildId: string): Promise<void> {
    underWay.add(guildId);
    const memory: Memory = memories.get(guildId) ?? new Map();
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
    // Another process did this until now: each server's second is still to come.
    if (now - last > MINUTE) last = now - SECOND;
    const due = (await guilds.connected()).filter(
      (id) => minuteOf(id, now) !== minuteOf(id, last) && !underWay.has(id),
    );
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
