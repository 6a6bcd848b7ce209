/** How Redis may lose acknowledged writes, by the names that `REDIS_MAY_LOSE` allows. */
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
