import { inFours } from '../cards/addresses.js';
import { part } from '../cards/failures.js';
import { DAY, HOUR, MINUTE, SECOND, waitAtMost } from '../clock.js';
import type { Services } from '../guilds/guilds.js';
import { inGuild, record } from '../guilds/transaction.js';
import { PoolError } from '../pool/pool-error.js';
import { code } from '../text.js';
import { newAlert, readRules, stored, withAlerts } from './alert.js';
import type { Alert, AlertEvent, AlertsInGuild } from './alert.js';
import { CONDITION_SPECS, readOf } from './conditions.js';
import type { Elsewhere } from './changed-elsewhere/look.js';
import { evaluate, type Tell } from './evaluate.js';
import type { Finding, PoolRead } from './measure/compare.js';
import { ELSEWHERE, isBuiltIn, POOL, type Rule, silenceOf } from './rule.js';
import { enqueueTells } from './enqueue.js';

/** How often a rule's figure is kept, and for how long: some hours more than rules compare with. */
const KEEP_EVERY_MS = 5 * MINUTE;
const FIGURES_KEPT_MS = 26 * HOUR;
const PAST_KEPT_MS = 400 * DAY;
/** For all reads of a server in a minute. */
const MOST_REQUESTS = 3;

export interface RoundParts extends Services {
  readonly elsewhere: Pick<Elsewhere, 'look'>;
}

/** What was read for a server, to be judged. */
interface Look {
  /** By the read's name. */
  readonly answers: ReadonlyMap<string, unknown>;
  /** What came of each request, also of those for changes elsewhere. */
  readonly requests: readonly unknown[];
  readonly elsewhere: readonly AlertEvent[] | null;
  readonly gapMs: number;
}

/** One look at one server: reads first, then one transaction that judges and tells. */
async function watchGuild(
  parts: RoundParts,
  guildId: string,
  readAt: Map<string, number>,
): Promise<void> {
  const { store, guilds, clock, elsewhere } = parts;
  const guild = await guilds.find(guildId);
  if (guild.key === null) return;
  const pool = guilds.pool(guild);
  const look = await elsewhere.look(guild, pool);
  const now = clock.now();
  const reads = (await readRules(store.db, guildId)).flatMap((rule) => readOf(rule) ?? []);
  const wanted = [...new Map(reads.map((read) => [read.name, read])).values()];
  const keyOf = ({ name }: PoolRead<unknown>) => `${guildId}:${name}`;
  const last = (read: PoolRead<unknown>) => readAt.get(keyOf(read)) ?? 0;
  // The reads that waited longest first.
  const asked = wanted
    .filter((read) => now - last(read) >= (read.everyMinutes ?? 0) * MINUTE)
    .toSorted((one, other) => last(one) - last(other))
    .slice(0, Math.max(1, MOST_REQUESTS - look.answers.length))
    .map(async (read) => {
      readAt.set(keyOf(read), now);
      return [read.name, await part(read.ask(pool, now))] as const;
    });
  const answers = new Map(await Promise.all(asked));
  const requests = [...answers.values(), ...look.answers];
  // Where reads take turns, the readings of one rule are that many minutes apart.
  const gapMs = Math.max(4, wanted.length + 1) * MINUTE;
  await inGuild(parts, guildId, async (inside) => {
    // It says nothing about the workspace of another key.
    if (inside.keyVersion !== guild.keyVersion) return;
    const server = await withAlerts(inside.tx, inside);
    await settle(server, { answers, requests, elsewhere: look.events, gapMs });
    await look.settle(inside.tx);
  });
}

const poolFirst = (one: Rule, other: Rule) => Number(other.id === POOL) - Number(one.id === POOL);

async function settle(server: AlertsInGuild, look: Look): Promise<void> {
  const { tx, now, alerts: before } = server;
  const { requests, gapMs } = look;
  const isRefused = requests.every((each) => each instanceof PoolError && each.kind === 'key');
  const tells: Tell[] = [];
  const rules: Rule[] = [];
  const alerts: Alert[] = [];
  let isResting = false;
  // The pool's rule first: while the pool cannot be read the others rest.
  for (const rule of server.rules.toSorted(poolFirst)) {
    const moment = {
      now,
      isSilenced: silenceOf(server, rule.id) !== null,
      isResting,
      gapMs,
      // Waiting does not fix a refused key.
      isAtOnce: rule.id === POOL && isRefused,
    };
    const own = before.filter((alert) => alert.rule === rule.id);
    const finding = findingOf(rule, look, now);
    const news = await newsOf(server, rule, finding);
    const state = { rule: withFigure(rule, finding), alerts: [...own, ...news] };
    const judged = evaluate(state, finding, moment);
    rules.push(judged.rule);
    alerts.push(...judged.alerts);
    tells.push(...judged.tells);
    if (judged.rule !== rule) await stored.rules.save(tx, judged.rule);
    if (rule.id === POOL) isResting = judged.alerts.some(({ phase }) => phase === 'firing');
  }
  for (const alert of before)
    if (!alerts.some(({ id }) => id === alert.id)) await stored.alerts.remove(tx, alert);
  for (const alert of alerts) if (!before.includes(alert)) await stored.alerts.save(tx, alert);
  await enqueueTells({ ...server, rules, alerts }, tells);
}

/** Alerts of the events that have none. */
async function newsOf(server: AlertsInGuild, rule: Rule, { events }: Finding) {
  const news: Alert[] = [];
  for (const event of events ?? []) {
    const alert = newAlert(rule, server.now, { event });
    if ((await stored.alerts.find(server.tx, alert)) !== null) continue;
    news.push(alert);
    if (rule.id === ELSEWHERE) await recordElsewhere(server, event);
  }
  return news;
}

/** The trail has it, whatever is silenced. */
async function recordElsewhere(server: AlertsInGuild, event: AlertEvent): Promise<void> {
  const addresses = (event.added ?? []).map((each) => `🆕 ${code(inFours(each), 700)}`);
  const lines = [`🚨 ${event.title} at the pool: ${event.what}`, ...addresses];
  const { show: _, ...details } = event;
  const step = { actor: 'pitboss', step: 'changed-elsewhere', details };
  await record(server, step, lines.join('\n'));
}

function findingOf(rule: Rule, { elsewhere, answers, requests }: Look, now: number): Finding {
  if (rule.id === POOL) {
    const failed = requests.filter((each) => each instanceof PoolError).length;
    const verdict = failed === requests.length ? 'breached' : 'clear';
    return { reading: { at: now, verdict, value: `${failed}`, limit: `${requests.length}` } };
  }
  if (rule.id === ELSEWHERE) return { events: elsewhere };
  const { isEvent, watching } = CONDITION_SPECS[rule.condition];
  const answer = answers.get(readOf(rule)?.name ?? '');
  if (watching === undefined || answer === undefined) return {};
  if (answer instanceof PoolError) return isEvent ? { events: null } : { reading: null };
  return watching.measure(rule, answer);
}

/** Keeps a figure every few minutes, for comparisons and charts. */
function withFigure(rule: Rule, { reading }: Finding): Rule {
  const { figures } = rule.note;
  const last = figures.at(-1)?.at ?? 0;
  if (!reading || isBuiltIn(rule) || reading.at - last < KEEP_EVERY_MS) return rule;
  const { at, value } = reading;
  const kept = figures.filter((each) => each.at >= at - FIGURES_KEPT_MS);
  return { ...rule, note: { ...rule.note, figures: [...kept, { at, value }] } };
}

/** How long a slow pool may delay the next second's servers. */
const PATIENCE_MS = SECOND;

/** Watches the servers whose second of the minute has come; the leader calls it every second. */
export function createWatch(parts: RoundParts): () => Promise<void> {
  const { clock, store, log, guilds } = parts;
  /** When reads were made (ms), by server and name; losing it does no harm. */
  const readAt = new Map<string, number>();
  const underWay = new Set<string>();
  let last = clock.now();
  let cleanedAt = 0;

  async function watchOne(guildId: string): Promise<void> {
    underWay.add(guildId);
    await watchGuild(parts, guildId, readAt).catch((error: unknown) => {
      log.error({ err: error, guild: guildId }, 'a server was not watched');
    });
    underWay.delete(guildId);
  }

  return async () => {
    const now = clock.now();
    // Another process did this until now: each server's second is still to come.
    if (now - last > MINUTE) last = now - SECOND;
    const due = (await guilds.connected()).filter(
      (id) => minuteOf(id, now) !== minuteOf(id, last) && !underWay.has(id),
    );
    last = now;
    await waitAtMost(clock, PATIENCE_MS, Promise.all(due.map(watchOne)));
    if (now - cleanedAt < HOUR) return;
    cleanedAt = now;
    await stored.alerts.removeBefore(store.db, now - PAST_KEPT_MS);
    await stored.silences.removeBefore(store.db, now);
  };
}

/** Each server's minutes begin at a second of its own, so that the work is spread. */
function minuteOf(guildId: string, now: number): number {
  let slot = 0;
  for (const digit of guildId) slot = (slot * 31 + digit.charCodeAt(0)) % 60;
  return Math.floor((now - slot * SECOND) / MINUTE);
}
