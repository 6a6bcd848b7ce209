import type { Guilds } from '../guilds/guilds.js';
import type { Messages } from '../messages.js';
import type { Store } from '../store/store.js';
import { auditReply } from '../views/audit.js';
import { parseEntry, type Entry } from './entry.js';
import type { Lanes } from './lanes.js';
import { trailOf } from './trail.js';

/**
 * Tells the audit channel what the trail says, in order and without a gap, also after a restart
 * or while Discord was away. A post that fails is tried again with the next entry; it never
 * holds up a change. With each entry comes the head of its hash, so the channel witnesses the
 * trail from outside the store.
 */
export interface AuditPosts {
  /** Posts what has not been posted yet. Never throws. */
  catchUp(guildId: string): Promise<void>;
}

export interface AuditPostsParts {
  readonly store: Store;
  readonly guilds: Guilds;
  readonly messages: Messages;
  readonly lanes: Lanes;
  readonly onTrouble: (what: string, error: unknown) => void;
}

const AT_ONCE = 10;

export function createAuditPosts(parts: AuditPostsParts): AuditPosts {
  const { store, guilds, messages, lanes, onTrouble } = parts;
  /** The last entry that needs no post any more. */
  const posted = store.space<number>('audit-posted');

  async function post(guildId: string): Promise<void> {
    const { auditChannelId } = await guilds.settings(guildId);
    const last = await store.lastSeq(trailOf(guildId));
    const from = ((await posted.get(guildId)) ?? 0) + 1;
    if (auditChannelId !== undefined) {
      for (let seq = from; seq <= last; seq += AT_ONCE) {
        const entries = await entriesFrom(guildId, seq);
        const end = entries.at(-1)?.seq ?? last;
        // The same nonce after a crash in between: Discord gives the same message again.
        await messages.post(auditChannelId, auditReply(entries), `audit-${seq}-${end}`);
        await posted.set(guildId, end);
      }
    } else if (from <= last) await posted.set(guildId, last);
  }

  async function entriesFrom(guildId: string, from: number): Promise<Entry[]> {
    const entries: Entry[] = [];
    for await (const { entry } of store.read(trailOf(guildId), from)) {
      entries.push(parseEntry(entry));
      if (entries.length === AT_ONCE) break;
    }
    return entries;
  }

  return {
    catchUp: (guildId) =>
      lanes.run(`audit:${guildId}`, async () => {
        try {
          await post(guildId);
        } catch (error) {
          onTrouble('the audit channel could not be told', error);
        }
      }),
  };
}
