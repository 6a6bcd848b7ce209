import type { Read } from '../../pool-api/client.js';
import type { FleetAction, FleetActionMiner } from '../../pool-api/resources.js';

/** What a card shows of a fleet action; counts its miners, so that thousands stay small. */
export interface FleetActionFigures {
  /** As the pool gave it, minus its miners. */
  readonly action: ReturnType<typeof shownOf>;
  readonly statuses: WordCounts;
  /** By failure code. */
  readonly failures: WordCounts;
  /** In ms. */
  readonly readAt: number;
}

/** Miners by the pool's word, most frequent first; '' if it gave none. */
interface WordCounts {
  readonly most: readonly {
    readonly word: string;
    readonly miners: number;
    /** Addresses, or failing that ids, of the first few. */
    readonly first: readonly string[];
  }[];
  /** How many different words there are. */
  readonly words: number;
}

const MAX_WORDS = 6;
const MAX_NAMED = 3;

export function summarizeAction({ value, readAt }: Read<FleetAction>): FleetActionFigures {
  const miners = value.miners_summary ?? [];
  return {
    action: shownOf(value),
    statuses: countBy(miners, ({ status }) => status ?? ''),
    failures: countBy(
      miners.filter(({ failure_code: code }) => code),
      ({ failure_code: code }) => code ?? '',
    ),
    readAt,
  };
}

function shownOf(action: FleetAction) {
  return {
    id: action.id,
    action_type: action.action_type,
    status: action.status,
    site_id: action.site_id,
    description: action.description,
    initiated_by: action.initiated_by,
    created_at: action.created_at,
    progress: action.progress,
    total_miners: action.total_miners,
    success_miners: action.success_miners,
    error_miners: action.error_miners,
  };
}

function countBy(
  miners: readonly FleetActionMiner[],
  wordOf: (miner: FleetActionMiner) => string,
): WordCounts {
  const counts = new Map<string, { miners: number; first: string[] }>();
  for (const miner of miners) {
    const word = wordOf(miner);
    const count = counts.get(word) ?? { miners: 0, first: [] };
    count.miners++;
    if (count.first.length < MAX_NAMED) count.first.push(miner.miner_ip || miner.miner_id || '');
    counts.set(word, count);
  }
  const ordered = [...counts].toSorted(([, a], [, b]) => b.miners - a.miners);
  return {
    most: ordered.slice(0, MAX_WORDS).map(([word, count]) => ({ word, ...count })),
    words: counts.size,
  };
}
