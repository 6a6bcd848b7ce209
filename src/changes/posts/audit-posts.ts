import type { Clock } from '../../domain/time/clock.js';
import type { Guilds } from '../../guilds/guilds.js';
import type { Messages } from '../../domain/messages/ports.js';
import type { Store } from '../../store/store.js';
import { toResult } from '../../domain/errors/result.js';
import { auditNonce } from './audit-nonce.js';
import { createFarewells } from './farewells.js';
import { auditReply, type AuditLine } from '../../views/audit/audit.js';
import type { ChangeSummary } from '../../domain/changes/change-summary.js';
import { parseEntry } from '../../domain/changes/entry.js';
import type { KeyedQueue } from '../../domain/async/keyed-queue.js';
import { createRetries } from './retries.js';
import { readTrail, trailOf } from '../trail/trail.js';
import type { Witnesses } from '../trail/witnesses.js';

/**
 * Tells the audit channel what the trail says, in order and without a gap, also after a restart
 * or while Discord was away. A post that fails is tried again with the next entry, and at growing
 * gaps until there is one; it never holds up a change. With each entry comes the head of its
 * hash, so the channel witnesses the trail from outside the store. Before its first post a process
 * looks at what stands there: of a store that was put back, how far it has come may be old.
 */
export interface AuditPosts {
  /** Posts what has not been posted yet. Never throws. */
  catchUp(guildId: string): Promise<void>;
  /** Begins again what failed, where that is due. */
  retry(): void;
}

export interface AuditPostsParts {
  readonly store: Store;
  readonly guilds: Pick<Guilds, 'settings'>;
  readonly messages: Messages;
  readonly witnesses: Pick<Witnesses, 'readAuditChannelOnce'>;
  /** A change in a few words; null where there is none. */
  readonly inWords: (guildId: string, changeId: string) => Promise<ChangeSummary | null>;
  readonly clock: Clock;
  readonly lanes: KeyedQueue;
  readonly onError: (what: string, error: unknown) => void;
}

/** What one embed holds, each as long as a line may be (`MOST_OF_A_LINE`). */
const AT_ONCE = 8;

export function createAuditPosts(parts: AuditPostsParts): AuditPosts {
  const { store, guilds, messages, witnesses, lanes, onError } = parts;
  /** The last entry that needs no post any more. */
  const posted = store.namespace<number>('audit-posted');
  /** The same, where the store could not take it: what stands there is not posted again for that. */
  const unsaved = new Map<string, number>();
  const farewells = createFarewells({ store, guilds, messages, clock: parts.clock, onError });

  async function post(guildId: string): Promise<void> {
    const noted = Math.max((await posted.get(guildId)) ?? 0, unsaved.get(guildId) ?? 0);
    if (unsaved.has(guildId)) await note(guildId, noted);
    if (noted >= (await store.lastSeq(trailOf(guildId)))) return;
    const shown = await witnesses.readAuditChannelOnce(guildId);
    const upTo = Math.max(noted, shown?.seq ?? 0);
    if (upTo > noted) await note(guildId, upTo);
    const { auditChannelId } = await guilds.settings(guildId);
    const last = await store.lastSeq(trailOf(guildId));
    for (let seq = upTo + 1; seq <= last; seq += AT_ONCE) {
      const lines = await linesFrom(guildId, seq);
      const end = lines.at(-1)?.entry.seq ?? last;
      if (auditChannelId !== undefined) {
        // The same nonce after a crash in between: Discord gives the same message again.
        await messages.post(auditChannelId, auditReply(lines), auditNonce(auditChannelId, lines));
      }
      await note(guildId, end);
    }
  }

  async function note(guildId: string, end: number): Promise<void> {
    unsaved.set(guildId, end);
    await posted.set(guildId, end);
    unsaved.delete(guildId);
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
      const told = await toResult(post(guildId));
      if (!told.ok) onError('the audit channel could not be told', told.error);
      // Whether or not the channel of now could be told.
      const parted = await toResult(farewells.say(guildId));
      if (!parted.ok) onError('the audit channel before could not be told', parted.error);
      const errors = [told, parted].flatMap((each) => (each.ok ? [] : [each.error]));
      if (errors.length > 0) retries.failed(guildId, guildId, errors);
      else retries.succeeded(guildId);
    });
  }

  return {
    catchUp,
    retry() {
      for (const guildId of retries.take()) void catchUp(guildId);
    },
  };
}
