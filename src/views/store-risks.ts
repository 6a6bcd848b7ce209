import type { StoreRisk } from '../domain/store-risks.js';
import { listing } from './text.js';

const LOSSES: Readonly<Record<StoreRisk, string>> = {
  'appendonly-no': 'everything since its last snapshot',
  'appendfsync-everysec': 'the last second',
  'appendfsync-no': 'the last half minute',
  'no-appendfsync-on-rewrite': 'the last half minute',
  eviction: 'entries when its memory is full',
  failover: 'what its replica has not received yet',
  'unseen-settings': 'an unknown part, because its settings can’t be read',
};

/** What the deployer allowed the store to lose; null where it keeps what it acknowledged. */
export function storeRiskSentence(risks: readonly StoreRisk[]): string | null {
  if (risks.length === 0) return null;
  const losses = [...new Set(risks.map((risk) => LOSSES[risk]))];
  return `In a crash the store may lose ${listing(losses, losses.length)} of what it acknowledged. Whoever runs the bot allowed that.`;
}
