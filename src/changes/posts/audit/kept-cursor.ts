/** Part of a store namespace. */
interface CursorSpace<Cursor> {
  get(guildId: string): Promise<Cursor | undefined>;
  set(guildId: string, cursor: Cursor): Promise<unknown>;
}

/**
 * How far something has come in each guild's trail. A cursor that the store doesn't take is kept in
 * memory until it does, so that nothing is posted twice; until then `get` throws.
 */
export function createCursors<Cursor>(
  stored: CursorSpace<Cursor>,
  seqOf: (cursor: Cursor) => number,
): CursorSpace<Cursor> {
  const unsaved = new Map<string, Cursor>();

  async function set(guildId: string, cursor: Cursor): Promise<void> {
    unsaved.set(guildId, cursor);
    await stored.set(guildId, cursor);
    unsaved.delete(guildId);
  }

  return {
    async get(guildId) {
      const saved = await stored.get(guildId);
      const kept = unsaved.get(guildId);
      // Another process may be further by now.
      if (kept === undefined || (saved !== undefined && seqOf(saved) > seqOf(kept))) return saved;
      await set(guildId, kept);
      return kept;
    },
    set,
  };
}
