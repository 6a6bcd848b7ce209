/** The statuses of a miner as the pool gives them. */
interface MinerStatuses {
  readonly hashing_status?: string | null | undefined;
  readonly healthy_status?: string | null | undefined;
}

/** API description, 2.13; some servers write `HASHING_STATUS_OFFLINE`. */
const HASHING = ['hashing', 'idle', 'offline', 'n/a'];
const HEALTHY = ['healthy', 'failing', 'n/a'];

/** Null if the pool gives no status, or one that its API doesn't describe. */
export function isOffline({ hashing_status }: MinerStatuses): boolean | null {
  return isWord(hashing_status, 'offline', HASHING);
}

/** Null as with `isOffline`. */
export function isFailing({ healthy_status }: MinerStatuses): boolean | null {
  return isWord(healthy_status, 'failing', HEALTHY);
}

/** Null as with `isOffline`. */
export function isHealthy({ healthy_status }: MinerStatuses): boolean | null {
  return isWord(healthy_status, 'healthy', HEALTHY);
}

function isWord(status: string | null | undefined, wanted: string, words: readonly string[]) {
  const word = status?.toLowerCase().replace(/^(?:hashing|healthy)_status_/, '') ?? '';
  return words.includes(word) ? word === wanted : null;
}
