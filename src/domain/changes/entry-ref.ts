/**
 * The trail's newest entry when a message was drawn. Messages live outside the store, so it reveals
 * that the store lost entries.
 */
export interface EntryRef {
  readonly seq: number;
  /** The first eight hex digits of the entry's hash. */
  readonly head: string;
}

/** The part of an entry's hash that people are shown. */
export function hashPrefix(hash: string): string {
  return hash.slice(0, 8);
}

/** Null for an empty trail. */
export function entryRefOf(place: {
  readonly lastSeq: number;
  readonly lastHash: string;
}): EntryRef | null {
  const { lastSeq, lastHash } = place;
  return lastSeq === 0 ? null : { seq: lastSeq, head: hashPrefix(lastHash) };
}

/** `entry 41 · 9f3ac2e1`, for the end of a footer. */
export function entryRefText({ seq, head }: EntryRef): string {
  return `entry ${seq} · ${head}`;
}

/** As `readEntryRef`, but only for an audit post, whose footer has nothing else. */
export function readAuditEntryRef(footer: string | null): EntryRef | null {
  return footer?.startsWith('entry ') === true ? readEntryRef(footer) : null;
}

/** Null for a footer without one, as in earlier versions' messages. */
export function readEntryRef(footer: string | null): EntryRef | null {
  const [, seq, head] =
    /(?:^| · )(?:drawn at )?entry ([1-9]\d{0,14}) · ([\da-f]{8})$/.exec(footer ?? '') ?? [];
  return seq === undefined || head === undefined ? null : { seq: Number(seq), head };
}
