import { walkRows } from './walk.js';
import type { ClaimRecord, EntryRecord, StoreRecord, StreamRecord } from './record.js';

export const PAGE = 500;

/** The next `PAGE` records behind the given place, in order. */
export interface RecordPages {
  entries(after: Pick<EntryRecord, 'space' | 'key'>): Promise<readonly EntryRecord[]>;
  claims(after: Pick<ClaimRecord, 'key'>): Promise<readonly ClaimRecord[]>;
  streamEntries(after: Pick<StreamRecord, 'stream' | 'seq'>): Promise<readonly StreamRecord[]>;
}

/** Entries by space and key, then claims by key, then streams by name and number. */
export async function* orderedRecords(
  pages: RecordPages,
  after: StoreRecord | undefined,
): AsyncGenerator<StoreRecord, void, undefined> {
  if (after === undefined || after.kind === 'entry') {
    const first = after ?? { space: '', key: '' };
    yield* walkRows(PAGE, (last: EntryRecord | undefined) => pages.entries(last ?? first));
  }
  if (after?.kind !== 'stream') {
    const first = after?.kind === 'claim' ? after : { key: '' };
    yield* walkRows(PAGE, (last: ClaimRecord | undefined) => pages.claims(last ?? first));
  }
  const first = after?.kind === 'stream' ? after : { stream: '', seq: 0 };
  yield* walkRows(PAGE, (last: StreamRecord | undefined) => pages.streamEntries(last ?? first));
}
