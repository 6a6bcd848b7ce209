import { withFallback } from '../../../domain/async/timeout.js';
import { SECOND_MS } from '../../../domain/time/units.js';
import { toResult, type Result } from '../../../domain/errors/result.js';
import type { Reply } from '../../../domain/messages/reply.js';
import { nonceOf } from '../../../domain/messages/nonce.js';
import type { AuditLine } from '../../../views/audit/entry-lines.js';
import { ContentBlocked } from '../../../domain/errors/channel-refused.js';
import { auditReply, blockedAuditReplies } from '../../../views/audit/audit-post.js';
import type { Entry } from '../../../domain/changes/entry.js';
import { createAuditLines, LINES_PER_POST, type AuditParts } from './audit-lines.js';
import { createReplacedChannels, type AuditChannel } from './replaced-channels.js';
import { trailOf } from '../../trail/stored-trail.js';
import { createGathering } from './batch-entries.js';
import { createAuditCursor } from './audit-cursor.js';
import { createRetries } from '../../../domain/async/retry-for-a-day.js';

/** While a post isn't answered, how often we look whether another channel was set. */
const LOOKED_EVERY_MS = 5 * SECOND_MS;

/**
 * Posts the trail to the audit channel in order and without gaps, even after a restart or an outage
 * of Discord. Each line has the start of its entry's hash, so the channel tells when the store has
 * lost entries. A channel that is replaced gets the replacing entry as its last.
 */
export function createAuditPosts(parts: AuditParts) {
  const { store, trail, guilds, channels, restoreDetector, uptime, queue, onError } = parts;
  const auditLines = createAuditLines(parts);
  const posted = createAuditCursor(parts);
  const replacedChannels = createReplacedChannels({
    ...parts,
    lines: auditLines,
    async post(channel, lines, told) {
      // Nobody reads it later: what it tells of lost entries is told now or never.
      await restoreDetector.readReplacedOnce(channel.guildId, channel.channelId);
      await post(channel, lines, told);
    },
  });
  const retries = createRetries<string>(uptime);
  const gathering = createGathering();

  /** Where to go on from. A trail that was put back makes all that it holds since then new. */
  async function goOnFrom(guildId: string, written: readonly Entry[]): Promise<number> {
    const before = await posted.at(guildId);
    const cursor = await posted.checked(guildId, written);
    if (cursor < before) await replacedChannels.stepBack(guildId, cursor);
    return cursor;
  }

  async function postNew(
    guildId: string,
    written: readonly Entry[],
    cursor: number,
  ): Promise<void> {
    // Read before the settings, because a channel set later has its entry further on.
    const newest = written.at(-1)?.seq ?? (await store.lastSeq(trailOf(guildId)));
    if (newest <= cursor) return;
    // Another process may have entered a channel that these settings don't have yet.
    const { lastSeq } = await trail.remembered(guildId);
    const { auditChannelId } = await guilds.settings(guildId);
    if (auditChannelId === undefined) {
      const upTo = Math.min(newest, lastSeq);
      if (upTo > cursor) await posted.set(guildId, upTo);
      return;
    }
    let lines = followsOn(written, cursor)
      ? await auditLines.of(guildId, written)
      : await auditLines.read(guildId, cursor + 1, LINES_PER_POST);
    if (lines.length === 0) return;
    // After a restore the cursor may be old.
    const shown = await restoreDetector.readAuditChannelOnce(guildId);
    if (shown !== null && shown.seq > cursor) {
      await posted.set(guildId, shown.seq);
      lines = await auditLines.read(guildId, shown.seq + 1, LINES_PER_POST);
    }
    for (;;) {
      const last = lines.at(-1)?.entry;
      if (last === undefined) return;
      await postPage({ guildId, channelId: auditChannelId }, lines);
      const isPageFull = lines.length === LINES_PER_POST;
      lines = isPageFull ? await auditLines.read(guildId, last.seq + 1, LINES_PER_POST) : [];
    }
  }

  /** The cursor goes on with each message, and no more once another channel is set. */
  async function postPage(channel: AuditChannel, lines: readonly AuditLine[]): Promise<void> {
    const { guildId, channelId } = channel;
    let isReplaced = false;
    const posting = post(channel, lines, async ({ seq, hash }) => {
      if (!isReplaced) await posted.set(guildId, seq, hash);
    });
    try {
      await unlessReplaced(guildId, channelId, posting);
    } finally {
      isReplaced = true;
    }
  }

  /** Throws once another channel is set: one that hangs must not hold that up. */
  async function unlessReplaced(
    guildId: string,
    channelId: string,
    posting: Promise<void>,
  ): Promise<void> {
    const done = toResult(posting);
    for (;;) {
      const result = await withFallback<Result<void> | null>(LOOKED_EVERY_MS, done, null);
      if (result?.ok === true) return;
      if (result?.ok === false) throw result.error;
      const now = await toResult(guilds.settings(guildId));
      if (now.ok && now.value.auditChannelId !== channelId)
        throw new Error('another audit channel was set while this one did not answer');
    }
  }

  /** `told` is called for the newest entry of each message that Discord took. */
  async function post(
    { guildId, channelId }: AuditChannel,
    lines: readonly AuditLine[],
    told: (newest: Entry) => void | Promise<void>,
  ): Promise<void> {
    const [first, ...others] = lines;
    const newest = lines.at(-1);
    if (first === undefined || newest === undefined) return;
    // Given the same nonce again after a crash, Discord returns the message it already has. It may
    // compare nonces across all of a bot's posts, in any channel.
    const nonce = nonceOf([channelId, ...lines.map(({ entry }) => entry.hash)]);
    const isBehind = (await trail.remembered(guildId)).behind !== null;
    const isTaken = async (reply: Reply) => unlessBlocked(channels.post(channelId, reply, nonce));
    if (await isTaken(auditReply(lines, isBehind))) return told(newest.entry);
    // Which line it blocks Discord doesn't say, and none may keep back another.
    if (others.length > 0) {
      for (const line of lines) await post({ guildId, channelId }, [line], told);
      return;
    }
    for (const reply of blockedAuditReplies(first, isBehind))
      if (await isTaken(reply)) return told(newest.entry);
    throw new ContentBlocked('Discord blocks an audit line without any text from outside');
  }

  /** `written`: everything new; null if that has to be read. */
  async function tell(guildId: string, written: readonly Entry[] | null): Promise<void> {
    const results: { what: string; result: Result<unknown> }[] = [];
    const from = await toResult(goOnFrom(guildId, written ?? []));
    // Comes first, while the cursor still tells what the previous channel lacks.
    if (from.ok && (written === null || replacedChannels.mayBeOwed(guildId, written))) {
      const result = await toResult(replacedChannels.postOwed(guildId, from.value));
      results.push({ what: 'the audit channel before', result });
    }
    const told = from.ok ? await toResult(postNew(guildId, written ?? [], from.value)) : from;
    results.push({ what: 'the audit channel', result: told });
    const errors: unknown[] = [];
    for (const { what, result } of results) {
      if (result.ok) continue;
      errors.push(result.error);
      onError(`${what} could not be told`, result.error);
    }
    if (errors.length > 0) retries.failed(guildId, guildId, errors);
    else retries.succeeded(guildId);
  }

  function catchUp(guildId: string, newest?: Entry): Promise<void> {
    if (newest !== undefined) gathering.add(guildId, newest);
    return queue.run(`audit:${guildId}`, async () => {
      await gathering.wait(guildId);
      const written = gathering.take(guildId);
      if (newest === undefined) await tell(guildId, null);
      // If empty, another post included it.
      else if (written.length > 0) await tell(guildId, written);
    });
  }

  return {
    /**
     * Posts what is still unposted; `newest` was just written and may wait a moment. Never throws.
     */
    catchUp,
    /** Whether everything up to that entry has been posted. */
    async areUpTo(guildId: string, seq: number): Promise<boolean> {
      const isPosted = (await posted.at(guildId)) >= seq;
      return isPosted && replacedChannels.areUpTo(guildId, seq);
    },
    /** The first entry that the audit channel lacks; null = none, or there is no such channel. */
    async lacks(guildId: string): Promise<Entry | null> {
      const { auditChannelId } = await guilds.settings(guildId);
      if (auditChannelId === undefined) return null;
      const [first] = await auditLines.read(guildId, (await posted.at(guildId)) + 1, 1);
      return first?.entry ?? null;
    },
    /** Retries what failed, once due. */
    retry(): void {
      for (const guildId of retries.take()) void catchUp(guildId);
    },
    /** While `work` runs, posts don't wait for more entries. */
    hurryWhile: (work: () => Promise<void>): Promise<void> => gathering.hurryWhile(work),
  };
}

export type AuditPosts = ReturnType<typeof createAuditPosts>;

/** Whether the written entries follow the cursor without a gap and fit in one post. */
function followsOn(written: readonly Entry[], cursor: number): boolean {
  if (written.length === 0 || written.length > LINES_PER_POST) return false;
  return written.every(({ seq }, index) => seq === cursor + 1 + index);
}

/** False if Discord blocks what was to be posted for its words. */
async function unlessBlocked(posting: Promise<unknown>): Promise<boolean> {
  const done = await toResult(posting);
  if (!done.ok && !(done.error instanceof ContentBlocked)) throw done.error;
  return done.ok;
}
