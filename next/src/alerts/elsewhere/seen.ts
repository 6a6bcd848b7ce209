import type { Kysely } from 'kysely';
import type { Tables } from '../../store/schema.js';
import type { Tx } from '../../store/store.js';
import type { Listed, Value } from './records.js';

/** What was seen of one thing, and differences that were seen once. */
export interface Seen {
  /** Null: it was not listed. */
  readonly record: Listed | null;
  /** By key. */
  readonly suspects: Readonly<Record<string, Suspect>>;
  /** Since when `record` has been as it is (ms). */
  readonly at: number;
}

export interface Suspect {
  /** Null: no longer listed. */
  readonly value: Value | null;
  /** When it was seen, and when its list was read before that (ms). */
  readonly since: number;
  readonly lastSame: number;
}

interface ListName {
  readonly guild: string;
  readonly list: string;
}

/** By thing. */
export async function readSeen(
  db: Kysely<Tables>,
  { guild, list }: ListName,
): Promise<Map<string, Seen>> {
  const rows = await db
    .selectFrom('seen')
    .selectAll()
    .where('guild', '=', guild)
    .where('list', '=', list)
    .execute();
  return new Map(
    rows.map(({ thing, record, suspect, seen_at: at }) => [
      thing,
      { record: JSON.parse(record ?? 'null'), suspects: JSON.parse(suspect ?? '{}'), at },
    ]),
  );
}

/** Null: nothing is known of it any more. */
export async function saveSeen(
  tx: Tx,
  { guild, list }: ListName,
  [thing, seen]: readonly [string, Seen | null],
): Promise<void> {
  await tx
    .deleteFrom('seen')
    .where('guild', '=', guild)
    .where('list', '=', list)
    .where('thing', '=', thing)
    .execute();
  if (seen === null) return;
  const { record, suspects, at } = seen;
  const since = Object.values(suspects).map((suspect) => suspect.since);
  const row = {
    record: record && JSON.stringify(record),
    suspect: since.length === 0 ? null : JSON.stringify(suspects),
    suspect_at: since.length === 0 ? null : Math.min(...since),
    seen_at: at,
  };
  await tx
    .insertInto('seen')
    .values({ guild, list, thing, ...row })
    .execute();
}
