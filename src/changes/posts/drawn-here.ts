import type { PostedMessage } from '../../domain/messages/reply.js';
import type { ChangesState } from '../../domain/changes/state.js';

/**
 * The cards that this process was the last to draw, as far as it knows: what they show, its own
 * memory of the trail holds. It forgets those drawn before entries were lost, and, of very many,
 * the oldest; they are looked at again.
 */
export interface DrawnHere {
  add(card: PostedMessage, trailState: ChangesState): void;
  has(card: PostedMessage, trailState: ChangesState): boolean;
}

const MOST = 1_000;

export function createDrawnHere(): DrawnHere {
  const drawn = new Map<string, number>();
  return {
    add({ messageId }, { restores }) {
      drawn.delete(messageId);
      drawn.set(messageId, restores.length);
      const [oldest] = drawn.keys();
      if (drawn.size > MOST && oldest !== undefined) drawn.delete(oldest);
    },
    has: ({ messageId }, { restores }) => drawn.get(messageId) === restores.length,
  };
}
