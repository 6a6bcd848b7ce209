import type { DurabilityRisk } from '../../domain/durability-risks.js';
import { refuseRisks } from '../adapter/refuse-risks.js';
import { StoreUnusable } from '../unusable.js';
import { withFailuresExplained, nameOfUrl, type BulkStore } from '../adapter/bulk-store.js';
import { connect, unreachable } from './connect.js';
import { entryKey } from './keys.js';
import { othersOf, recordsOf } from './redis-records.js';
import { reasonOf } from './redis-faults.js';
import { readRisks } from './redis-risks.js';
import { writeRecords } from './write-records.js';

/**
 * The store on Redis or Valkey as a whole. `mayLose`: what one that is written to may lose; null =
 * it is only read. Rejects with `StoreUnusable`, which doesn't hold the URL.
 */
export async function openBulkRedis(
  url: string,
  mayLose: readonly DurabilityRisk[] | null,
): Promise<BulkStore> {
  const client = await connect(url);
  try {
    const risks = await readRisks(client);
    if (mayLose !== null) refuseRisks(risks, mayLose);
  } catch (error) {
    client.destroy();
    throw error instanceof StoreUnusable ? error : unreachable(error);
  }

  return withFailuresExplained(reasonOf, {
    name: nameOfUrl(url),
    entry: async ({ space, key }) => (await client.get(entryKey(space, key))) ?? undefined,
    // The server keeps its keys in no order, so it starts over.
    records: () => recordsOf(client),
    write: (mark, change = {}) => writeRecords(client, mark, change),
    others: () => othersOf(client),
    close: async () => {
      if (client.isOpen) client.destroy();
    },
  });
}
