import { createHash } from 'node:crypto';
import { z } from 'zod';
import { isAlive, isClaim, isEntry, type StoreRecord } from '../adapter/record.js';

/**
 * What a store holds, in figures that two stores can be compared by. `hash`: 64 hex digits, the same
 * in whatever order the records come.
 */
export const digest = z.object({
  entries: z.int(),
  claims: z.int(),
  streamEntries: z.int(),
  hash: z.string(),
});
export type Digest = z.output<typeof digest>;

const MODULUS = 2n ** 256n;

export function createDigest() {
  const counts = { entry: 0, claim: 0, stream: 0 };
  let sum = 0n;
  return {
    add(record: StoreRecord): void {
      counts[record.kind]++;
      const hash = createHash('sha256')
        .update(JSON.stringify(fieldsOf(record)))
        .digest('hex');
      sum = (sum + BigInt(`0x${hash}`)) % MODULUS;
    },
    result: (): Digest => ({
      entries: counts.entry,
      claims: counts.claim,
      streamEntries: counts.stream,
      hash: sum.toString(16).padStart(64, '0'),
    }),
  };
}

/** Of the records that still live at `asOf` (ms), so that two walks at different times compare. */
export async function digestOf(records: AsyncIterable<StoreRecord>, asOf: number): Promise<Digest> {
  const found = createDigest();
  for await (const record of records) if (isAlive(record, asOf)) found.add(record);
  return found.result();
}

export function areSame(one: Digest, other: Digest): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

export function digestText({ entries, claims, streamEntries, hash }: Digest): string {
  const counts = [
    counted(entries, 'entry', 'entries'),
    counted(claims, 'claim', 'claims'),
    counted(streamEntries, 'entry of a trail', 'entries of trails'),
  ];
  return `${counts.join(', ')}, hash ${hash.slice(0, 16)}`;
}

const counted = (count: number, one: string, many: string) =>
  `${count} ${count === 1 ? one : many}`;

function fieldsOf(record: StoreRecord): readonly unknown[] {
  if (isEntry(record)) return ['entry', record.space, record.key, record.text, record.expires];
  if (isClaim(record)) return ['claim', record.key, record.expires];
  return ['stream', record.stream, record.seq, record.text];
}
