import type { Guilds } from '../guilds/guilds.js';
import type { Messages } from '../messages.js';
import type { Store } from '../store/store.js';
import { hashOf } from '../domain/canonical-json.js';
import { ChannelRefused } from '../domain/errors.js';
import { auditReply, type AuditLine } from '../views/audit.js';
import type { ChangeInWords } from './describing.js';
import { parseEntry, type Entry } from './entry.js';
import type { Lanes } from './lanes.js';
import { readTrail, trailOf } from './trail.js';

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
  /** A change in a few words; null where there is none. */
  readonly inWords: (guildId: string, changeId: string) => Promise<ChangeInWords | null>;
  readonly lanes: Lanes;
  readonly onTrouble: (what: string, error: unknown) => void;
}

/** What one embed holds, at the length that a line may have. */
const AT_ONCE = 8;

export function createAuditPosts(parts: AuditPostsParts): AuditPosts {
  const { store, guilds, messages, lanes, onTrouble } = parts;
  /** The last entry that needs no post any more. */
  const posted = store.space<number>('audit-posted');

  async function post(guildId: string): Promise<void> {
    const { auditChannelId } = await guilds.settings(guildId);
    const last = await store.lastSeq(trailOf(guildId));
    const from = ((await posted.get(guildId)) ?? 0) + 1;
    for (let seq = from; seq <= last; seq += AT_ONCE) {
      const lines = await linesFrom(guildId, seq);
      const end = lines.at(-1)?.entry.seq ?? last;
      if (auditChannelId !== undefined) {
        // The same nonce after a crash in between: Discord gives the same message again.
        await messages.post(auditChannelId, auditReply(lines), nonceOf(auditChannelId, lines));
      }
      for (const line of lines) await sayFarewell(line, auditChannelId);
      await posted.set(guildId, end);
    }
  }

  /** A channel that is told no longer hears of that: who silences it, is seen to. */
  async function sayFarewell(line: AuditLine, present: string | undefined): Promise<void> {
    for (const channelId of channelsLeft(line.entry)) {
      if (channelId === present) continue;
      try {
        await messages.post(channelId, auditReply([line]), nonceOf(channelId, [line]));
      } catch (error) {
        // Often it was left because it is gone; that must hold up nothing.
        if (!(error instanceof ChannelRefused)) throw error;
        onTrouble('the audit channel before could not be told', error);
      }
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

/** Discord may hold a nonce against all of a bot's posts, in whichever server. */
function nonceOf(channelId: string, lines: readonly AuditLine[]): string {
  return hashOf([channelId, ...lines.map(({ entry }) => entry.hash)]).slice(0, 25);
}

function channelsLeft(entry: Entry): readonly string[] {
  if (entry.step !== 'set') return [];
  return entry.details.changed.flatMap(({ what, before }) => (what === 'audit' ? before : []));
}
