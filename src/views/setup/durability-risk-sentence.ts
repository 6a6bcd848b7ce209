import type { DurabilityRisk } from '../../domain/durability-risks.js';
import { joinList } from '../kit/text.js';

type Loss = readonly [what: string, when: string];

const LOSSES: Readonly<Record<DurabilityRisk, Loss>> = {
  'appendonly-no': ['everything since its last snapshot', 'after a crash'],
  'appendonly-unwritten': ['everything since its last snapshot', 'after a crash'],
  'appendfsync-everysec': ['the last second', 'after a crash'],
  'appendfsync-no': ['the last half minute', 'after a crash'],
  'no-appendfsync-on-rewrite': ['the last half minute', 'after a crash'],
  eviction: ['any of them', 'when its memory is full'],
  failover: ['what its replica has not received yet', 'when that takes over'],
  'fsync-off': ['any of them', 'after a crash'],
  'full-page-writes-off': ['any of them', 'after a crash'],
  'synchronous-commit-off': ['the last second', 'after a crash'],
  'unlogged-tables': ['any of them', 'after a crash'],
  'data-sync-retry': ['any of them', 'after a failed sync'],
  'zero-damaged-pages': ['any of them', 'where a page is damaged'],
  'unseen-settings': ['an unknown part', 'because its settings can’t be read'],
};

/** What the deployer allowed the store to lose; null if nothing. */
export function durabilityRiskSentence(risks: readonly DurabilityRisk[]): string | null {
  if (risks.length === 0) return null;
  const byWhen = new Map<string, Set<string>>();
  for (const [what, when] of risks.map((risk) => LOSSES[risk]))
    byWhen.set(when, (byWhen.get(when) ?? new Set()).add(what));
  const parts = [...byWhen].map(([when, whats]) => `${joinList([...whats], whats.size)} ${when}`);
  return `The bot’s store may lose saved entries: ${parts.join('; ')}. The bot’s operator allowed this.`;
}

/** Nothing acknowledged is lost as long as both files are kept. */
export const storeNotClosedLog =
  'the store could not be closed in order, as when its disk is full: pitboss.sqlite is whole only together with pitboss.sqlite-wal beside it, so keep or copy both until the bot has started and stopped again';
