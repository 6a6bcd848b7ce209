import type { PostedMessage } from '../../../domain/messages/reply.js';
import type { ChangesState } from '../../../domain/changes/state/state.js';

/** Beyond this the oldest are forgotten and read from Discord again. */
const MOST = 1_000;

/**
 * The cards this process has drawn itself since entries were last lost: its own memory of the trail
 * knows what they show.
 */
export function createOwnRenders() {
  const restoresAt = new Map<string, number>();
  return {
    add({ messageId }: PostedMessage, { restores }: ChangesState): void {
      restoresAt.delete(messageId);
      restoresAt.set(messageId, restores.length);
      const [oldest] = restoresAt.keys();
      if (restoresAt.size > MOST && oldest !== undefined) restoresAt.delete(oldest);
    },
    clear: (): void => restoresAt.clear(),
    has: ({ messageId }: PostedMessage, { restores }: ChangesState): boolean =>
      restoresAt.get(messageId) === restores.length,
  };
}
