import type { Db, Tables } from '../store/schema.js';
import type { Tx } from '../store/store.js';
import { isOpen, type Change } from './change.js';

export async function findChange(db: Db, guildId: string, number: number): Promise<Change | null> {
  const [found = null] = await listChanges(db, guildId, { number });
  return found;
}

export type ListFilter = Partial<Pick<Change, 'number' | 'state' | 'touches' | 'requester'>> & {
  readonly isOpen?: true;
};

/** Newest first. */
export async function listChanges(
  db: Db,
  guildId: string,
  { isOpen, ...columns }: ListFilter = {},
): Promise<readonly Change[]> {
  const wanted = { guild: guildId, ...columns, ...(isOpen && { is_open: 1 }) };
  const rows = await db
    .selectFrom('change')
    .select('data')
    .where((is) => is.and(wanted))
    .orderBy('number', 'desc')
    .execute();
  return rows.map(parse);
}

/** Changes that are due now, of all servers. */
export async function dueChanges(
  db: Db,
  { now, limit }: { readonly now: number; readonly limit: number },
): Promise<readonly Change[]> {
  const due = db.selectFrom('change').select('data').where('due_at', '<=', now);
  const rows = await due.orderBy('due_at').limit(limit).execute();
  return rows.map(parse);
}

/** Null if another open change touches the same thing (the unique index decides). */
export async function insertChange(tx: Tx, draft: Omit<Change, 'number'>): Promise<Change | null> {
  const { last } = await tx
    .selectFrom('change')
    .select((row) => row.fn.max('number').as('last'))
    .where('guild', '=', draft.guildId)
    .executeTakeFirstOrThrow();
  const change = { ...draft, number: (last ?? 0) + 1 };
  const inserted = await tx
    .insertInto('change')
    .values(rowOf(change))
    .onConflict((on) => on.doNothing())
    .returning('number')
    .executeTakeFirst();
  return inserted ? change : null;
}

export async function updateChange(tx: Tx, change: Change): Promise<void> {
  await tx
    .updateTable('change')
    .set(rowOf(change))
    .where('guild', '=', change.guildId)
    .where('number', '=', change.number)
    .execute();
}

/** The columns are what queries look for; `data` is the change itself. */
function rowOf(change: Change): Tables['change'] {
  return {
    guild: change.guildId,
    number: change.number,
    state: change.state,
    touches: change.touches,
    is_open: isOpen(change) ? 1 : 0,
    requester: change.requester,
    due_at: change.dueAt,
    data: JSON.stringify(change),
  };
}

function parse({ data }: Pick<Tables['change'], 'data'>): Change {
  return JSON.parse(data);
}
