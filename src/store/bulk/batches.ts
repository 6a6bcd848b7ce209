import { isAlive, type StoreRecord } from '../adapter/record.js';

/** Records in one write; texts of so many characters end it sooner. */
const BATCH = 500;
const BATCH_CHARACTERS = 2_000_000;

/** What hasn't expired, in pieces that a store takes in one write. */
export async function* batchesOf(
  records: AsyncIterable<StoreRecord>,
): AsyncGenerator<StoreRecord[], void, undefined> {
  let batch: StoreRecord[] = [];
  let characters = 0;
  for await (const record of records) {
    if (!isAlive(record, Date.now())) continue;
    batch.push(record);
    characters += record.kind === 'claim' ? 0 : record.text.length;
    if (batch.length < BATCH && characters < BATCH_CHARACTERS) continue;
    yield batch;
    [batch, characters] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}
