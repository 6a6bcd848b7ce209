import { EXTERNAL_CHANGES, type AlertRule } from '../../domain/alerts/rule.js';
import type { Numeric } from '../../domain/numbers/numeric.js';
import type { ReadAnswer } from './fetch-reads.js';
import type { ExternalChangesTurn } from './ask-pool.js';
import type { RuleFinding } from './evaluate-round.js';
import { lookAtApprovals } from './measure/approvals.js';
import { lookAtContracts } from './measure/contracts.js';
import { measureTemperature } from './measure/max-temperature.js';
import { measureCount } from './measure/miner-counts.js';
import { measureAvailableMargin } from './measure/available-margin.js';
import { measurePool, poolRuleNow, type RoundOutcome } from './measure/pool.js';
import { measureRevenue } from './measure/revenue.js';
import { measureActiveMiners, measureEfficiency, measureHashrate } from './measure/summary.js';
import { NOTHING_SEEN, type LastSeen } from './last-read-contracts.js';

/** What is known of a rule in a round. */
export interface RoundKnowledge {
  /** The rule's answer; null = it failed, undefined = it had no turn. */
  readonly answer: ReadAnswer | null | undefined;
  readonly outcome: RoundOutcome;
  /** Null = it failed. */
  readonly externalChanges: ExternalChangesTurn | null;
  readonly seen: LastSeen;
  /** Identifies the connection; figures of another key can't be compared. */
  readonly connection: string;
  readonly mostMiners: Numeric | null;
  /** By id, as far as they are known. */
  readonly siteNames: ReadonlyMap<string, string>;
}

export interface FindingWithMemory {
  readonly finding: RuleFinding;
  /** What has to be kept of it for the next look. */
  readonly seen: Partial<LastSeen>;
}

export function findingOf(rule: AlertRule, known: RoundKnowledge): FindingWithMemory {
  const { answer, outcome, externalChanges } = known;
  if (rule.condition === 'pool') {
    const reading = measurePool(outcome) ?? undefined;
    return foundReading(poolRuleNow(rule, outcome), reading);
  }
  if (rule.condition === EXTERNAL_CHANGES) {
    if (externalChanges === null) return foundReading(rule, null);
    const { occurrences: events, isPartial, reads } = externalChanges;
    return reads === 0
      ? foundReading(rule, undefined)
      : { finding: { rule, events, isPartial }, seen: {} };
  }
  if (answer === undefined || answer === null) return foundReading(rule, answer);
  return measured(rule, answer, known);
}

function measured(
  rule: AlertRule,
  answer: ReadAnswer,
  {
    seen,
    connection,
    mostMiners,
    siteNames,
  }: Omit<RoundKnowledge, 'answer' | 'outcome' | 'externalChanges'>,
): FindingWithMemory {
  if (answer.kind === 'summary') {
    const { read } = answer;
    if (rule.condition === 'hashrate') return foundReading(rule, measureHashrate(rule, read));
    if (rule.condition === 'efficiency') return foundReading(rule, measureEfficiency(rule, read));
    return foundReading(rule, measureActiveMiners(rule, read, mostMiners));
  }
  if (answer.kind === 'revenue') return foundReading(rule, measureRevenue(rule, answer));
  if (answer.kind === 'balances')
    return foundReading(rule, measureAvailableMargin(rule, answer.read));
  if (answer.kind === 'temperature') return foundReading(rule, measureTemperature(rule, answer));
  if (answer.kind === 'payments') {
    const { readAt: at, value: items } = answer.list;
    const before = seen.approvals[rule.id];
    const found = lookAtApprovals(rule, before, { mark: connection, at, items });
    const kept = found.seen === before ? {} : { approvals: { [rule.id]: found.seen } };
    return { finding: { rule, reading: found.reading }, seen: kept };
  }
  if (answer.kind === 'contracts') {
    const { readAt: at, value: items } = answer.list;
    const before = seen.contracts[rule.id];
    const mark = `${connection}-${rule.currency ?? ''}`;
    const found = lookAtContracts(before, { mark, at, items });
    const kept = found.seen === before ? {} : { contracts: { [rule.id]: found.seen } };
    return { finding: { rule, events: found.events }, seen: kept };
  }
  return foundReading(rule, measureCount(rule, answer.counted, siteNames));
}

function foundReading(rule: AlertRule, reading: RuleFinding['reading']): FindingWithMemory {
  return { finding: { rule, reading }, seen: {} };
}

/** What to keep for the next look, only for rules in force. Null if nothing is new. */
export function seenAfter(
  seen: LastSeen,
  found: readonly FindingWithMemory[],
  rules: readonly AlertRule[],
): LastSeen | null {
  const news = found.map((each) => each.seen).filter((each) => Object.keys(each).length > 0);
  if (news.length === 0) return null;
  const ids = new Set(rules.map(({ id }) => id));
  const ofRules = <Kept>(all: Readonly<Record<string, Kept>>) =>
    Object.fromEntries(Object.entries(all).filter(([id]) => ids.has(id)));
  return news.reduce<LastSeen>(
    (all, { contracts, approvals }) => ({
      contracts: { ...all.contracts, ...contracts },
      approvals: { ...all.approvals, ...approvals },
    }),
    {
      ...NOTHING_SEEN,
      contracts: ofRules(seen.contracts),
      approvals: ofRules(seen.approvals),
    },
  );
}
