import type { MissingGuilds } from './unreported-removals.js';
import type { Store } from '../../store/store.js';
import { MINUTE_MS } from '../../domain/time/units.js';

interface HourlyGuildCheckParts {
  readonly store: Pick<Store, 'hold' | 'release'>;
  readonly missing: Pick<MissingGuilds, 'look'>;
  /** Asks Discord for all servers that the bot is in. */
  readonly readGuilds: () => Promise<void>;
}

const HELD = 'guild-list';
/** Each process looks about once an hour; only one of them all in this time. */
const HELD_FOR_MS = 50 * MINUTE_MS;

/**
 * Over HTTP Discord tells nobody that a server removed the bot: one process of all reads the list
 * of servers and looks by it. After a failure another one may try at once.
 */
export function createHourlyGuildCheck({
  store,
  missing,
  readGuilds,
}: HourlyGuildCheckParts): () => Promise<void> {
  return async () => {
    const hold = await store.hold(HELD, HELD_FOR_MS);
    if (hold === null) return;
    try {
      await readGuilds();
      await missing.look();
    } catch (error) {
      await store.release(HELD, hold);
      throw error;
    }
  };
}
