import { ChannelRefused } from '../../domain/errors/channel-refused.js';
import type { Guilds } from '../../guilds/guilds.js';
import type { Channels } from '../../domain/messages/channels-port.js';
import type { PostedMessage, ShownMessage } from '../../domain/messages/reply.js';
import { readAuditEntryRef, readEntryRef, type EntryRef } from '../../domain/changes/entry-ref.js';
import { behindStep, type Restore, type TrailBehind } from '../../domain/changes/trail-behind.js';
import { createSharedNext } from '../../domain/async/keyed-queue.js';
import type { ChangesState } from '../../domain/changes/state/state.js';
import type { Clock } from '../../domain/time/clock.js';
import { DAY_MS } from '../../domain/time/units.js';
import { endedSinceShown, hasEndedSinceShown, withLaterEnded } from './ended-since-restore.js';
import { brokenTrailAsNull } from './broken-trail-as-null.js';
import type { Trail } from './trail.js';

/** Discord couldn't tell what a message shows. */
export class ShownEntryUnread extends Error {
  override readonly name = 'ShownEntryUnread';

  constructor(cause: unknown) {
    super('Discord could not tell what people were shown', { cause });
  }
}

export type ShownWhere = Pick<TrailBehind, 'where' | 'card'>;

/** `lost`: it shows missing entries, whose loss an admin has accepted, or is a former bot's. */
export type ShownEntryVerdict = 'fits' | 'behind' | 'lost';

export interface MissingPosts {
  readonly shown: EntryRef;
  readonly at: number;
}

/** What a posted card tells now. */
export interface CardReading {
  /** `bare`: somebody removed what it showed; `hidden`: the bot may not read there. */
  readonly verdict: ShownEntryVerdict | 'bare' | 'gone' | 'hidden';
  /** When it was last edited, by Discord's clock, in ms; missing: never, or not known. */
  readonly editedAt?: number | undefined;
}

interface LossFound {
  /** When what tells of it was drawn, in ms, as far as known. */
  readonly drawnAt: number;
  /** Whether that acceptance covers it, in the state that it is entered in. */
  readonly isKnown: (accepted: Restore, now: ChangesState) => boolean;
}

interface RestoreDetectorParts {
  readonly trail: Trail;
  readonly guilds: Pick<Guilds, 'settings'>;
  readonly channels: Pick<Channels, 'look' | 'newest'>;
  readonly clock: Clock;
}

export type RestoreDetector = ReturnType<typeof createRestoreDetector>;

/**
 * What people were shown tells when the store has lost entries: each card and audit post says at which entry it
 * was drawn. If the trail lacks that entry, or has a different one, an older copy of the store was
 * put back, and that is entered.
 */
export function createRestoreDetector({ trail, guilds, channels, clock }: RestoreDetectorParts) {
  /** Audit channels that this process has judged, or may not read. */
  const wasRead = new Set<string>();
  /** By audit channel, the footers that fitted at the last look: memory guards what they tell. */
  const fitted = new Map<string, ReadonlySet<string>>();
  const share = createSharedNext<EntryRef | null>();

  async function isInTrail(guildId: string, { seq, head }: EntryRef): Promise<boolean> {
    // This process may remember as its newest an entry that another has taken the place of, in an older copy.
    await brokenTrailAsNull(trail.state(guildId));
    return (await trail.hashAt(guildId, seq))?.startsWith(head) === true;
  }

  const changeOf = (guildId: string) => (id: string) => trail.changeOf(guildId, id);

  async function auditChannelOf(guildId: string): Promise<string | undefined> {
    return (await guilds.settings(guildId)).auditChannelId;
  }

  async function postsIn(channelId: string | undefined): Promise<readonly ShownMessage[]> {
    return channelId === undefined ? [] : unlessRefused(channels.newest(channelId), []);
  }

  /** Those that were drawn since an admin last accepted a loss. */
  async function unacceptedPosts(
    guildId: string,
    channelId: string | undefined,
  ): Promise<readonly ShownMessage[]> {
    const { restores } = await trail.state(guildId);
    const acceptedAt = restores.at(-1)?.askedAt ?? 0;
    return (await postsIn(channelId)).filter(({ drawnAt }) => drawnAt > acceptedAt);
  }

  /** Checks what a message says against the trail. */
  async function judge(
    guildId: string,
    shown: ShownMessage,
    seen: ShownWhere,
  ): Promise<ShownEntryVerdict> {
    const entryRef = readEntryRef(shown.footer);
    if (entryRef === null) return 'fits';
    // Read after the message: an entry is in the store before anybody is shown it.
    if (await isInTrail(guildId, entryRef)) return 'fits';
    const details = { shown: entryRef, ...seen };
    const { drawnAt } = shown;
    const { card: id = '' } = seen;
    // It may be of an earlier loss that nobody found before a later one was accepted.
    const state = await trail.state(guildId);
    const hasEnded = await hasEndedSinceShown(state, { id, drawnAt }, changeOf(guildId));
    const isBehind = await enter(guildId, details, {
      drawnAt,
      isKnown: ({ askedAt }) => drawnAt <= askedAt && !hasEnded,
    });
    return isBehind ? 'behind' : 'lost';
  }

  /** True if entries are missing now, also where another process entered that. */
  async function enter(
    guildId: string,
    details: TrailBehind,
    { drawnAt, isKnown }: LossFound,
  ): Promise<boolean> {
    const state = await trail.state(guildId);
    // Else each look at what an accepted loss left on a card would read old changes.
    const isNew = behindStep(state, details, (accepted) => isKnown(accepted, state)) !== null;
    const ended = isNew
      ? await endedSinceShown(state, { drawnAt, id: details.card }, changeOf(guildId))
      : [];
    const { trailState } = await trail.record(guildId, (now) =>
      behindStep(now, { ...details, endedSince: withLaterEnded(ended, state, now) }, (accepted) =>
        isKnown(accepted, now),
      ),
    );
    return trailState.behind !== null;
  }

  /**
   * Judges the audit posts in that channel, and returns the highest entry they say if all fit. Throws
   * a ShownEntryUnread if Discord can't tell.
   */
  async function lookAt(guildId: string, channelId: string): Promise<EntryRef | null> {
    const posts = highestFirst(await unacceptedPosts(guildId, channelId));
    // Not the highest alone: what was entered since a loss reuses the lost numbers.
    const known = fitted.get(channelId) ?? new Set();
    const toJudge = posts.filter((each, at) => at === 0 || !known.has(each.footer ?? ''));
    // So that this process's memory has whatever they tell.
    if (toJudge.length > 0) await trail.state(guildId);
    const judged: ShownEntryVerdict[] = [];
    // The highest first, which tells of all that is missing.
    for (const each of toJudge) judged.push(await judge(guildId, each, { where: 'audit-channel' }));
    // Not before what they tell is entered: else a store that fails here would let a click through.
    wasRead.add(channelId);
    const isWhole = judged.every((verdict) => verdict === 'fits');
    if (isWhole) fitted.set(channelId, new Set(posts.map(({ footer }) => footer ?? '')));
    return isWhole ? readAuditEntryRef(posts[0]?.footer ?? null) : null;
  }

  /** Several at the same time share a request that begins once all of them have come. */
  async function readAuditChannel(guildId: string): Promise<EntryRef | null> {
    return share(guildId, async () => {
      const channelId = await auditChannelOf(guildId);
      return channelId === undefined ? null : lookAt(guildId, channelId);
    });
  }

  return {
    judge,
    /**
     * Enters that an entry is missing which was told, or noted as to be told nowhere, unless an admin has accepted
     * a restore since; `restores`: how many had been accepted when it was told.
     */
    async enterBehind(guildId: string, shown: EntryRef, restores: number): Promise<void> {
      const hasChannel = (await auditChannelOf(guildId)) !== undefined;
      const where = hasChannel ? 'audit-channel' : 'process';
      await enter(
        guildId,
        { shown, where },
        {
          // When it was told isn't known.
          drawnAt: clock.now() - DAY_MS,
          isKnown: (_, now) => now.restores.length > restores,
        },
      );
    },
    /** The newest entry of the present trail that the audit channel shows; null = none. */
    async lastFitting(guildId: string): Promise<EntryRef | null> {
      const posts = await postsIn(await auditChannelOf(guildId));
      for (const { footer } of highestFirst(posts)) {
        const shown = readAuditEntryRef(footer);
        if (shown !== null && (await isInTrail(guildId, shown))) return shown;
      }
      return null;
    },
    /**
     * What the audit channel shows that the trail lacks and no admin has accepted as lost: the highest
     * such entry, and when the newest such post was drawn, by Discord's clock. Null = nothing.
     */
    async missingPosts(guildId: string): Promise<MissingPosts | null> {
      const missing: MissingPosts[] = [];
      const posts = await unacceptedPosts(guildId, await auditChannelOf(guildId));
      for (const { footer, drawnAt } of highestFirst(posts)) {
        const shown = readAuditEntryRef(footer);
        if (shown !== null && !(await isInTrail(guildId, shown)))
          missing.push({ shown, at: drawnAt });
      }
      const [highest] = missing;
      return highest === undefined
        ? null
        : { ...highest, at: Math.max(...missing.map(({ at }) => at)) };
    },
    /**
     * Judges a change's card as it stands now. Throws a ShownEntryUnread if Discord can't tell.
     */
    async readCard(
      guildId: string,
      card: string,
      { channelId, messageId }: PostedMessage,
    ): Promise<CardReading> {
      const shown = await unlessRefused(channels.look(channelId, messageId), 'hidden' as const);
      if (shown === null) return { verdict: 'gone' };
      if (shown === 'hidden') return { verdict: shown };
      const { isBare, isFormerBots, hasNoButtons, editedAt } = shown;
      const verdict = isBare ? 'bare' : await judge(guildId, shown, { where: 'card', card });
      const { state = null } = (await trail.state(guildId)).digests.get(card) ?? {};
      // It is a copy now, drawn when another took its place.
      if (verdict === 'fits' && hasNoButtons && state === 'pending') return { verdict: 'gone' };
      // What came of the change is told on another.
      if (isBare && isFormerBots && state !== 'pending' && state !== 'confirmed')
        return { verdict: 'lost' };
      // Another has to take its place.
      return { verdict: isFormerBots && verdict === 'fits' ? 'lost' : verdict, editedAt };
    },
    readAuditChannel,
    /** What this process remembers of a trail is no proof any more: each channel is read again. */
    forgetPosts(): void {
      wasRead.clear();
      fitted.clear();
    },
    /** Reads it, but once in a process's life. Null from the second time on. */
    async readAuditChannelOnce(guildId: string): Promise<EntryRef | null> {
      const channelId = await auditChannelOf(guildId);
      if (channelId === undefined || wasRead.has(channelId)) return null;
      return readAuditChannel(guildId);
    },
    /** The same for one that another has replaced, and that may tell of what this trail lacks. */
    async readReplacedOnce(guildId: string, channelId: string): Promise<void> {
      if (!wasRead.has(channelId)) await lookAt(guildId, channelId);
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
    return await fromDiscord(asking);
  } catch (error) {
    if (error instanceof ChannelRefused) return otherwise;
    throw error;
  }
}

/** Throws a ShownEntryUnread for whatever may be over in a moment. */
export async function fromDiscord<Shown>(asking: Promise<Shown>): Promise<Shown> {
  try {
    return await asking;
  } catch (error) {
    throw error instanceof ChannelRefused ? error : new ShownEntryUnread(error);
  }
}

/** The audit posts. The newest need not be the first: one drawn after a loss may show a lower entry. */
function highestFirst(shown: readonly ShownMessage[]): readonly ShownMessage[] {
  const seqOf = ({ footer }: ShownMessage) => readAuditEntryRef(footer)?.seq ?? 0;
  return shown
    .filter((each) => seqOf(each) > 0)
    .toSorted((one, other) => seqOf(other) - seqOf(one));
}
