import type { Silence } from './rule.js';

const DAY = 86_400_000;

/** Built-in rules, which every connected server has. */
export const ELSEWHERE = 'elsewhere';
export const POOL = 'pool';

/** Until when (ms) nobody is told of the rule's alerts; null if people are told. */
export function silencedUntil(
  silences: readonly Silence[],
  ruleId: string,
  now: number,
): number | null {
  const ends = silences
    .filter(({ rule, from }) => (rule === null || rule === ruleId) && from <= now)
    .map((silence) => endFor(silence, ruleId))
    .filter((until) => until > now);
  return ends.length === 0 ? null : Math.max(...ends);
}

/** Nobody can hide for longer than a day that money may go elsewhere. */
function endFor({ from, until }: Silence, ruleId: string): number {
  return ruleId === ELSEWHERE ? Math.min(until, from + DAY) : until;
}
