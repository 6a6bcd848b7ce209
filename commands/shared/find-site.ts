import type { Context } from '../../src/command.js';
import { UserError } from '../../src/domain/errors/user-errors.js';
import { namesAndSites, type Site } from '../../src/pool-api/lists/known-names.js';
import { severalSitesWords, unknownSiteWords } from '../../src/views/pool/sites.js';

/** Finds a site by id (from autocomplete) or name. Throws a UserError if unknown or ambiguous. */
export async function findSite(
  typed: string,
  context: Context,
  listed = namesAndSites,
): Promise<Site> {
  const { sites: known } = await listed(context.pool);
  const wanted = typed.trim().toLowerCase();
  const byId = known.find(({ id }) => id.toLowerCase() === wanted);
  if (byId !== undefined) return byId;
  const [found, ...others] = known.filter(({ name, otherNames = [] }) =>
    [name, ...otherNames].some((each) => each.toLowerCase() === wanted),
  );
  if (found === undefined) {
    const names = known.map(({ name }) => name);
    throw new UserError(unknownSiteWords(typed, names));
  }
  if (others.length > 0) {
    const ids = [found, ...others].map(({ id }) => id);
    throw new UserError(severalSitesWords(typed, ids));
  }
  return found;
}
