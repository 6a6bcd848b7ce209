/** A message can't be posted in its channel until somebody acts. */
export class ChannelRefused extends Error {
  override readonly name = 'ChannelRefused';
  readonly channelId: string;
  readonly reason: 'gone' | 'forbidden';
  /** Discord's names of the permissions the bot lacks there, if known. */
  readonly missing: readonly string[];

  constructor(
    refusal: Pick<ChannelRefused, 'channelId' | 'reason'> &
      Partial<Pick<ChannelRefused, 'missing'>>,
    options?: ErrorOptions,
  ) {
    super(`channel ${refusal.channelId} ${refusal.reason}`, options);
    this.channelId = refusal.channelId;
    this.reason = refusal.reason;
    this.missing = refusal.missing ?? [];
  }
}

/** Discord blocks the message for what it says, as for a link that it takes for harmful. */
export class ContentBlocked extends Error {
  override readonly name = 'ContentBlocked';
}

/** The channel was deleted, or the bot will never see it. */
export function isChannelGone(error: unknown): boolean {
  return error instanceof ChannelRefused && error.reason === 'gone';
}

/** Null where the channel refuses for that reason, or for any if none is given. */
export async function nullIfRefused<Found>(
  asking: Promise<Found>,
  reason?: ChannelRefused['reason'],
): Promise<Found | null> {
  try {
    return await asking;
  } catch (error) {
    const isRefused = error instanceof ChannelRefused;
    if (isRefused && (reason === undefined || error.reason === reason)) return null;
    throw error;
  }
}

/** What Discord calls the permission without which it drops a message's embeds. */
export const EMBED_LINKS = 'Embed Links';

/** The message stands, in plain words, and is tried again as a refused one is. */
export function embedLinksLacking(channelId: string): ChannelRefused {
  return new ChannelRefused({ channelId, reason: 'forbidden', missing: [EMBED_LINKS] });
}
