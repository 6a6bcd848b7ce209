import { DELETED_SERVERS } from '../../domain/guild/deleted-servers.js';
import { toResult } from '../../domain/errors/result.js';
import type { Store } from '../../store/store.js';
import { GUILDS, guildsWithEntries } from './stored-trail.js';

/**
 * The store's list of trails. What happens without a click would pass by a server that is missing
 * from it, so each process once looks at the names of the streams too.
 */
export function createTrailList(
  store: Pick<Store, 'append' | 'lastSeq' | 'read' | 'streamNames' | 'namespace'>,
) {
  const deleted = store.namespace<number>(DELETED_SERVERS);
  /** With entries, but missing from the list; null until this process has looked. */
  let unlisted: Set<string> | null = null;

  async function register(guildId: string): Promise<void> {
    for (;;) {
      const last = await store.lastSeq(GUILDS);
      if (await store.append(GUILDS, last + 1, guildId)) break;
    }
    // Before any entry, so that there is never a trail whose loss would look like that deletion.
    await deleted.delete(guildId);
  }

  async function findUnlisted(listed: ReadonlySet<string>): Promise<Set<string>> {
    const missing = await guildsWithEntries(store);
    for (const guildId of ['', ...listed]) missing.delete(guildId);
    return missing;
  }

  return {
    /** Call before the first entry. */
    register,
    /** Every guild that has a trail. Those that the list lacked are entered in it. */
    async *guilds(): AsyncIterable<string> {
      const listed = new Set<string>();
      for await (const { entry: guildId } of store.read(GUILDS, 1)) {
        // An unreadable row names nobody; `npm run verify-audit` reports it.
        if (guildId !== '' && !listed.has(guildId)) yield guildId;
        listed.add(guildId);
      }
      unlisted ??= await findUnlisted(listed);
      for (const guildId of unlisted) if (!listed.has(guildId)) yield guildId;
      // Where the store takes no writes, a later walk tries again.
      for (const guildId of unlisted)
        if (listed.has(guildId) || (await toResult(register(guildId))).ok) unlisted.delete(guildId);
    },
  };
}
