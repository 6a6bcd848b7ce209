import type { Db } from '../store/schema.js';
import type { Tx } from '../store/store.js';

interface Key {
  readonly guildId: string;
  readonly id: string;
}

/**
 * Things of one kind that a server has: rules, schedules. Each is JSON in the table `document`. `atOf`
 * gives the moment (ms) that it is looked for by, such as when it is due.
 */
export function documents<Document extends Key>(
  kind: string,
  atOf: (document: Document) => number | null = () => null,
) {
  const rows = (db: Db) => db.selectFrom('document').select('data').where('kind', '=', kind);
  const ofServer = (db: Db, guildId: string) => rows(db).where('guild', '=', guildId);
  const read = async (found: ReturnType<typeof rows>): Promise<Document[]> =>
    (await found.execute()).map(({ data }) => JSON.parse(data));

  return {
    async find(db: Db, { guildId, id }: Key): Promise<Document | null> {
      const [document = null] = await read(ofServer(db, guildId).where('id', '=', id));
      return document;
    },
    list: (db: Db, guildId: string) => read(ofServer(db, guildId)),
    /** Those without a moment. */
    listOpen: (db: Db, guildId: string) => read(ofServer(db, guildId).where('at', 'is', null)),
    /** Those whose moment is not before `from` (ms), the latest first. */
    listFrom: (db: Db, guildId: string, from: number) =>
      read(ofServer(db, guildId).where('at', '>=', from).orderBy('at', 'desc')),
    /** Those of all servers whose moment has come, the longest due first. */
    due: (db: Db, now: number, limit: number) =>
      read(rows(db).where('at', '<=', now).orderBy('at').limit(limit)),
    /** Adds it, or replaces the one with its id. */
    async save(tx: Tx, document: Document): Promise<void> {
      const { guildId: guild, id } = document;
      const set = { at: atOf(document), data: JSON.stringify(document) };
      await tx
        .insertInto('document')
        .values({ guild, kind, id, ...set })
        .onConflict((on) => on.columns(['guild', 'kind', 'id']).doUpdateSet(set))
        .execute();
    },
    async remove(tx: Tx, { guildId: guild, id }: Key): Promise<void> {
      await tx
        .deleteFrom('document')
        .where((is) => is.and({ guild, kind, id }))
        .execute();
    },
    /** Removes those of all servers whose moment is before that one (ms). */
    async removeBefore(db: Db, before: number): Promise<void> {
      await db.deleteFrom('document').where('kind', '=', kind).where('at', '<', before).execute();
    },
  };
}
