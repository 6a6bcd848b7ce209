import { parseEntry, type Entry } from '../../domain/changes/entry.js';
import { isChannelGone } from '../../domain/errors/errors.js';
import { toResult } from '../../domain/errors/result.js';
import type { Clock } from '../../domain/time/clock.js';
import type { Guilds } from '../../guilds/guilds.js';
import type { Store } from '../../store/store.js';
import type { AuditLine } from '../../views/audit/audit-line.js';
import { readTrail } from '../trail/trail.js';
import type { AuditLines } from './audit-lines.js';
import { createCursors } from './post-cursors.js';
import { RETRIED_FOR_MS } from './retries.js';

interface FarewellsParts {
  readonly store: Store;
  readonly guilds: Pick<Guilds, 'settings'>;
  readonly lines: AuditLines;
  readonly post: (channelId: string, lines: readonly AuditLine[]) => Promise<void>;
  readonly clock: Clock;
  readonly onError: (what: string, error: unknown) => void;
}

/** A channel that still has to get the entry that replaced it. */
interface Farewell {
  readonly seq: number;
  readonly channelId: string;
}

interface FarewellCursor {
  /** The last entry that was looked at. */
  readonly upTo: number;
  readonly owed?: readonly Farewell[];
}

/** Nobody replaces so many channels in a day except to fill the store. */
const MAX_FAREWELLS = 20;

/**
 * The last message to an audit channel that an entry replaced: that entry. With a cursor of its
 * own, because a new channel that takes nothing must not silence the one it replaced.
 */
export function createFarewells({ store, guilds, lines, post, clock, onError }: FarewellsParts) {
  const cursors = createCursors<FarewellCursor>(store.notes('audit-farewells'), ({ upTo }) => upTo);
  /** By guild: up to that entry no channel that was replaced is owed anything. */
  const nothingOwed = new Map<string, number>();

  /** Throws what is worth another try. */
  async function postOne(guildId: string, { seq, channelId }: Farewell): Promise<void> {
    const read = await lines.read(guildId, seq, 1);
    const done = await toResult(post(channelId, read));
    if (done.ok) return;
    const age = clock.now() - (read[0]?.entry.at ?? 0);
    // Often it was replaced because it is gone.
    if (!isChannelGone(done.error) && age <= RETRIED_FOR_MS) throw done.error;
    onError('the audit channel before is not told any more', done.error);
  }

  return {
    /** Throws the first failure, after trying all. */
    async postOwed(guildId: string): Promise<void> {
      const { upTo, owed = [] } = (await cursors.get(guildId)) ?? { upTo: 0 };
      const { auditChannelId } = await guilds.settings(guildId);
      const due: Farewell[] = [...owed];
      let seq = upTo;
      for await (const text of readTrail(store, guildId, upTo + 1)) {
        const entry = parseEntry(text);
        seq = entry.seq;
        for (const channelId of replacedChannels(entry))
          if (channelId !== auditChannelId) due.push({ seq, channelId });
      }
      if (due.length === 0) {
        nothingOwed.set(guildId, seq);
        return;
      }
      const failed: { farewell: Farewell; error: unknown }[] = [];
      for (const farewell of due.slice(-MAX_FAREWELLS)) {
        const done = await toResult(postOne(guildId, farewell));
        if (!done.ok) failed.push({ farewell, error: done.error });
      }
      await cursors.set(guildId, { upTo: seq, owed: failed.map(({ farewell }) => farewell) });
      if (failed[0] !== undefined) throw failed[0].error;
      nothingOwed.set(guildId, seq);
    },
    /** Mostly new entries replace no channel, and all before them are known to owe nothing. */
    mayBeOwed(guildId: string, written: readonly Entry[]): boolean {
      const [first, last] = [written[0], written.at(-1)];
      if (first === undefined || last === undefined) return true;
      const isKnown = nothingOwed.get(guildId) === first.seq - 1;
      if (!isKnown || written.some((entry) => replacedChannels(entry).length > 0)) return true;
      nothingOwed.set(guildId, last.seq);
      return false;
    },
    async areUpTo(guildId: string, seq: number): Promise<boolean> {
      const { upTo, owed = [] } = (await cursors.get(guildId)) ?? { upTo: 0 };
      if (upTo >= seq && owed.length === 0) return true;
      if (nothingOwed.get(guildId) !== seq) return false;
      await cursors.set(guildId, { upTo: seq });
      return true;
    },
  };
}

function replacedChannels(entry: Entry): readonly string[] {
  if (entry.step !== 'set') return [];
  return entry.details.changed.flatMap(({ what, before }) => (what === 'audit' ? before : []));
}
