import type { Member } from '../../domain/guild/access-levels.js';
import type { PostedMessage, ShownMessage } from '../../domain/messages/reply.js';

/** A person's click on the card of a change, or what counts as one. */
export interface Click {
  readonly guildId: string;
  /** As received; empty if the step is about no change. */
  readonly changeId: string;
  readonly member: Member;
  /** The public card that was clicked. */
  readonly on?: PostedMessage | undefined;
  /** What the clicked card showed, also if only one person sees it. */
  readonly shown?: ShownMessage | undefined;
}
