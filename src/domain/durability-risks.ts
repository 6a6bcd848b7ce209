/** How Redis may lose acknowledged writes, by the names that `REDIS_MAY_LOSE` allows. */
export const DURABILITY_RISKS = [
  'appendonly-no',
  'appendfsync-everysec',
  'appendfsync-no',
  'no-appendfsync-on-rewrite',
  'eviction',
  'failover',
  'unseen-settings',
] as const;

export type DurabilityRisk = (typeof DURABILITY_RISKS)[number];
