import { randomUUID } from 'node:crypto';
import { CLOSED, closedError, type ClosedMark } from '../closed-store.js';
import { StoreUnusable } from '../unusable.js';
import { batchesOf } from './batches.js';
import { closeUnused } from './close-unused.js';
import { areSame, digestOf, digestText, type Digest } from './digest.js';
import { findMark, type ExclusiveAccess } from './exclusive-access.js';
import { isEntry, type StoreRecord } from '../adapter/record.js';
import type { BulkStore } from '../adapter/bulk-store.js';
import { MINUTE_MS } from '../../domain/time/units.js';

/** What a store is filled from: another store, or a backup. */
export interface RecordSource {
  readonly name: string;
  /** The same for the same content, so that an interrupted filling is continued. */
  readonly id: string;
  records(after?: StoreRecord): AsyncIterable<StoreRecord>;
}

type FillingMark = Extract<ClosedMark, { state: 'filling' }>;

/** A filling that has begun: only this run may write. */
export interface StoreFilling {
  readonly access: ExclusiveAccess;
  readonly mark: FillingMark;
}

/** Two walks are compared by what lives for this much longer. */
const COMPARED_AHEAD_MS = 10 * MINUTE_MS;

/**
 * Throws `StoreUnusable` unless the store is empty, or partly filled by the same source; what another
 * interrupted filling left is removed.
 */
export async function beginFilling(
  target: BulkStore,
  { id, name }: RecordSource,
): Promise<StoreFilling> {
  const found = await findMark(target);
  const before = found.mark;
  if (before?.state === 'deleting') throw closedError(before);
  if (before !== undefined && before.state !== 'filling')
    throw new StoreUnusable(
      `${target.name} was itself moved, or is being moved. Choose another target.`,
    );
  if (before === undefined) await refuseFilled(target);
  const goesOn = before?.id === id;
  const mark: FillingMark = goesOn ? before : { state: 'filling', id, at: Date.now(), from: name };
  const access = await closeUnused(target, { found, mark });
  try {
    // Another run may have filled it, and ended, since it was looked at.
    if (before === undefined) await refuseFilled(target);
  } catch (error) {
    await access.giveBack();
    throw error;
  }
  if (before !== undefined && !goesOn) await removeAll({ access, mark });
  return { access, mark };
}

/**
 * Copies everything and compares both sides. The target stays closed until its mark is taken away.
 * Throws `StoreUnusable` if the two differ in the end, or another run has taken over.
 */
export async function fill({ access, mark }: StoreFilling, source: RecordSource): Promise<Digest> {
  const target = access.store;
  const startedAt = Date.now();
  for await (const batch of batchesOf(withoutMark(source.records(mark.after))))
    await access.write({ ...mark, after: placeOf(batch.at(-1)) }, { put: batch });
  const now = Date.now();
  const asOf = now + COMPARED_AHEAD_MS + 3 * (now - startedAt);
  const written = await digestOf(withoutMark(target.records()), asOf);
  const wanted = await digestOf(withoutMark(source.records()), asOf);
  if (areSame(written, wanted)) return written;
  // Under another id the next run clears it and starts over, in place of going on from the end.
  await access.write({ ...mark, id: randomUUID() });
  throw new StoreUnusable(
    `${target.name} differs from ${source.name}: ${digestText(written)} against ${digestText(wanted)}. ` +
      'It stays closed. Did something else write to one of them? Stop it, and run this again.',
  );
}

/** A record may be long, and is written already. */
function placeOf(record: StoreRecord | undefined): StoreRecord | undefined {
  return record === undefined || record.kind === 'claim' ? record : { ...record, text: '' };
}

/** Throws `StoreUnusable` while the store is being filled. */
export async function refuseIncomplete(store: BulkStore): Promise<void> {
  const { mark } = await findMark(store);
  if (mark?.state === 'filling') throw closedError(mark);
}

async function refuseFilled(target: BulkStore): Promise<void> {
  for await (const record of withoutMark(target.records())) {
    throw new StoreUnusable(
      `${target.name} isn’t empty (it holds ${whatIs(record)}). Nothing has been changed. Choose an empty one.`,
    );
  }
}

function whatIs(record: StoreRecord): string {
  if (record.kind === 'stream') return `the stream ${record.stream}`;
  return isEntry(record) ? `what Pitboss keeps under “${record.space}”` : `the claim ${record.key}`;
}

/** All but the mark. Entry after entry of a stream is one removal of the whole stream. */
async function removeAll({ access, mark }: StoreFilling): Promise<void> {
  for await (const remove of batchesOf(withoutMark(access.store.records())))
    await access.write(mark, { remove });
}

/** What a store holds beside the mark that closes it. */
export async function* withoutMark(
  records: AsyncIterable<StoreRecord>,
): AsyncGenerator<StoreRecord> {
  for await (const record of records)
    if (!(isEntry(record) && record.space === CLOSED.space)) yield record;
}
