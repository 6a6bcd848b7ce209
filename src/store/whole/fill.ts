import { randomUUID } from 'node:crypto';
import { CLOSED, closedError, readClosed, refuseClosed, type ClosedMark } from '../closed.js';
import { fromText, toText } from '../adapter/namespace.js';
import { StoreUnusable } from '../unusable.js';
import { areSame, digestOf, digestText, type Digest } from './digest.js';
import { isAlive, isEntry, type StoreRecord } from '../adapter/record.js';
import { stillUsed, type WholeStore } from '../adapter/whole-store.js';

/** What a store is filled from: another store, or a backup. */
export interface Source {
  readonly name: string;
  /** The same for the same content, so that an interrupted filling is continued. */
  readonly id: string;
  records(after?: StoreRecord): AsyncIterable<StoreRecord>;
}

export type Filling = Extract<ClosedMark, { state: 'filling' }>;

/** Records in one write; texts of so many characters end it sooner. */
const BATCH = 500;
const BATCH_CHARACTERS = 2_000_000;
/** Batches between two notes of how far it has come. */
const NOTED_EACH = 2;
/** Two walks are compared by what lives for this much longer. */
const COMPARED_AHEAD_MS = 600_000;

/**
 * Throws `StoreUnusable` unless the store is empty, or partly filled by the same source; what another
 * interrupted filling left is removed.
 */
export async function beginFilling(target: WholeStore, { id, name }: Source): Promise<Filling> {
  const found = await closedMark(target);
  if (found?.state === 'deleting') throw closedError(found);
  if (found !== undefined && found.state !== 'filling')
    throw new StoreUnusable(
      `${target.name} was itself moved, or is being moved. Choose another target.`,
    );
  if (found?.id === id) return found;
  if (found === undefined) await refuseFilled(target);
  const mark: Filling = { state: 'filling', id, at: Date.now(), from: name };
  await closeUnused(target, mark);
  if (found !== undefined) await removeAll(target);
  return mark;
}

/**
 * Closes a store that nobody uses. One may have started after the first look, and before it could
 * see the mark: then the mark is taken back, and `StoreUnusable` is thrown.
 */
export async function closeUnused(store: WholeStore, mark: ClosedMark): Promise<void> {
  const before = await closedMark(store);
  await setMark(store, mark);
  try {
    await refuseUsed([store]);
  } catch (error) {
    await setMark(store, before ?? null);
    throw error;
  }
}

/** Throws `StoreUnusable` if a bot is connected. `warn` is told where that isn't known. */
export async function refuseUsed(
  stores: readonly WholeStore[],
  warn: (sentence: string) => void = () => undefined,
): Promise<void> {
  for (const store of stores) {
    const others = await store.others();
    if (others === null)
      warn(
        `${store.name} doesn't say who is connected. Make sure that every Pitboss process is stopped.`,
      );
    else if (others > 0) throw stillUsed(store.name);
  }
}

/**
 * Copies everything and compares both sides. The target stays closed until its mark is taken away.
 * Throws `StoreUnusable` if the two differ in the end.
 */
export async function fill(target: WholeStore, source: Source, mark: Filling): Promise<Digest> {
  const startedAt = Date.now();
  let batches = 0;
  for await (const batch of batchesOf(withoutMark(source.records(mark.after)))) {
    await target.put(batch);
    batches++;
    if (batches % NOTED_EACH === 0) await setMark(target, { ...mark, after: batch.at(-1) });
  }
  const now = Date.now();
  const asOf = now + COMPARED_AHEAD_MS + 3 * (now - startedAt);
  const written = await digestOf(withoutMark(target.records()), asOf);
  const wanted = await digestOf(withoutMark(source.records()), asOf);
  if (areSame(written, wanted)) return written;
  // Under another id the next run clears it and starts over, in place of going on from the end.
  await setMark(target, { ...mark, id: randomUUID() });
  throw new StoreUnusable(
    `${target.name} differs from ${source.name}: ${digestText(written)} against ${digestText(wanted)}. ` +
      'It stays closed. Did something else write to one of them? Stop it, and run this again.',
  );
}

export async function closedMark(store: WholeStore): Promise<ClosedMark | undefined> {
  return readClosed(fromText(await store.entry(CLOSED)));
}

/** Null = the store is open again. */
export async function setMark(store: WholeStore, mark: ClosedMark | null): Promise<void> {
  if (mark === null) await store.remove([markRecord(null)]);
  else await store.put([markRecord(mark)]);
}

function markRecord(mark: ClosedMark | null): StoreRecord {
  return { kind: 'entry', ...CLOSED, text: toText(mark), expires: null };
}

/** Throws `StoreUnusable` while the store is being filled. */
export async function refuseIncomplete(store: WholeStore): Promise<void> {
  const found = await closedMark(store);
  if (found?.state === 'filling') refuseClosed(found);
}

async function refuseFilled(target: WholeStore): Promise<void> {
  for await (const record of target.records()) {
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
async function removeAll(target: WholeStore): Promise<void> {
  for await (const batch of batchesOf(withoutMark(target.records()))) await target.remove(batch);
}

/** What a store holds beside the mark that closes it. */
export async function* withoutMark(
  records: AsyncIterable<StoreRecord>,
): AsyncGenerator<StoreRecord> {
  for await (const record of records)
    if (!(isEntry(record) && record.space === CLOSED.space)) yield record;
}

async function* batchesOf(records: AsyncIterable<StoreRecord>): AsyncGenerator<StoreRecord[]> {
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
