import type { Clock } from '../domain/clock.js';
import type { Guilds } from '../guilds/guilds.js';
import type { Messages } from '../messages.js';
import type { Store } from '../store/store.js';
import { settle } from '../domain/settle.js';
import { auditNonce } from './audit-nonce.js';
import { createFarewells } from './farewells.js';
import { auditReply, type AuditLine } from '../views/audit.js';
import type { ChangeInWords } from './describing.js';
import { parseEntry } from './entry.js';
import type { Lanes } from './lanes.js';
import { createRetries } from './retries.js';
import { readTrail, trailOf } from './trail.js';

/**
 * Tells the audit channel what the trail says, in order and without a gap, also after a restart
 * or while Discord was away. A post that fails is tried again with the next entry, and at growing
 * gaps until there is one; it never holds up a change. With each entry comes the head of its hash, so the channel witnesses the
 * trail from outside the store.
 */
export interface AuditPosts {
  /** Posts what has not been posted yet. Never throws. */
  catchUp(guildId: string): Promise<void>;
  /** Tries again what failed, where that is due. Never throws. */
  retry(): Promise<void>;
}

export interface AuditPostsParts {
  readonly store: Store;
  readonly guilds: Guilds;
  readonly messages: Messages;
  /** A change in a few words; null where there is none. */
  readonly inWords: (guildId: string, changeId: string) => Promise<ChangeInWords | null>;
  readonly clock: Clock;
  readonly lanes: Lanes;
  readonly onTrouble: (what: string, error: unknown) => void;
}

/** What one embed holds, each as long as a line may be (`MOST_OF_A_LINE`). */
const AT_ONCE = 8;

export function createAuditPosts(parts: AuditPostsParts): AuditPosts {
  const { store, guilds, messages, lanes, onTrouble } = parts;
  /** The last entry that needs no post any more. */
  const posted = store.space<number>('audit-posted');
  const farewells = createFarewells({ store, guilds, messages, onTrouble });

  async function post(guildId: string): Promise<void> {
    const { auditChannelId } = await guilds.settings(guildId);
    const last = await store.lastSeq(trailOf(guildId));
    const from = ((await posted.get(guildId)) ?? 0) + 1;
    for (let seq = from; seq <= last; seq += AT_ONCE) {
      const lines = await linesFrom(guildId, seq);
      const end = lines.at(-1)?.entry.seq ?? last;
      if (auditChannelId !== undefined) {
        // The same nonce after a crash in between: Discord gives the same message again.
        await messages.post(auditChannelId, auditReply(lines), auditNonce(auditChannelId, lines));
      }
      await posted.set(guildId, end);
    }
  }

  async function linesFrom(guildId: string, from: number): Promise<AuditLine[]> {
    const lines: AuditLine[] = [];
    for await (const text of readTrail(store, guildId, from)) {
      const entry = parseEntry(text);
      const change = 'change' in entry ? await parts.inWords(guildId, entry.change) : null;
      lines.push({ entry, change });
      if (lines.length === AT_ONCE) break;
    }
    return lines;
  }

  const retries = createRetries<string>(parts.clock);

  function catchUp(guildId: string): Promise<void> {
    return lanes.run(`audit:${guildId}`, async () => {
      const told = await settle(post(guildId));
      if (!told.ok) onTrouble('the audit channel could not be told', told.error);
      // Whether or not the channel of now could be told.
      const parted = await settle(farewells.say(guildId));
      if (!parted.ok) onTrouble('the audit channel before could not be told', parted.error);
      const failed = [told, parted].find(({ ok }) => !ok);
      if (failed?.ok === false) retries.failed(guildId, guildId, failed.error);
      else retries.succeeded(guildId);
    });
  }

  return {
    catchUp,
    async retry() {
      for (const guildId of retries.due()) await catchUp(guildId);
    },
  };
}
