import type { Clock } from '../../domain/time/clock.js';
import type { Guilds } from '../../guilds/guilds.js';
import type { Channels } from '../../domain/messages/channels.js';
import type { Store } from '../../store/store.js';
import { isChannelGone } from '../../domain/errors/errors.js';
import { toResult } from '../../domain/errors/result.js';
import { hashOf } from '../../domain/json/canonical-json.js';
import { auditReply, type AuditLine } from '../../views/audit/audit-post.js';
import type { ChangeSummary } from '../../domain/changes/change-summary.js';
import { parseEntry, type Entry } from '../../domain/changes/entry.js';
import type { KeyedQueue } from '../../domain/async/keyed-queue.js';
import { createCursors } from './post-cursors.js';
import { createRetries, RETRIED_FOR_MS } from './retries.js';
import { readTrail } from '../trail/trail.js';
import type { Witnesses } from '../trail/witnesses.js';

/**
 * Posts the trail to the audit channel, in order and without a gap, also after a restart or while
 * Discord was away. Each line has the head of its entry's hash, so the channel is a witness of the
 * trail outside the store. A channel that an entry replaces gets that entry as its last.
 */
export interface AuditPosts {
  /** Posts what hasn't been posted yet; `newest` was just written. Never throws. */
  catchUp(guildId: string, newest?: Entry): Promise<void>;
  /** Whether nothing up to that entry has to be posted any more. */
  areUpTo(guildId: string, seq: number): Promise<boolean>;
  /** Tries again what failed, where that is due. */
  retry(): void;
}

interface AuditPostsParts {
  readonly store: Store;
  readonly guilds: Pick<Guilds, 'settings'>;
  readonly channels: Pick<Channels, 'post'>;
  readonly witnesses: Pick<Witnesses, 'readAuditChannelOnce'>;
  /** Null for a change that isn't in the trail. */
  readonly summarize: (guildId: string, changeId: string) => Promise<ChangeSummary | null>;
  readonly clock: Clock;
  readonly queue: KeyedQueue;
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

/** What one embed holds, each as long as a line may be (`MAX_LINE_LENGTH`). */
const LINES_PER_POST = 8;
/** Nobody replaces so many channels in a day except to fill the store. */
const MAX_FAREWELLS = 20;

export function createAuditPosts(parts: AuditPostsParts): AuditPosts {
  const { store, guilds, channels, witnesses, clock, queue, onError } = parts;
  /** The last entry that the audit channel needs no post of. */
  const posted = createCursors<number>(store.notes('audit-posted'), (seq) => seq);
  // Apart from `posted`: a new channel that takes nothing must not silence the one it replaced.
  const farewells = createCursors<FarewellCursor>(
    store.notes('audit-farewells'),
    ({ upTo }) => upTo,
  );
  const retries = createRetries<string>(clock);
  /** By guild: up to that entry no channel that was replaced is owed anything. */
  const nothingOwed = new Map<string, number>();
  /** By guild, until it is looked at: the newest entry that this process wrote. */
  const written = new Map<string, Entry>();

  async function postNew(guildId: string): Promise<void> {
    const cursor = (await posted.get(guildId)) ?? 0;
    const newest = written.get(guildId);
    written.delete(guildId);
    let lines =
      newest?.seq === cursor + 1
        ? [await lineOf(guildId, newest)]
        : await readLines(guildId, cursor + 1, LINES_PER_POST);
    if (lines.length === 0) return;
    // The cursor of a store that was put back may be old.
    const shown = await witnesses.readAuditChannelOnce(guildId);
    if (shown !== null && shown.seq > cursor) {
      await posted.set(guildId, shown.seq);
      lines = await readLines(guildId, shown.seq + 1, LINES_PER_POST);
    }
    const { auditChannelId } = await guilds.settings(guildId);
    for (;;) {
      const last = lines.at(-1)?.entry.seq;
      if (last === undefined) return;
      if (auditChannelId !== undefined) await post(auditChannelId, lines);
      await posted.set(guildId, last);
      const isPageFull = lines.length === LINES_PER_POST;
      lines = isPageFull ? await readLines(guildId, last + 1, LINES_PER_POST) : [];
    }
  }

  async function postFarewells(guildId: string): Promise<void> {
    const { upTo, owed = [] } = (await farewells.get(guildId)) ?? { upTo: 0 };
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
      const done = await toResult(postFarewell(guildId, farewell));
      if (!done.ok) failed.push({ farewell, error: done.error });
    }
    await farewells.set(guildId, { upTo: seq, owed: failed.map(({ farewell }) => farewell) });
    if (failed[0] !== undefined) throw failed[0].error;
    nothingOwed.set(guildId, seq);
  }

  /** Throws what is worth another try. */
  async function postFarewell(guildId: string, { seq, channelId }: Farewell): Promise<void> {
    const lines = await readLines(guildId, seq, 1);
    const done = await toResult(post(channelId, lines));
    if (done.ok) return;
    const age = clock.now() - (lines[0]?.entry.at ?? 0);
    // Often it was replaced because it is gone.
    if (!isChannelGone(done.error) && age <= RETRIED_FOR_MS) throw done.error;
    onError('the audit channel before is not told any more', done.error);
  }

  async function post(channelId: string, lines: readonly AuditLine[]): Promise<void> {
    // Given the same nonce again after a crash, Discord returns the message it already has. It
    // may compare the nonces of all of a bot's posts, in whichever channel.
    const nonce = hashOf([channelId, ...lines.map(({ entry }) => entry.hash)]).slice(0, 25);
    await channels.post(channelId, auditReply(lines), nonce);
  }

  async function readLines(guildId: string, from: number, most: number): Promise<AuditLine[]> {
    const lines: AuditLine[] = [];
    for await (const text of readTrail(store, guildId, from)) {
      lines.push(await lineOf(guildId, parseEntry(text)));
      if (lines.length === most) break;
    }
    return lines;
  }

  async function lineOf(guildId: string, entry: Entry): Promise<AuditLine> {
    const change = 'change' in entry ? await parts.summarize(guildId, entry.change) : null;
    return { entry, change };
  }

  function catchUp(guildId: string, newest?: Entry): Promise<void> {
    if (newest !== undefined) written.set(guildId, newest);
    return queue.run(`audit:${guildId}`, async () => {
      const results = [{ what: 'the audit channel', result: await toResult(postNew(guildId)) }];
      if (newest === undefined || isOwed(guildId, newest)) {
        const result = await toResult(postFarewells(guildId));
        results.push({ what: 'the audit channel before', result });
      }
      const errors: unknown[] = [];
      for (const { what, result } of results) {
        if (result.ok) continue;
        errors.push(result.error);
        onError(`${what} could not be told`, result.error);
      }
      if (errors.length > 0) retries.failed(guildId, guildId, errors);
      else retries.succeeded(guildId);
    });
  }

  /** Mostly a new entry replaces no channel, and all before it are known to owe nothing. */
  function isOwed(guildId: string, newest: Entry): boolean {
    const isKnown = nothingOwed.get(guildId) === newest.seq - 1;
    if (!isKnown || replacedChannels(newest).length > 0) return true;
    nothingOwed.set(guildId, newest.seq);
    return false;
  }

  return {
    catchUp,
    async areUpTo(guildId, seq) {
      if (((await posted.get(guildId)) ?? 0) < seq) return false;
      const { upTo, owed = [] } = (await farewells.get(guildId)) ?? { upTo: 0 };
      if (upTo >= seq && owed.length === 0) return true;
      if (nothingOwed.get(guildId) !== seq) return false;
      await farewells.set(guildId, { upTo: seq });
      return true;
    },
    retry() {
      for (const guildId of retries.take()) void catchUp(guildId);
    },
  };
}

function replacedChannels(entry: Entry): readonly string[] {
  if (entry.step !== 'set') return [];
  return entry.details.changed.flatMap(({ what, before }) => (what === 'audit' ? before : []));
}
