import { ChannelRefused } from '../../domain/errors/channel-refused.js';
import type { Guilds } from '../../guilds/guilds.js';
import type { Channels } from '../../domain/messages/channels-port.js';
import type { PostedMessage, ShownMessage } from '../../domain/messages/reply.js';
import { readAuditEntryRef, readEntryRef, type EntryRef } from '../../domain/changes/entry-ref.js';
import { behindStep, type TrailBehind } from '../../domain/changes/trail-behind.js';
import { createShared } from '../../domain/async/keyed-queue.js';
import type { Trail } from './trail.js';

/** Discord couldn't tell what a message shows. */
export class ShownEntryUnread extends Error {
  override readonly name = 'ShownEntryUnread';

  constructor(cause: unknown) {
    super('Discord could not tell what people were shown', { cause });
  }
}

export type ShownWhere = Pick<TrailBehind, 'where' | 'card'>;

/** `lost`: it shows missing entries, whose loss an admin has accepted. */
export type ShownEntryVerdict = 'fits' | 'behind' | 'lost';

interface RestoreDetectorParts {
  readonly trail: Trail;
  readonly guilds: Pick<Guilds, 'settings'>;
  readonly channels: Pick<Channels, 'look' | 'newest'>;
}

export type RestoreDetector = ReturnType<typeof createRestoreDetector>;

/**
 * What people were shown tells when the store has lost entries: each card and audit post says at which entry it
 * was drawn. If the trail lacks that entry, or has a different one, an older copy of the store was
 * put back, and that is entered.
 */
export function createRestoreDetector({ trail, guilds, channels }: RestoreDetectorParts) {
  /** Audit channels that this process has judged, or may not read. */
  const wasRead = new Set<string>();
  /** By audit channel, the footers that fitted at the last look: memory guards what they tell. */
  const fitted = new Map<string, ReadonlySet<string>>();
  const share = createShared<EntryRef | null>();

  /** Checks what a message says against the trail. */
  async function judge(
    guildId: string,
    shown: ShownMessage,
    seen: ShownWhere,
  ): Promise<ShownEntryVerdict> {
    const entryRef = readEntryRef(shown.footer);
    if (entryRef === null) return 'fits';
    // Read after the message: an entry is in the store before anybody is shown it.
    const hash = await trail.hashAt(guildId, entryRef.seq);
    if (hash?.startsWith(entryRef.head) === true) return 'fits';
    const { trailState } = await trail.record(guildId, (now) =>
      behindStep(now, { shown: entryRef, ...seen }, ({ askedAt }) => shown.drawnAt <= askedAt),
    );
    return trailState.behind === null ? 'lost' : 'behind';
  }

  /**
   * Judges the posts in the audit channel, and returns the highest entry they say if all fit. Throws
   * a ShownEntryUnread if Discord can't tell.
   */
  async function readAuditChannel(guildId: string): Promise<EntryRef | null> {
    const { auditChannelId } = await guilds.settings(guildId);
    if (auditChannelId === undefined) return null;
    const { restores } = await trail.state(guildId);
    const shown = await unlessRefused(channels.newest(auditChannelId), []);
    const acceptedAt = restores.at(-1)?.askedAt ?? 0;
    const posts = highestFirst(shown.filter(({ drawnAt }) => drawnAt > acceptedAt));
    // Not the highest alone: what was entered since a loss reuses the lost numbers.
    const known = fitted.get(auditChannelId) ?? new Set();
    const toJudge = posts.filter((each, at) => at === 0 || !known.has(each.footer ?? ''));
    // So that this process's memory has whatever they tell.
    if (toJudge.length > 0) await trail.state(guildId);
    const judged = await Promise.all(
      toJudge.map((each) => judge(guildId, each, { where: 'audit-channel' })),
    );
    // Not before what they tell is entered: else a store that fails here would let a click through.
    wasRead.add(auditChannelId);
    const isWhole = judged.every((verdict) => verdict === 'fits');
    if (isWhole) fitted.set(auditChannelId, new Set(posts.map(({ footer }) => footer ?? '')));
    return isWhole ? readAuditEntryRef(posts[0]?.footer ?? null) : null;
  }

  return {
    judge,
    /**
     * Enters that an entry is missing which was told, or noted as to be told nowhere, unless an admin has accepted
     * a restore since; `restores`: how many had been accepted when it was told.
     */
    async enterBehind(guildId: string, shown: EntryRef, restores: number): Promise<void> {
      const { auditChannelId } = await guilds.settings(guildId);
      const where = auditChannelId === undefined ? 'process' : 'audit-channel';
      const details: TrailBehind = { shown, where };
      await trail.record(guildId, (now) =>
        behindStep(now, details, () => now.restores.length > restores),
      );
    },
    /** The newest entry of the present trail that the audit channel shows; null = none. */
    async lastFitting(guildId: string): Promise<EntryRef | null> {
      const { auditChannelId } = await guilds.settings(guildId);
      if (auditChannelId === undefined) return null;
      const posts = await unlessRefused(channels.newest(auditChannelId), []);
      const shown = posts.flatMap(({ footer }) => readAuditEntryRef(footer) ?? []);
      for (const each of shown.toSorted((one, other) => other.seq - one.seq)) {
        const hash = await trail.hashAt(guildId, each.seq);
        if (hash?.startsWith(each.head) === true) return each;
      }
      return null;
    },
    /**
     * Judges a card as it stands now; `bare`: somebody removed what it showed; `hidden`: the bot may
     * not read there. Throws a ShownEntryUnread if Discord can't tell.
     */
    async read(
      guildId: string,
      { channelId, messageId }: PostedMessage,
      seen: ShownWhere,
    ): Promise<ShownEntryVerdict | 'bare' | 'gone' | 'hidden'> {
      const shown = await unlessRefused(channels.look(channelId, messageId), 'hidden' as const);
      if (shown === null) return 'gone';
      if (shown === 'hidden') return shown;
      return shown.isBare ? 'bare' : judge(guildId, shown, seen);
    },
    readAuditChannel,
    /** What this process remembers of a trail is no proof any more: each channel is read again. */
    forgetPosts(): void {
      wasRead.clear();
      fitted.clear();
    },
    /** Whether this process has read it, may not read it, or there is none. */
    async isAuditChannelRead(guildId: string): Promise<boolean> {
      const { auditChannelId } = await guilds.settings(guildId);
      return auditChannelId === undefined || wasRead.has(auditChannelId);
    },
    /** Reads it, but once in a process's life. Null from the second time on. */
    async readAuditChannelOnce(guildId: string): Promise<EntryRef | null> {
      const { auditChannelId } = await guilds.settings(guildId);
      if (auditChannelId === undefined || wasRead.has(auditChannelId)) return null;
      return share(auditChannelId, async () => readAuditChannel(guildId));
    },
  };
}

/**
 * If the bot may not read there, there is no evidence, now or later. Discord's other errors are
 * marked, to tell them from the store's.
 */
async function unlessRefused<Shown, Otherwise>(
  asking: Promise<Shown>,
  otherwise: Otherwise,
): Promise<Shown | Otherwise> {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof ChannelRefused) return otherwise;
    throw new ShownEntryUnread(error);
  }
}

/** The audit posts. The newest need not be the first: one drawn after a loss may show a lower entry. */
function highestFirst(shown: readonly ShownMessage[]): readonly ShownMessage[] {
  const seqOf = ({ footer }: ShownMessage) => readAuditEntryRef(footer)?.seq ?? 0;
  return shown
    .filter((each) => seqOf(each) > 0)
    .toSorted((one, other) => seqOf(other) - seqOf(one));
}
