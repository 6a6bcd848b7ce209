import { z } from 'zod';
import { checkRow } from '../store/rows.js';
import type { Store } from '../store/store.js';

const SPACE = 'application';
const BOUND = 'bound';
const record = z.object({ id: z.string() });

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

/** The id of the application that the store belongs to; undefined = none yet. */
export async function boundApplication(
  store: Pick<Store, 'namespace'>,
): Promise<string | undefined> {
  return idIn(await store.namespace(SPACE).get(BOUND));
}

function idIn(stored: unknown): string | undefined {
  return checkRow({ space: SPACE, schema: record }, BOUND, stored)?.id;
}

/**
 * Binds the store to the application at its first start. Throws `WrongApplication` if it is bound
 * to one other than `previousId`: to that bot, every server in the store would seem to have been
 * left.
 */
export async function bindApplication(
  store: Store,
  applicationId: string,
  previousId?: string,
): Promise<void> {
  const now = await store.namespace(SPACE).get(BOUND);
  const bound = idIn(now);
  if (bound === applicationId) return;
  if (bound !== undefined && bound !== previousId) throw new WrongApplication(bound, applicationId);
  if (await store.compareAndSet<unknown>(SPACE, BOUND, { now, next: { id: applicationId } }))
    return;
  // Another process was faster, perhaps with a different token.
  await bindApplication(store, applicationId, previousId);
}
