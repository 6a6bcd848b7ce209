import type { PoolFinding, PoolState, UncheckedFact } from '../../../domain/daily/pool-state.js';
import { count, plural } from '../../kit/figures.js';
import type { Tone } from '../../kit/palette.js';
import { sinceText } from './figure-changes.js';

/** Whether all is well, at a glance: a word, a colour and the reason. */

export const STATE_TONES: Record<PoolState['level'], Tone> = {
  good: 'good',
  degraded: 'warning',
  bad: 'bad',
  unknown: 'neutral',
};

const WORDS: Record<PoolState['level'], string> = {
  good: '🟢 **All well**',
  degraded: '🟠 **Needs attention**',
  bad: '🔴 **Trouble**',
  unknown: '🔵 **No trouble seen so far**, but not everything could be checked',
};

/** The state, and below it what no rule could judge. `date` is the card's own. */
export function poolStateLines({ level, findings, unknown }: PoolState, date: string): string[] {
  const reasons = findings.map((each) => findingText(each, date)).join(' · ');
  const blind = level === 'unknown' && unknown.includes('hashrate');
  const words = blind ? '⚪ **State unknown**' : WORDS[level];
  return [
    reasons === '' ? words : `${words}: ${reasons}`,
    ...(unknown.length === 0 ? [] : [`-# Not checked: ${unknownText(unknown)}`]),
  ];
}

/** Figures that need an earlier daily post come last, with that reason once. */
function unknownText(unknown: readonly UncheckedFact[]): string {
  const early = unknown.filter((each) => NEEDS_POST.has(each));
  const others = unknown.filter((each) => !NEEDS_POST.has(each));
  const why = early.length > 1 ? 'both need an earlier daily post' : 'needs an earlier daily post';
  return [
    ...others.map((each) => UNKNOWN_WORDS[each]),
    ...(early.length === 0
      ? []
      : [`${early.map((each) => UNKNOWN_WORDS[each]).join(' and ')} (${why})`]),
  ].join(' · ');
}

const NEEDS_POST: ReadonlySet<UncheckedFact> = new Set(['earlier-day', 'failing-share']);

const UNKNOWN_WORDS: Record<UncheckedFact, string> = {
  hashrate: 'hashrate (not given)',
  'active-miners': 'active miners (not given)',
  'earlier-day': 'change since an earlier day',
  'failing-miners': 'failing miners (not counted)',
  'failing-share': 'share of miners that are failing',
  'payment-settings': 'payment settings (not read)',
  'left-out': 'subaccounts the pool left out',
};

function findingText(finding: PoolFinding, date: string): string {
  switch (finding.what) {
    case 'no-hashrate':
      return 'no hashrate in the last 5 minutes';
    case 'no-miners':
      return 'no active miners';
    case 'falling':
      return `hashrate of the last 5 minutes is ${below(finding.share)} below that of 24 hours`;
    case 'down':
      return `hashrate is down ${below(finding.share)} ${sinceText(finding.since, date)}`;
    case 'failing': {
      const { failing, atLeast, total, active = null } = finding.miners;
      const many = `${atLeast ? 'at least ' : ''}${count(failing)}`;
      if (total !== null) return `${many} of ${count(total)} miners are failing`;
      return `${many} miners are failing${active === null ? '' : `, ${count(active)} are active`}`;
    }
    case 'awaiting-approval':
      return `${plural(finding.count, 'payment setting')} ${finding.count === 1 ? 'awaits' : 'await'} approval`;
    case 'frozen':
      break;
  }
  return `payouts frozen for ${plural(finding.count, 'subaccount')}`;
}

function below(share: Extract<PoolFinding, { what: 'down' }>['share']): string {
  // Cut, not rounded: a drop of 100 % would mean nothing is left.
  return `${share.times(-100).floor().toFixed()} %`;
}
