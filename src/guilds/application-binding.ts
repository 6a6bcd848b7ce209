import { z } from 'zod';
import { checkRow } from '../store/rows.js';
import type { Store } from '../store/store.js';

const SPACE = 'application';
const BOUND = 'bound';
const record = z.object({
  id: z.string(),
  /** Those that the store belonged to before, oldest first. */
  former: z.array(z.string()).optional(),
});
type Binding = z.output<typeof record>;

/** The token belongs to another application. Its message is for the operator. */
export class WrongApplication extends Error {
  override readonly name = 'WrongApplication';

  constructor(bound: string, given: string) {
    super(
      `DISCORD_TOKEN belongs to the application ${given}, but this store to ${bound}. ` +
        'Nothing has been changed. Set the token of that application, or give this one a ' +
        'DATA_DIR or STORE_URL of its own. To move the store to this application on purpose, ' +
        `set DISCORD_APPLICATION_PREVIOUS=${bound}.`,
    );
  }
}

/** The application may not read what the earlier ones posted. Its message is for the operator. */
export class EarlierPostsHidden extends Error {
  override readonly name = 'EarlierPostsHidden';

  constructor() {
    super(
      'DISCORD_APPLICATION_PREVIOUS is set, but Discord hides from this application what another one ' +
        'posted, which tells whether the store has lost entries. Nothing has been changed. Switch on ' +
        '"Message Content Intent" (developer portal, Bot) for as long as that variable is set.',
    );
  }
}

/** The id of the application that the store belongs to; undefined = none yet. */
export async function boundApplication(
  store: Pick<Store, 'namespace'>,
): Promise<string | undefined> {
  return bindingIn(await store.namespace(SPACE).get(BOUND))?.id;
}

function bindingIn(stored: unknown): Binding | undefined {
  return checkRow({ space: SPACE, schema: record }, BOUND, stored);
}

/**
 * Binds the store to the application at its first start, and returns the ids of those that it belonged
 * to before: their posts tell of its entries too. Throws `WrongApplication` if it is bound
 * to one that `previousIds` doesn't name: to that bot, every server in the store would seem to have been
 * left.
 */
export async function bindApplication(
  store: Store,
  applicationId: string,
  previousIds: readonly string[] = [],
): Promise<readonly string[]> {
  const now = await store.namespace(SPACE).get(BOUND);
  const bound = bindingIn(now);
  const before = bound?.former ?? [];
  const isKnown = previousIds.every((id) => id === applicationId || before.includes(id));
  if (bound?.id === applicationId && isKnown) return before;
  if (bound !== undefined && ![...previousIds, applicationId].includes(bound.id))
    throw new WrongApplication(bound.id, applicationId);
  const all = [...before, bound?.id ?? [], ...previousIds].flat();
  const former = [...new Set(all)].filter((id) => id !== applicationId);
  const next = { id: applicationId, ...(former.length === 0 ? {} : { former }) };
  if (await store.compareAndSet<unknown>(SPACE, BOUND, { now, next })) return former;
  // Another process was faster, perhaps with a different token.
  return bindApplication(store, applicationId, previousIds);
}

/**
 * Throws a `WrongApplication` once the data has been moved to another: what Discord tells this one of its
 * servers is no reason to delete theirs any more.
 */
export async function ensureStillBound(store: Store, applicationId: string): Promise<void> {
  const bound = await boundApplication(store);
  if (bound !== undefined && bound !== applicationId)
    throw new WrongApplication(bound, applicationId);
}
