import type { Deviation } from '../loopback-pool.js';
import { mapScalars } from './walk.js';

const prefix = 'a-';

/** Makes ids text that isn't a UUID; the pool accepts both forms. */
export function oddIds(body: unknown): unknown {
  return mapScalars(body, (value, key) =>
    typeof value === 'string' && /^(id|contract_id|miner_id|site_id|agent_id)$/.test(key)
      ? `${prefix}${value}`
      : value,
  );
}

export function realId(deviations: ReadonlySet<Deviation>, id: string): string {
  return deviations.has('odd-ids') && id.startsWith(prefix) ? id.slice(prefix.length) : id;
}
