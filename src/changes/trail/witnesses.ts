import { ChannelRefused } from '../../domain/errors/errors.js';
import type { Guilds } from '../../guilds/guilds.js';
import type { Channels } from '../../domain/messages/ports.js';
import type { PostedMessage, ShownMessage } from '../../domain/messages/reply.js';
import { readAuditWitness, readWitness, type Witness } from '../../domain/changes/witness.js';
import { behindStep, type TrailBehind } from '../../domain/changes/behind.js';
import type { Trail } from './trail.js';

/**
 * What people were shown is a witness of the trail: each card and audit post says at which entry
 * it was drawn. Where the trail has no such entry, or another, an older copy of the store was put
 * back, and that is entered.
 */
export interface Witnesses {
  /** Holds against the trail what a message says of it. */
  judge(guildId: string, shown: ShownMessage, seen: WitnessSource): Promise<Verdict>;
  /** The same of a message as it stands now. Throws a WitnessUnread when Discord cannot tell. */
  read(guildId: string, where: PostedMessage, seen: WitnessSource): Promise<Verdict | 'gone'>;
  /**
   * The same of the last post in the audit channel, and what that says where it fits. Throws a
   * WitnessUnread when Discord cannot tell.
   */
  readAuditChannel(guildId: string): Promise<Witness | null>;
  /** Once in the life of a process: later, its own memory of the trail tells. */
  readAuditChannelOnce(guildId: string): Promise<Witness | null>;
}

/** Discord could not tell what a message shows: it speaks neither for the trail nor against it. */
export class WitnessUnread extends Error {
  override readonly name = 'WitnessUnread';

  constructor(cause: unknown) {
    super('Discord could not tell what people were shown', { cause });
  }
}

export type WitnessSource = Pick<TrailBehind, 'where' | 'card'>;

/** `lost`: of entries that are missing, as an admin has accepted. */
export type Verdict = 'fits' | 'behind' | 'lost';

export interface WitnessesParts {
  readonly trail: Trail;
  readonly guilds: Pick<Guilds, 'settings'>;
  readonly channels: Pick<Channels, 'look' | 'newest'>;
}

export function createWitnesses({ trail, guilds, channels }: WitnessesParts): Witnesses {
  const wasRead = new Set<string>();
  /** By channel, while Discord is asked: whoever comes meanwhile waits for the same answer. */
  const beingRead = new Map<string, Promise<Witness | null>>();

  async function judge(
    guildId: string,
    shown: ShownMessage,
    seen: WitnessSource,
  ): Promise<Verdict> {
    const witness = readWitness(shown.footer);
    if (witness === null) return 'fits';
    // Read after the message was: an entry is in the store before anybody is shown it.
    const hash = await trail.hashAt(guildId, witness.seq);
    if (hash?.startsWith(witness.head) === true) return 'fits';
    const { trailState } = await trail.record(guildId, (now) =>
      behindStep(now, { shown: witness, ...seen }, ({ askedAt }) => shown.drawnAt <= askedAt),
    );
    return trailState.behind === null ? 'lost' : 'behind';
  }

  async function read(guildId: string, where: PostedMessage, seen: WitnessSource) {
    const shown = await unlessRefused(channels.look(where.channelId, where.messageId), NOTHING);
    return shown === null ? 'gone' : judge(guildId, shown, seen);
  }

  const auditChannelOf = async (guildId: string) => (await guilds.settings(guildId)).auditChannelId;

  async function readAuditChannel(guildId: string): Promise<Witness | null> {
    const auditChannelId = await auditChannelOf(guildId);
    if (auditChannelId === undefined) return null;
    const { restores } = await trail.state(guildId);
    const shown = await unlessRefused(channels.newest(auditChannelId), []);
    const acceptedAt = restores.at(-1)?.askedAt ?? 0;
    const last = highestPost(shown.filter(({ drawnAt }) => drawnAt > acceptedAt));
    if (last === null) return null;
    const verdict = await judge(guildId, last, { where: 'audit-channel' });
    return verdict === 'fits' ? readAuditWitness(last.footer) : null;
  }

  return {
    judge,
    read,
    readAuditChannel,
    async readAuditChannelOnce(guildId) {
      const channelId = await auditChannelOf(guildId);
      if (channelId === undefined || wasRead.has(channelId)) return null;
      const begun = beingRead.get(channelId);
      if (begun !== undefined) return begun;
      const reading = readAuditChannel(guildId);
      beingRead.set(channelId, reading);
      try {
        const told = await reading;
        wasRead.add(channelId);
        return told;
      } finally {
        beingRead.delete(channelId);
      }
    },
  };
}

const NOTHING: ShownMessage = { footer: null, drawnAt: 0 };

/**
 * Where the bot may not look there is no witness, and no later look will find one. All else that
 * goes wrong on the way to Discord is told apart from what the store or a bug did while judging.
 */
async function unlessRefused<Shown>(asking: Promise<Shown>, otherwise: Shown): Promise<Shown> {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof ChannelRefused) return otherwise;
    throw new WitnessUnread(error);
  }
}

/** A post of the entries after a loss may be newer and tell of fewer. */
function highestPost(shown: readonly ShownMessage[]): ShownMessage | null {
  const seqOf = (each: ShownMessage) => readAuditWitness(each.footer)?.seq ?? 0;
  const found = shown.toSorted((a, b) => seqOf(b) - seqOf(a))[0];
  return found === undefined || seqOf(found) === 0 ? null : found;
}
