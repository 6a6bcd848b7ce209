import { createKeyedQueue } from '../../domain/async/keyed-queue.js';
import { NO_ALERTS, type GuildAlerts } from '../../domain/alerts/alert.js';
import { rulesInForce, type AlertRule } from '../../domain/alerts/rule.js';
import { toResult } from '../../domain/errors/result.js';
import type { KeyInfo } from '../../domain/guild/guild-settings.js';
import type { Numeric } from '../../domain/numbers/numeric.js';
import type { Clock } from '../../domain/time/clock.js';
import type { Guilds } from '../../guilds/guilds.js';
import type { OpenedPool } from '../../pool-api/opened-pool.js';
import type { AlertStates } from '../alert-states.js';
import type { RuleStore } from '../rule-store.js';
import type { ReadAnswer } from './fetch-reads.js';
import { askPool, type ExternalChangesWatch, type RoundAnswers } from './ask-pool.js';
import {
  findingOf,
  seenAfter,
  type FindingWithMemory,
  type RoundKnowledge,
} from './rule-knowledge.js';
import { evaluateRound, type RuleFinding } from './evaluate-round.js';
import type { StoredReadings } from './stored-readings.js';
import { isWhole } from './measure/summary.js';
import { longestWait, readsDue } from './reads-due.js';
import { NOTHING_SEEN, type LastSeenStore } from './last-read-contracts.js';
import {
  forgetOthers,
  MAX_REQUESTS,
  MOST_FOR_FIGURES,
  noteLook,
  chargeRequests,
  waitOf,
  type RoundMemory,
} from './round-memory.js';
import { readOf, wantedReads, type WantedRead } from './wanted-reads.js';
import { MINUTE_MS } from '../../domain/time/units.js';
import { reportFailure } from '../../domain/async/report-failure.js';

/** Longer than any with its retries; a machine that slept in between has seen nothing. */
const MAX_ROUND_MS = 8 * MINUTE_MS;

export interface RoundParts {
  readonly rules: Pick<RuleStore, 'of'>;
  readonly states: Pick<AlertStates, 'change'>;
  readonly seen: LastSeenStore;
  readonly readings: StoredReadings;
  readonly guilds: Pick<Guilds, 'keyInfo' | 'settings'>;
  /** Throws a UserError while no key is connected. */
  readonly openPool: (guildId: string) => Promise<OpenedPool>;
  readonly clock: Clock;
  readonly onError: (what: string, error: unknown) => void;
  readonly externalChanges: ExternalChangesWatch;
  /** Deletes what rounds wrote about a server if its key is gone. Doesn't wait for Discord. */
  readonly forgetIfGone: (guildId: string) => Promise<void>;
  /** Posts and edits what is due of a server. */
  readonly deliver: (guildId: string) => Promise<void>;
  readonly onEvaluated: (
    guildId: string,
    state: GuildAlerts,
    findings: readonly RuleFinding[],
  ) => void;
  readonly roundMs: number;
}

export interface RoundTurn {
  readonly guildId: string;
  readonly memory: RoundMemory;
  /** `again`: only what was changed by others, to see whether a second read agrees. */
  readonly what: 'all' | 'again';
  /** False once another process, or none, is to judge this server. */
  readonly isWanted: () => boolean;
}

/** One look at one server. True where it wants another one soon. */
export function createGuildRound(parts: RoundParts) {
  const { rules, states, seen, readings, guilds, clock, onError, roundMs } = parts;
  const deliveries = createKeyedQueue();

  async function round(turn: RoundTurn): Promise<boolean> {
    const { guildId } = turn;
    // Before the pool is opened: another workspace's lists must not count as those of this key.
    const info = await guilds.keyInfo(guildId);
    if (info === null) return false;
    try {
      return await roundWith(info, turn);
    } finally {
      // The pool may answer only after what was kept was deleted with the key.
      await parts.forgetIfGone(guildId);
    }
  }

  async function roundWith(info: KeyInfo, turn: RoundTurn): Promise<boolean> {
    const { guildId, memory } = turn;
    const [settings, set, opened] = await Promise.all([
      guilds.settings(guildId),
      rules.of(guildId),
      toResult(parts.openPool(guildId)),
    ]);
    if (!opened.ok) throw opened.error;
    // Replaced while it was opened: it is the next round's.
    if (opened.value.connectedAt !== info.connectedAt) return false;
    const { pool } = opened.value;
    const needs = { currency: settings.currency, roundMs };
    const wanted = wantedReads({ rules: rulesInForce(set), ...needs });
    const now = clock.now();
    let due: readonly WantedRead[] = [];
    const waited = new Map<string, number>();
    noteLook(memory, now);
    const readsBeside = (lists: number) => {
      // One at least: where lists have many pages, nothing else would ever be read.
      const most = Math.max(1, MAX_REQUESTS - lists - memory.overdrawn);
      due =
        turn.what === 'all'
          ? readsDue(wanted, memory.lastAt, { now, most, earlyMs: roundMs / 2 })
          : [];
      for (const { key } of due) {
        waited.set(key, waitOf(memory, key, now));
        memory.lastAt.set(key, now);
      }
      forgetOthers(memory, wanted);
      return due;
    };
    const asked = await askPool({
      ...parts,
      guildId,
      pool,
      since: info.connectedAt,
      readsBeside,
      now: () => clock.now(),
    });
    chargeRequests(memory, asked.requests, turn.what);
    const connection = String(info.connectedAt);
    // Else the next key would be judged by what the pool still answered to this one.
    if ((await guilds.keyInfo(guildId))?.connectedAt !== info.connectedAt) return false;
    await keep(guildId, due, { ...asked, since: info.connectedAt });
    const rest = { wanted: wanted.length, most: MOST_FOR_FIGURES, roundMs };
    // A pool that is away makes rounds long: then two of them are further apart than a minute.
    const tookMs = Math.min(MAX_ROUND_MS, Math.max(0, asked.outcome.at - now));
    const { stored, seen: before } = due.some(({ kind }) => COMPARED.has(kind))
      ? await seen.read(guildId)
      : { stored: undefined, seen: NOTHING_SEEN };
    // The pool may have taken minutes, and somebody may have changed the rules meanwhile.
    const inForce = rulesInForce(await rules.of(guildId));
    const found: FindingWithMemory[] = [];
    for (const rule of inForce) {
      const read = readOf(rule, needs);
      const answer = read === null ? undefined : asked.answers.get(read.key);
      const isJudged = answer !== undefined && answer !== null;
      const mostMiners = isJudged ? await mostMinersFor(rule, read, { guildId, info }) : null;
      const siteNames = isBreached(answer, read) ? await names(guildId) : NO_NAMES;
      const known: RoundKnowledge = {
        ...asked,
        answer,
        seen: before,
        connection,
        mostMiners,
        siteNames,
      };
      const { finding, seen: kept } = findingOf(rule, known);
      const waitsMs =
        read === null ? tookMs : Math.max(longestWait(read, rest), waited.get(read.key) ?? 0);
      found.push({ finding: { ...finding, waitsMs }, seen: kept });
    }
    // The key may have gone meanwhile, and with it all that is kept of the server.
    const present = await guilds.keyInfo(guildId);
    if (!turn.isWanted() || present?.connectedAt !== info.connectedAt) return false;
    const findings = found.map(({ finding }) => finding);
    await evaluateAll(guildId, info, findings);
    const after = seenAfter(before, found, inForce);
    if (after !== null) await seen.write(guildId, stored, after);
    await asked.externalChanges?.noted?.();
    return asked.externalChanges?.again === true && turn.what === 'all';
  }

  async function evaluateAll(
    guildId: string,
    { connectedAt }: KeyInfo,
    findings: readonly RuleFinding[],
  ): Promise<void> {
    let state = NO_ALERTS;
    await states.change(
      guildId,
      (stored) => (state = evaluateRound(stored, findings, { now: clock.now(), connectedAt })),
    );
    parts.onEvaluated(guildId, state, findings);
    if (state.alerts.length > 0 || state.tells.length > 0) deliverSoon(guildId);
  }

  /** Discord may take its time, which must not keep the next round waiting. */
  function deliverSoon(guildId: string): void {
    if (deliveries.has(guildId)) return;
    const failure = `alerts of guild ${guildId} could not be told`;
    void deliveries.run(guildId, () => reportFailure(parts.deliver(guildId), failure, onError));
  }

  async function keep(
    guildId: string,
    due: readonly WantedRead[],
    { answers, since }: RoundAnswers & { readonly since: number },
  ): Promise<void> {
    for (const read of due) {
      const answer = answers.get(read.key);
      if (read.kind !== 'summary' || answer?.kind !== 'summary' || !isWhole(answer.read)) continue;
      const keeping = readings.keep(guildId, read, { ...answer.read, since });
      await reportFailure(keeping, `readings of guild ${guildId} could not be kept`, onError);
    }
  }

  async function mostMinersFor(
    rule: AlertRule,
    read: WantedRead | null,
    { guildId, info }: { readonly guildId: string; readonly info: KeyInfo },
  ): Promise<Numeric | null> {
    const isShare = rule.condition === 'active-miners' && rule.threshold?.unit === 'percent';
    if (!isShare || read?.kind !== 'summary') return null;
    return readings.mostInDay(guildId, { ...read, figure: 'active_miners' }, info.connectedAt);
  }

  /** For words alone: without them the ids stand there. */
  async function names(guildId: string): Promise<ReadonlyMap<string, string>> {
    const found = await toResult(parts.externalChanges.siteNames(guildId));
    return found.ok ? found.value : NO_NAMES;
  }

  return { round, idle: () => deliveries.idle() };
}

const NO_NAMES: ReadonlyMap<string, string> = new Map();

function isBreached(answer: ReadAnswer | null | undefined, read: WantedRead | null): boolean {
  if (answer?.kind !== 'offline-miners' && answer?.kind !== 'failing-miners') return false;
  return read !== null && 'upTo' in read && answer.counted.count >= read.upTo;
}

/** What is told by how it differs from the last look. */
const COMPARED: ReadonlySet<WantedRead['kind']> = new Set(['contracts', 'payments']);
