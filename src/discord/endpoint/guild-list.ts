import { Routes, type REST } from 'discord.js';
import { z } from 'zod';

const page = z.array(z.object({ id: z.string().regex(/^\d{17,20}$/) }));
/** The most that Discord returns per page. */
const PAGE = 200;

/**
 * The ids of all guilds that the bot is in. Throws rather than return a partial list, because a
 * guild that is missing counts as one the bot has left.
 */
export async function readGuildIds(rest: Pick<REST, 'get'>): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  for (let after = '0'; ;) {
    const query = new URLSearchParams({ limit: String(PAGE), after });
    const listed = page.parse(await rest.get(Routes.userGuilds(), { query }));
    // Only an empty page is the end: a page may be short for any reason.
    if (listed.length === 0) return ids;
    for (const { id } of listed) {
      ids.add(id);
      if (BigInt(id) > BigInt(after)) after = id;
    }
    if (after !== query.get('after')) continue;
    throw new Error('Discord gives the same page of its list of servers again');
  }
}
