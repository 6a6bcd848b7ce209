import { createHash } from 'node:crypto';
import type { Db, Tables } from '../store/schema.js';
import type { Tx } from '../store/store.js';

export type AuditEntry = Tables['audit'];

type NewEntry = Pick<AuditEntry, 'guild' | 'at' | 'actor' | 'step'> & {
  readonly change?: number;
  readonly details: object;
};

/** Appends to the server's trail, in the transaction that it records. Returns the entry's number. */
export async function appendAudit(tx: Tx, { details, ...step }: NewEntry): Promise<number> {
  const last = await tx
    .selectFrom('audit')
    .select(['seq', 'hash'])
    .where('guild', '=', step.guild)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  const entry = {
    ...step,
    change: step.change ?? null,
    details: JSON.stringify(details),
    seq: (last?.seq ?? 0) + 1,
    previous_hash: last?.hash ?? '',
  };
  await tx
    .insertInto('audit')
    .values({ ...entry, hash: hashOf(entry) })
    .execute();
  return entry.seq;
}

/** Entries of a server, oldest first: some thousands in ten years. */
export function auditEntries(db: Db, guild: string): Promise<readonly AuditEntry[]> {
  return db.selectFrom('audit').selectAll().where('guild', '=', guild).orderBy('seq').execute();
}

/** `brokenAt`: number of the first entry that was changed or is missing. */
export async function verifyAudit(
  db: Db,
  guild: string,
): Promise<{ readonly entries: number; readonly brokenAt: number | null }> {
  let entries = 0;
  let previous = '';
  for (const entry of await auditEntries(db, guild)) {
    const isWhole =
      entry.seq === entries + 1 && entry.previous_hash === previous && entry.hash === hashOf(entry);
    if (!isWhole) return { entries, brokenAt: entries + 1 };
    entries = entry.seq;
    previous = entry.hash;
  }
  return { entries, brokenAt: null };
}

/** SHA-256 over the entry's values in a fixed order, with the hash of the one before. */
function hashOf(entry: Omit<AuditEntry, 'hash'>): string {
  const { guild, seq, at, actor, step, change, details, previous_hash } = entry;
  const values = [previous_hash, guild, seq, at, actor, step, change, details];
  return createHash('sha256').update(JSON.stringify(values)).digest('hex');
}
