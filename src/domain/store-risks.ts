/**
 * What a shared store may lose of what it acknowledged, by the names under which a deployer can
 * allow it (`REDIS_MAY_LOSE`).
 */
export const STORE_RISKS = [
  'appendonly-no',
  'appendfsync-everysec',
  'appendfsync-no',
  'no-appendfsync-on-rewrite',
  'eviction',
  'failover',
  'unseen-settings',
] as const;

export type StoreRisk = (typeof STORE_RISKS)[number];
