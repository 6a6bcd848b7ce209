import { ifDamaged } from '../../../domain/errors/store-errors.js';
import { z } from 'zod';
import { parseEntry, type Entry } from '../../../domain/changes/entry.js';
import { isChannelGone } from '../../../domain/errors/channel-refused.js';
import { withFallback } from '../../../domain/async/timeout.js';
import { toResult, type Result } from '../../../domain/errors/result.js';
import { openNotes } from '../../../store/rows.js';
import type { AuditLine } from '../../../views/audit/entry-lines.js';
import { readTrail } from '../../trail/stored-trail.js';
import { LINES_PER_POST, type AuditLines, type AuditParts } from './audit-lines.js';
import { createCursors } from './kept-cursor.js';
import { RETRIED_FOR_MS } from '../../../domain/async/retry-for-a-day.js';
import { SECOND_MS } from '../../../domain/time/units.js';

export interface AuditChannel {
  readonly guildId: string;
  readonly channelId: string;
}

interface ReplacedChannelsParts extends AuditParts {
  readonly lines: AuditLines;
  readonly post: (
    channel: AuditChannel,
    lines: readonly AuditLine[],
    told: (newest: Entry) => void,
  ) => Promise<void>;
}

/** A replaced channel that still lacks entries, up to the one that replaced it. */
const owedChannel = z.object({
  seq: z.number(),
  /** The first entry it lacks; if missing, `seq`. */
  from: z.number().optional(),
  channelId: z.string(),
});
type OwedChannel = z.output<typeof owedChannel>;

interface FailedChannel {
  readonly channel: OwedChannel;
  readonly error: unknown;
}

const replacedCursor = z.object({
  /** The last entry looked at. */
  upTo: z.number(),
  owed: z.array(owedChannel).optional(),
});
type ReplacedCursor = z.output<typeof replacedCursor>;

/** Nobody replaces this many channels in a day except to fill the store. */
const MAX_OWED_CHANNELS = 20;

/** A channel that answers later than this must not hold up the one that replaced it. */
const TAKEN_WITHIN_MS = 5 * SECOND_MS;
/** How long a channel that takes nothing is left alone, whatever is entered meanwhile. */
const RESTS_MS = 30 * SECOND_MS;

const LATE = { ok: false, error: new Error('it was not taken in time') } as const;

/** How many entries that replaced no channel a new process may have to re-read. */
const SAVED_EVERY = 200;

/**
 * Sends a replaced audit channel what it still lacks, up to the entry that replaced it. Has its own
 * cursor, because a new channel that takes nothing must not silence the old one.
 */
export function createReplacedChannels(parts: ReplacedChannelsParts) {
  const { store, guilds, lines, post, uptime, ageOf, onError } = parts;
  const stored = openNotes(store, { space: 'audit-farewells', schema: replacedCursor });
  const cursors = createCursors<ReplacedCursor>(stored, ({ upTo }) => upTo);
  /** By guild: the entry up to which no replaced channel is owed anything. */
  const nothingOwed = new Map<string, number>();
  /** By guild: the last failure, and until when it isn't tried again. */
  const resting = new Map<string, { readonly until: number; readonly error: unknown }>();
  /** By guild: the same entry as saved in the store. */
  const savedUpTo = new Map<string, number>();

  /** `otherwise`: up to which entry a damaged cursor counts. */
  async function cursorOf(guildId: string, otherwise: number): Promise<ReplacedCursor> {
    const found = await ifDamaged(cursors.get(guildId), () => ({ upTo: otherwise }));
    return found ?? { upTo: 0 };
  }

  async function save(guildId: string, cursor: ReplacedCursor): Promise<void> {
    await cursors.set(guildId, cursor);
    savedUpTo.set(guildId, cursor.upTo);
  }

  /** Returns what is still owed afterwards, and why; null if nothing. */
  async function postOne(guildId: string, channel: OwedChannel): Promise<FailedChannel | null> {
    const { seq, channelId } = channel;
    let next = channel.from ?? seq;
    const told = (newest: Entry) => {
      next = newest.seq + 1;
    };
    for (let from = next; from <= seq; from += LINES_PER_POST) {
      const read = await lines.read(guildId, from, Math.min(LINES_PER_POST, seq - from + 1));
      const posting = toResult(post({ guildId, channelId }, read, told));
      // If it arrives later after all, the next attempt finds it by its nonce.
      const done = await withFallback<Result<void>>(TAKEN_WITHIN_MS, posting, LATE);
      if (done.ok) continue;
      const { error } = done;
      const age = ageOf(`farewell:${guildId}:${channelId}:${from}`, read.at(-1)?.entry.at ?? 0);
      // A channel is often replaced because it is gone.
      if (!isChannelGone(error) && age <= RETRIED_FOR_MS)
        return { channel: { ...channel, from: Math.max(from, next) }, error };
      onError('the audit channel before is not told any more', error);
      return null;
    }
    return null;
  }

  return {
    /**
     * Tries all, then throws the first failure. `told`: the entry up to which channels have
     * everything.
     */
    async postOwed(guildId: string, told: number): Promise<void> {
      // Those that are told only begin after a try at what was owed: nobody is told that twice.
      const { upTo, owed = [] } = await cursorOf(guildId, told);
      const { auditChannelId } = await guilds.settings(guildId);
      const due: OwedChannel[] = [...owed];
      let seq = upTo;
      let replacedAt = 0;
      for await (const text of readTrail(store, guildId, upTo + 1)) {
        const entry = parseEntry(text);
        seq = entry.seq;
        const replaced = replacedChannels(entry);
        const from = Math.min(seq, Math.max(told + 1, replacedAt));
        for (const channelId of replaced)
          if (channelId !== auditChannelId) due.push({ seq, from, channelId });
        if (replaced.length > 0) replacedAt = seq;
      }
      savedUpTo.set(guildId, upTo);
      if (due.length === 0) {
        if (seq - upTo >= SAVED_EVERY) await save(guildId, { upTo: seq });
        nothingOwed.set(guildId, seq);
        return;
      }
      const rests = resting.get(guildId);
      const isResting = rests !== undefined && uptime() < rests.until;
      const failed: FailedChannel[] = [];
      for (const channel of due.slice(-MAX_OWED_CHANNELS)) {
        const isOld = isResting && owed.includes(channel);
        const left = isOld ? { channel, error: rests?.error } : await postOne(guildId, channel);
        if (left !== null) failed.push(left);
      }
      await save(guildId, { upTo: seq, owed: failed.map(({ channel }) => channel) });
      const [first] = failed;
      if (first !== undefined) {
        if (!isResting) resting.set(guildId, { until: uptime() + RESTS_MS, error: first.error });
        throw first.error;
      }
      resting.delete(guildId);
      nothingOwed.set(guildId, seq);
    },
    /** The trail was put back from an older copy: what it holds after `seq` wasn't looked at. */
    async stepBack(guildId: string, seq: number): Promise<void> {
      nothingOwed.delete(guildId);
      const cursor = await cursorOf(guildId, 0);
      if (cursor.upTo > seq) await save(guildId, { ...cursor, upTo: seq });
    },
    /** Usually new entries replace no channel, and nothing before them is owed. */
    mayBeOwed(guildId: string, written: readonly Entry[]): boolean {
      const [first, last] = [written[0], written.at(-1)];
      if (first === undefined || last === undefined) return true;
      const isKnown = nothingOwed.get(guildId) === first.seq - 1;
      if (last.seq - (savedUpTo.get(guildId) ?? 0) >= SAVED_EVERY) return true;
      if (!isKnown || written.some((entry) => replacedChannels(entry).length > 0)) return true;
      nothingOwed.set(guildId, last.seq);
      return false;
    },
    async areUpTo(guildId: string, seq: number): Promise<boolean> {
      const { upTo, owed = [] } = await cursorOf(guildId, 0);
      if (upTo >= seq && owed.length === 0) return true;
      if (nothingOwed.get(guildId) !== seq) return false;
      await save(guildId, { upTo: seq });
      return true;
    },
  };
}

function replacedChannels(entry: Entry): readonly string[] {
  if (entry.step !== 'set') return [];
  return entry.details.changed.flatMap(({ what, before }) => (what === 'audit' ? before : []));
}
