/**
 * What a message tells of the trail it was drawn from: the number of the newest entry, and the
 * head of its hash. People keep it outside the store, so it shows when the store lost entries.
 */
export interface Witness {
  readonly seq: number;
  /** The first eight hex digits of the entry's hash. */
  readonly head: string;
}

/** As much of an entry's hash as people are shown. */
export function headOf(hash: string): string {
  return hash.slice(0, 8);
}

/** Null of a trail without entries, which says nothing. */
export function witnessOf(place: {
  readonly lastSeq: number;
  readonly lastHash: string;
}): Witness | null {
  const { lastSeq, lastHash } = place;
  return lastSeq === 0 ? null : { seq: lastSeq, head: headOf(lastHash) };
}

/** `entry 41 · 9f3ac2e1`: stands at the end of a footer. */
export function witnessText({ seq, head }: Witness): string {
  return `entry ${seq} · ${head}`;
}

/** The same of an audit post alone, whose footer is nothing else. */
export function readAuditWitness(footer: string | null): Witness | null {
  return footer?.startsWith('entry ') === true ? readWitness(footer) : null;
}

/** Null where the footer ends otherwise, as in messages of earlier versions. */
export function readWitness(footer: string | null): Witness | null {
  const [, seq, head] = /(?:^| · )entry ([1-9]\d{0,14}) · ([\da-f]{8})$/.exec(footer ?? '') ?? [];
  return seq === undefined || head === undefined ? null : { seq: Number(seq), head };
}
