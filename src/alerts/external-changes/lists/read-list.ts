import type {
  PaymentsSnapshot,
  RecordSnapshot,
} from '../../../domain/changes/external-changes/external-finding.js';
import type { PoolClient } from '../../../pool-api/client.js';
import { allPages } from '../../../pool-api/lists/all-pages.js';
import { withoutWhatMoves } from '../../../pool-api/lists/payment-settings.js';
import { listForChange } from '../../../pool-api/lists/require-list.js';
import type { WalkBound } from '../../../pool-api/lists/walk-bounds.js';
import type { WatchedList } from './watched-list-store.js';
import {
  inEarlierForm,
  paymentsSnapshot,
  subaccountSnapshot,
  type ListContents,
} from './record-snapshots.js';
import { SECOND_MS } from '../../../domain/time/units.js';

/** Bounds of one list, because it is read every minute for each server. */
const BOUND: WalkBound = { rows: 5_000, ms: 20 * SECOND_MS };

/** Reads the whole list or throws, because what wasn't read would be told as gone. */
export async function readList(pool: PoolClient, list: WatchedList): Promise<ListContents> {
  const records: RecordSnapshot[] = [];
  const earlierForms = new Map<RecordSnapshot, PaymentsSnapshot>();
  let hasUnnamed = false;
  const add = (record: RecordSnapshot | null) => {
    if (record === null) hasUnnamed = true;
    else records.push(record);
  };
  if (list === 'subaccounts') {
    const pages = allPages((page) => pool.listSubaccounts(undefined, page), { bound: BOUND });
    for await (const { items } of listForChange(pages))
      for (const each of items) add(subaccountSnapshot(each));
  } else {
    const pages = allPages((page) => pool.listPaymentSettings(list, undefined, page), {
      bound: BOUND,
    });
    for await (const { items } of listForChange(pages, withoutWhatMoves))
      for (const each of items) {
        const seen = paymentsSnapshot(list, each);
        const earlier = seen && inEarlierForm(seen, each);
        if (seen && earlier) earlierForms.set(seen, earlier);
        add(seen);
      }
  }
  return { records, hasUnnamed, earlierForms };
}
