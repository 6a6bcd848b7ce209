import { readGuildRow, type GuildRow } from '../../guilds/guild-row.js';
import { recordStep } from '../../guilds/audit-lines.js';
import type { Tx } from '../../store/store.js';
import type { Alert, AlertEvent, ElsewhereEvent, Reading } from '../alert.js';
import { CONDITION_SPECS } from '../conditions.js';
import { inBursts } from '../evaluate/bursts.js';
import { evaluate } from '../evaluate/evaluate.js';
import { evaluateEvents } from '../evaluate/evaluate-events.js';
import type { TellAll } from '../engine.js';
import type { Moment } from '../evaluate/state.js';
import { deleteAlert, readAlerts, readRules, readSilences, saveAlert, saveRule } from '../rows.js';
import type { Rule } from '../rule.js';
import { ELSEWHERE, POOL, silencedUntil } from '../silences.js';
import type { Tell } from '../tell.js';
import type { Count } from './counted-pool.js';
import { findings, type Answered, type Finding } from './findings.js';
import { nameOf, readOf } from './reads.js';

/** What was read of a server, to be judged. */
export interface Round {
  readonly guildId: string;
  readonly now: number;
  /** Of the key that it was read with. */
  readonly keyVersion: number;
  /** The server's, which rules without one read. */
  readonly currency: string;
  readonly answers: readonly Omit<Answered, 'rules'>[];
  readonly elsewhere: LookedElsewhere;
  readonly count: Count;
  readonly gapMs: number;
}

export interface LookedElsewhere {
  /** Null: nothing could be read. */
  readonly events: readonly ElsewhereEvent[] | null;
  settle(tx: Tx): Promise<void>;
}

/** Judges every rule and writes what changed. */
export async function settleRound(tx: Tx, round: Round, tellAll: TellAll): Promise<void> {
  const { guildId, now } = round;
  const row = await readGuildRow(tx, guildId, now);
  // It says nothing of the workspace of another key.
  if (row.keyVersion !== round.keyVersion) return;
  const rules = await readRules(tx, guildId);
  const before = await readAlerts(tx, guildId);
  const found = await findingsOf(tx, round, rules);
  const silences = await readSilences(tx, guildId, now);

  const tells: Tell[] = [];
  const after = new Map<string, Alert>();
  let isResting = false;
  // The pool's first: while it cannot be read the others rest.
  for (const rule of rules.toSorted((one) => (one.id === POOL ? -1 : 0))) {
    const alerts = before.filter((alert) => alert.rule === rule.id);
    const isSilenced = silencedUntil(silences, rule.id, now) !== null;
    const { gapMs } = round;
    const moment = { now, gapMs, isSilenced, isResting, isAtOnce: isAtOnce(rule, round) };
    const judged = judge({ rule, alerts }, found.get(rule.id) ?? {}, moment);
    if (judged.rule !== rule) await saveRule(tx, judged.rule);
    for (const alert of judged.alerts) after.set(alert.id, alert);
    tells.push(...judged.tells);
    if (rule.id === POOL) isResting = judged.alerts.some(({ phase }) => phase === 'firing');
    if (rule.id === ELSEWHERE) await recordElsewhere(tx, row, { round, news: judged.news });
  }
  const told = inBursts(tells);
  for (const alert of told.alerts) after.set(alert.id, alert);
  for (const alert of before) if (!after.has(alert.id)) await deleteAlert(tx, alert);
  for (const alert of after.values()) if (!before.includes(alert)) await saveAlert(tx, alert);
  if (told.tells.length > 0) await tellAll(tx, told.tells, { row, now });
  await round.elsewhere.settle(tx);
}

interface Watched {
  readonly rule: Rule;
  readonly alerts: readonly Alert[];
}

interface Judgement extends Watched {
  readonly tells: readonly Tell[];
  readonly news: readonly AlertEvent[];
}

function judge({ rule, alerts }: Watched, found: Finding, moment: Moment): Judgement {
  if (CONDITION_SPECS[rule.condition].compares === 'event')
    return evaluateEvents({ rule, alerts }, found.events, moment);
  const after = evaluate({ rule, alert: alerts[0] ?? null }, found.reading, moment);
  return { ...after, alerts: after.alert === null ? [] : [after.alert], news: [] };
}

/** A figure of a whole day has no pending period; waiting does not mend a refused key. */
function isAtOnce({ id, condition }: Rule, { count }: Round): boolean {
  const isRefused = count.requests > 0 && count.refused === count.requests;
  return CONDITION_SPECS[condition].cadence === 'daily' || (id === POOL && isRefused);
}

async function findingsOf(
  tx: Tx,
  round: Round,
  rules: readonly Rule[],
): Promise<ReadonlyMap<string, Finding>> {
  const { guildId: guild, currency, answers, elsewhere } = round;
  const found = new Map<string, Finding>([
    [POOL, { reading: poolReading(round) }],
    [ELSEWHERE, { events: elsewhere.events }],
  ]);
  for (const answered of answers) {
    const ofRead = rules.filter((rule) => {
      const read = readOf(rule, currency);
      return read !== null && nameOf(read) === nameOf(answered.read);
    });
    // The rule may have been removed meanwhile.
    if (ofRead.length === 0) continue;
    const each = await findings({ ...answered, tx, guild, rules: ofRead });
    for (const [id, finding] of each) found.set(id, finding);
  }
  return found;
}

/** Undefined where nothing was asked. */
function poolReading({ now, count: { requests, failed } }: Round): Reading | undefined {
  if (requests === 0) return undefined;
  return {
    at: now,
    verdict: failed === requests ? 'breached' : 'clear',
    value: String(failed),
    limit: String(requests),
    baseline: null,
    isAtLeast: false,
    miners: [],
    sites: [],
  };
}

/** The trail has it, whatever is silenced. */
async function recordElsewhere(
  tx: Tx,
  { settings }: GuildRow,
  { round, news }: { readonly round: Round; readonly news: readonly AlertEvent[] },
): Promise<void> {
  for (const event of news) {
    if (event.kind !== 'elsewhere') continue;
    const line = `🚨 ${event.title} at the pool: ${event.what}`;
    const step = { step: 'changed-elsewhere', actor: 'pitboss', details: event };
    const entry = { guild: round.guildId, at: round.now, ...step };
    await recordStep(tx, entry, [[settings.auditChannel, line]]);
  }
}
