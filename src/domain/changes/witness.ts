/**
 * The trail's newest entry when a message was drawn. Messages live outside the store, so it reveals
 * that the store lost entries.
 */
export interface Witness {
  readonly seq: number;
  /** The first eight hex digits of the entry's hash. */
  readonly head: string;
}

/** The part of an entry's hash that people are shown. */
export function hashPrefix(hash: string): string {
  return hash.slice(0, 8);
}

/** Null for an empty trail. */
export function witnessOf(place: {
  readonly lastSeq: number;
  readonly lastHash: string;
}): Witness | null {
  const { lastSeq, lastHash } = place;
  return lastSeq === 0 ? null : { seq: lastSeq, head: hashPrefix(lastHash) };
}

/** `entry 41 · 9f3ac2e1`, for the end of a footer. */
export function witnessText({ seq, head }: Witness): string {
  return `entry ${seq} · ${head}`;
}

/** As `readWitness`, but only for an audit post, whose footer has nothing else. */
export function readAuditWitness(footer: string | null): Witness | null {
  return footer?.startsWith('entry ') === true ? readWitness(footer) : null;
}

/** Null for a footer without one, as in earlier versions' messages. */
export function readWitness(footer: string | null): Witness | null {
  const [, seq, head] =
    /(?:^| · )(?:drawn at )?entry ([1-9]\d{0,14}) · ([\da-f]{8})$/.exec(footer ?? '') ?? [];
  return seq === undefined || head === undefined ? null : { seq: Number(seq), head };
}
