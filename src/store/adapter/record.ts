import { z } from 'zod';

/** In ms since 1970; null = never. */
const expires = z.int().nullable();

/** One thing in a store, in a form that all three adapters share. */
export const storeRecord = z.discriminatedUnion('kind', [
  /** `text`: the value as it is stored (`toText`). */
  z.object({
    kind: z.literal('entry'),
    space: z.string(),
    key: z.string(),
    text: z.string(),
    expires,
  }),
  z.object({ kind: z.literal('claim'), key: z.string(), expires }),
  z.object({
    kind: z.literal('stream'),
    stream: z.string(),
    seq: z.int().min(1),
    text: z.string(),
  }),
]);
export type StoreRecord = z.output<typeof storeRecord>;
export type EntryRecord = Extract<StoreRecord, { kind: 'entry' }>;
export type ClaimRecord = Extract<StoreRecord, { kind: 'claim' }>;
export type StreamRecord = Extract<StoreRecord, { kind: 'stream' }>;

export function isEntry(record: StoreRecord): record is EntryRecord {
  return record.kind === 'entry';
}

export function isClaim(record: StoreRecord): record is ClaimRecord {
  return record.kind === 'claim';
}

export function isOfStream(record: StoreRecord): record is StreamRecord {
  return record.kind === 'stream';
}

/** `at` in ms. */
export function isAlive(record: StoreRecord, at: number): boolean {
  return record.kind === 'stream' || record.expires === null || record.expires > at;
}
