import type { RedisClientType } from '@keyv/redis';
import type { DurabilityRisk } from '../../domain/durability-risks.js';
import { refuseRisks } from '../adapter/refuse-risks.js';
import { StoreUnusable } from '../unusable.js';
import { isClaim, isEntry, isOfStream, type StoreRecord } from '../adapter/record.js';
import { inWords, nameOfUrl, type WholeStore } from '../adapter/whole-store.js';
import { connect, TOOL, unreachable } from './connect.js';
import { claimKey, entryKey, streamKey } from './keys.js';
import { othersOf, recordsOf } from './redis-records.js';
import { reasonOf } from './redis-faults.js';
import { readRisks } from './redis-risks.js';

/** KEYS: stream. ARGV: sequence number, entry. Nothing happens if it is there already. */
const PUT_IN_STREAM = `if redis.call('XLEN', KEYS[1]) >= tonumber(ARGV[1]) then return 1 end
if redis.call('XLEN', KEYS[1]) ~= tonumber(ARGV[1]) - 1 then return 0 end
redis.call('XADD', KEYS[1], ARGV[1] .. '-0', 'entry', ARGV[2])
return 1`;

/**
 * The store on Redis or Valkey as a whole. `mayLose`: what one that is written to may lose; null =
 * it is only read. Rejects with `StoreUnusable`, which doesn't hold the URL.
 */
export async function openWholeRedis(
  url: string,
  mayLose: readonly DurabilityRisk[] | null,
): Promise<WholeStore> {
  const client = await connect(url, TOOL);
  try {
    const risks = await readRisks(client);
    if (mayLose !== null) refuseRisks(risks, mayLose);
  } catch (error) {
    client.destroy();
    throw error instanceof StoreUnusable ? error : unreachable(error);
  }

  return inWords(reasonOf, {
    name: nameOfUrl(url),
    entry: async ({ space, key }) => (await client.get(entryKey(space, key))) ?? undefined,
    // The server keeps its keys in no order, so it starts over.
    records: () => recordsOf(client),
    async put(records) {
      const done = await Promise.all(
        records.map((each) =>
          isOfStream(each) ? putInStream(client, each) : putKey(client, each),
        ),
      );
      if (done.includes(false))
        throw new StoreUnusable(
          'A stream has a gap, which Redis can’t keep: `npm run verify-audit` names it.',
        );
    },
    async remove(records) {
      const keys = [...new Set(records.map(keyOf))];
      if (keys.length > 0) await client.del(keys);
    },
    others: () => othersOf(client),
    close: async () => {
      if (client.isOpen) client.destroy();
    },
  });
}

function keyOf(record: StoreRecord): string {
  if (isEntry(record)) return entryKey(record.space, record.key);
  return isClaim(record) ? claimKey(record.key) : streamKey(record.stream);
}

async function putKey(client: RedisClientType, record: Exclude<StoreRecord, { kind: 'stream' }>) {
  const text = isEntry(record) ? record.text : '1';
  const life =
    record.expires === null
      ? undefined
      : { expiration: { type: 'PXAT' as const, value: record.expires } };
  return (await client.set(keyOf(record), text, life)) === 'OK';
}

async function putInStream(
  client: RedisClientType,
  { stream, seq, text }: Extract<StoreRecord, { kind: 'stream' }>,
) {
  const put = { keys: [streamKey(stream)], arguments: [String(seq), text] };
  return (await client.eval(PUT_IN_STREAM, put)) === 1;
}
