import type { RedisClientType } from '@keyv/redis';
import { CLOSED } from '../closed-store.js';
import { StoreUnusable } from '../unusable.js';
import { isClaim, isEntry, type StoreRecord } from '../adapter/record.js';
import type { MarkSwap, RecordChange } from '../adapter/bulk-store.js';
import { claimKey, entryKey, streamKey } from './keys.js';
import { STREAM_SCRIPT } from './stream-script.js';

/**
 * KEYS: the mark, then one for each step. ARGV: the mark now and next ('' = none), then three for
 * each step: what is done, the text, and when it expires or its number in the stream. What is in a
 * stream already stays as it is. The mark comes last: what fails before leaves it.
 */
const WRITE = `${STREAM_SCRIPT}if (redis.call('GET', KEYS[1]) or '') ~= ARGV[1] then return 'other mark' end
for i = 2, #KEYS do
  local key, what, text, number = KEYS[i], ARGV[3 * i - 3], ARGV[3 * i - 2], ARGV[3 * i - 1]
  if what == 'remove' then redis.call('DEL', key)
  elseif what == 'set' and number == '' then redis.call('SET', key, text)
  elseif what == 'set' then redis.call('SET', key, text, 'PXAT', number)
  else
    local missing = tonumber(number) - last(key)
    if missing > 1 then return 'gap' end
    if missing == 1 then add(key, number, text) end
  end
end
if ARGV[2] == '' then redis.call('DEL', KEYS[1]) else redis.call('SET', KEYS[1], ARGV[2]) end
return 'written'`;

/** `BulkStore.write`, in one script. */
export async function writeRecords(
  client: RedisClientType,
  { now = '', next = '' }: MarkSwap,
  { put = [], remove = [] }: RecordChange,
): Promise<boolean> {
  const gone = [...new Set(remove.map(keyOf))];
  const done = await client.eval(WRITE, {
    keys: [entryKey(CLOSED.space, CLOSED.key), ...gone, ...put.map(keyOf)],
    arguments: [now, next, ...gone.flatMap(() => ['remove', '', '']), ...put.flatMap(stepOf)],
  });
  if (done === 'gap')
    throw new StoreUnusable(
      'A stream has a gap, which Redis can’t keep: `npm run verify-audit` names it.',
    );
  return done === 'written';
}

function keyOf(record: StoreRecord): string {
  if (isEntry(record)) return entryKey(record.space, record.key);
  return isClaim(record) ? claimKey(record.key) : streamKey(record.stream);
}

function stepOf(record: StoreRecord): readonly string[] {
  if (record.kind === 'stream') return ['add', record.text, String(record.seq)];
  const text = isEntry(record) ? record.text : '1';
  return ['set', text, record.expires === null ? '' : String(record.expires)];
}
