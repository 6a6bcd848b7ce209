import { ChannelRefused } from '../domain/errors.js';
import { settle } from '../domain/settle.js';
import type { Guilds } from '../guilds/guilds.js';
import type { Messages } from '../messages.js';
import type { Store } from '../store/store.js';
import { auditReply } from '../views/audit.js';
import { auditNonce } from './audit-nonce.js';
import { parseEntry, type Entry } from './entry.js';
import { readTrail } from './trail.js';

/**
 * An audit channel that is told no longer hears of that as its last: who silences it, is seen
 * to. How far this has come is kept apart from what the channel of now was told, so that one
 * that cannot be told never holds up the other. What fails is tried again, so often, and
 * then given up.
 */
export interface Farewells {
  /**
   * Says what is to be said. Throws what kept it from one that is to be tried again; or that the
   * store cannot be reached, or a trail not be read.
   */
  say(guildId: string): Promise<void>;
}

export interface FarewellsParts {
  readonly store: Store;
  readonly guilds: Guilds;
  readonly messages: Messages;
  readonly onTrouble: (what: string, error: unknown) => void;
}

/** The last entry that needs no farewell any more, and how often the next one was tried. */
interface Mark {
  readonly upTo: number;
  readonly tries: number;
}

const MOST_TRIES = 20;

export function createFarewells(parts: FarewellsParts): Farewells {
  const { store, guilds, messages, onTrouble } = parts;
  const marks = store.space<Mark>('audit-farewells');

  /** Null once there is nothing more to be said of this entry; else why that was not to be said. */
  async function sayOf(entry: Entry, present: string | undefined, tries: number): Promise<unknown> {
    let unsaid: unknown = null;
    for (const channelId of channelsLeft(entry)) {
      if (channelId === present) continue;
      const lines = [{ entry, change: null }];
      const told = await settle(
        messages.post(channelId, auditReply(lines), auditNonce(channelId, lines)),
      );
      if (told.ok) continue;
      // Often it was left because it is gone.
      const isHopeless = told.error instanceof ChannelRefused || tries >= MOST_TRIES;
      if (isHopeless) onTrouble('the audit channel before is not told any more', told.error);
      else unsaid = told.error;
    }
    return unsaid;
  }

  return {
    async say(guildId) {
      const { auditChannelId } = await guilds.settings(guildId);
      const before = (await marks.get(guildId)) ?? { upTo: 0, tries: 0 };
      let { upTo, tries } = before;
      let unsaid: unknown = null;
      for await (const text of readTrail(store, guildId, upTo + 1)) {
        const entry = parseEntry(text);
        tries += 1;
        unsaid = await sayOf(entry, auditChannelId, tries);
        if (unsaid !== null) break;
        upTo = entry.seq;
        tries = 0;
      }
      if (upTo !== before.upTo || tries !== before.tries) await marks.set(guildId, { upTo, tries });
      if (unsaid !== null) throw unsaid;
    },
  };
}

function channelsLeft(entry: Entry): readonly string[] {
  if (entry.step !== 'set') return [];
  return entry.details.changed.flatMap(({ what, before }) => (what === 'audit' ? before : []));
}
