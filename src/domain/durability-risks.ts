/** How a shared store may lose acknowledged writes, by the names that `STORE_MAY_LOSE` accepts. */
export const DURABILITY_RISKS = [
  'appendonly-no',
  'appendonly-unwritten',
  'appendfsync-everysec',
  'appendfsync-no',
  'no-appendfsync-on-rewrite',
  'eviction',
  'failover',
  'unseen-settings',
  'fsync-off',
  'full-page-writes-off',
  'synchronous-commit-off',
  'unlogged-tables',
  'data-sync-retry',
  'zero-damaged-pages',
] as const;

export type DurabilityRisk = (typeof DURABILITY_RISKS)[number];
